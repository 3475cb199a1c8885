package io.mcpsf.observe.seccheck;

import io.mcpsf.linux.FileCalls;
import io.mcpsf.linux.FileCalls.Stat;

import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.function.IntPredicate;

/**
 * Which processes of the host are gVisor's: its kernel and those that open files for it are all of
 * one program, which nobody else runs on our files.
 */
final class HostProcesses implements IntPredicate {

    private final FileCalls files;
    private final Stat program;
    private final Map<Integer, Boolean> known = new HashMap<>();

    /**
     * @param kernel the id of the process that is gVisor's kernel
     */
    HostProcesses(FileCalls files, long kernel) {
        this.files = files;
        this.program = program(kernel);
        known.put((int) kernel, true);
    }

    @Override
    public boolean test(int process) {
        return known.computeIfAbsent(
                process,
                id -> {
                    Stat runs = program(id);
                    return runs.inode() != 0
                            && runs.inode() == program.inode()
                            && runs.device() == program.device();
                });
    }

    private Stat program(long process) {
        byte[] path = ("/proc/" + process + "/exe").getBytes(StandardCharsets.US_ASCII);
        int fd = files.open(FileCalls.AT_FDCWD, path, FileCalls.O_PATH);
        if (fd < 0) {
            return new Stat(0, 0, 0, 0, 0, 0);
        }
        try {
            return files.stat(fd);
        } finally {
            files.close(fd);
        }
    }
}
