package io.mcpsf.sandbox.oci;

import static java.nio.file.StandardOpenOption.READ;
import static java.nio.file.StandardOpenOption.WRITE;

import io.mcpsf.os.Command;
import io.mcpsf.sandbox.ExecutorException;
import io.mcpsf.sandbox.SandboxSpec;
import io.mcpsf.sandbox.host.RunFolder;

import tools.jackson.databind.node.ObjectNode;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.IntConsumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The moment in which a container stands and its program does not run yet. A hook of the runtime
 * writes down which process it is about, and waits for our word on the host: nothing of it is ever
 * in the sandbox, in its pipes or among its files. Without our word the runtime starts nothing.
 */
final class StartHook implements AutoCloseable {

    /**
     * Arguments: the file for the state, the pipe for the word. The limit is for when we were
     * killed before we opened the pipe and nobody else ends the hook.
     */
    private static final String SCRIPT =
            """
            mkfifo -m 600 "$2" || exit 1
            while read -r line || [ -n "$line" ]; do
                printf '%s\\n' "$line"
            done >"$1"
            exec timeout 60 sh -c 'read -r _ <"$1"' sh "$2"
            """;

    /** The number has ended where the next member or the object's end is there, too. */
    private static final Pattern PROCESS = Pattern.compile("\"pid\"\\s*:\\s*(\\d{1,10})\\s*[,}]");

    private final RunFolder folder;
    private final IntConsumer first;
    private long announced;
    private Optional<FileChannel> word = Optional.empty();

    private StartHook(RunFolder folder, IntConsumer first) {
        this.folder = folder;
        this.first = first;
    }

    /** Only where somebody wants to hear of the process. */
    static Optional<StartHook> of(
            SandboxSpec.Listener listener, RuntimeKind kind, RunFolder folder) {
        if (!(listener instanceof SandboxSpec.Listener.Announced(IntConsumer first))) {
            return Optional.empty();
        }
        if (kind == RuntimeKind.RUNSC) {
            throw new ExecutorException("gVisor runs its programs in no process of the host's");
        }
        return Optional.of(new StartHook(folder, first));
    }

    void addTo(ObjectNode config) {
        ObjectNode hook = config.putObject("hooks").putArray("createRuntime").addObject();
        hook.put("path", "/bin/sh");
        List.of("sh", "-c", SCRIPT, "sh", state().toString(), pipe().toString())
                .forEach(hook.putArray("args")::add);
        hook.putArray("env").add("PATH=" + Command.PATH);
    }

    /** Announces the process as soon as the runtime waits for that, and lets it go on. */
    void look() {
        if (announced != 0) {
            return;
        }
        long process = told();
        if (process == 0) {
            return;
        }
        try {
            // For both, else we would wait for a hook that may have been killed by now. Held from
            // here on: when we die, the hook reads the end instead of our word.
            var opened = FileChannel.open(pipe(), READ, WRITE);
            word = Optional.of(opened);
            first.accept((int) process);
            announced = process;
            opened.write(ByteBuffer.wrap(new byte[] {'\n'}));
        } catch (IOException e) {
            throw new ExecutorException("cannot let the program into its sandbox", e);
        }
    }

    /** Throws where the runtime has not waited, or has waited with another process. */
    void require(long process) {
        if (announced != process) {
            throw new ExecutorException(
                    "the runtime started process %d and announced %s"
                            .formatted(process, announced == 0 ? "none" : "process " + announced));
        }
    }

    private long told() {
        try {
            Matcher found = PROCESS.matcher(Files.readString(state()));
            return found.find() ? Long.parseLong(found.group(1)) : 0;
        } catch (IOException notYet) {
            return 0;
        }
    }

    private Path state() {
        return folder.path().resolve("announced");
    }

    private Path pipe() {
        return folder.path().resolve("word");
    }

    /** A hook that waits and got no word ends by this, and the runtime with it. */
    @Override
    public void close() {
        try {
            if (word.isPresent()) {
                word.get().close();
            }
        } catch (IOException e) {
            throw new ExecutorException("cannot close " + pipe(), e);
        }
    }
}
