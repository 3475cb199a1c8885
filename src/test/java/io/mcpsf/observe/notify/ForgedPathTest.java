package io.mcpsf.observe.notify;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.mcpsf.bait.CanaryFinder;
import io.mcpsf.model.FileObservation.Access;
import io.mcpsf.model.FileObservation.FileOpened;
import io.mcpsf.model.ProcessObservation.CallNoted;
import io.mcpsf.model.ProcessObservation.Image;
import io.mcpsf.model.ProcessObservation.ProcessStarted;
import io.mcpsf.observe.Trial;
import io.mcpsf.sandbox.oci.OciRuntimes;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Names that are chosen so that what the kernel prints in /proc reads as another path. Evidence
 * names the file that was meant, or says that it cannot.
 */
@Tag("chamber")
final class ForgedPathTest {

    /** Stands in a removed folder whose printed name is a link to somewhere else. */
    private static final String IN_A_REMOVED_FOLDER =
            """
            import os, shutil, ctypes, mmap
            def run(path, *argv, **how):
                pid = os.fork()
                if pid == 0:
                    try: os.execv(path, list(argv))
                    finally: os._exit(7)
                os.waitpid(pid, 0)
            os.makedirs("/tmp/e/y")
            shutil.copy("/bin/true", "/tmp/e/git")
            os.makedirs("/tmp/honest/deep")
            shutil.copy("/bin/true", "/tmp/honest/git")
            os.chdir("/tmp/e/y")
            held = os.open(".", os.O_PATH)
            os.rmdir("/tmp/e/y")
            os.symlink("/tmp/honest/deep", "/tmp/e/y (deleted)")
            """;

    @TempDir Path home;

    private Trial python(String script) throws Exception {
        Files.writeString(home.resolve("script.py"), script);
        try (var executor = OciRuntimes.choose(OciRuntimes.Preference.CRUN, word -> {})) {
            return Trial.run(
                    executor,
                    new NotifySensor(Map.of(), CanaryFinder.none()),
                    home,
                    "/usr/bin/python3",
                    "-SE",
                    "script.py");
        }
    }

    private static List<ProcessStarted> executed(Trial trial) {
        assertThat(trial.stderr()).isEmpty();
        return trial.of(ProcessStarted.class).skip(1).toList();
    }

    @Test
    void aProgramBesideARemovedFolderIsNamed() throws Exception {
        Trial trial = python(IN_A_REMOVED_FOLDER + "run('../git', 'x')");

        assertThat(executed(trial))
                .extracting(ProcessStarted::path, ProcessStarted::image)
                .containsExactly(tuple("/tmp/e/git", Image.FILE));
    }

    @Test
    void soIsAFileBesideIt() throws Exception {
        Trial trial =
                python(
                        IN_A_REMOVED_FOLDER
                                + """
                                open("../git").close()
                                os.close(os.open("../git", os.O_RDONLY, dir_fd=held))
                                os.close(os.open("/proc/self/cwd/../git", os.O_RDONLY))
                                """);

        assertThat(trial.stderr()).isEmpty();
        assertThat(trial.of(FileOpened.class).filter(f -> f.asked().endsWith("../git")))
                .hasSize(3)
                .allSatisfy(
                        f -> {
                            assertThat(f.path()).isEqualTo("/tmp/e/git");
                            assertThat(f.access()).isEqualTo(Access.READ);
                            assertThat(f.found()).isTrue();
                        });
    }

    @Test
    void aNameThatOnlyEndsLikeARemovedOneIsNotShortened() throws Exception {
        Trial trial =
                python(
                        """
                        import os, shutil
                        shutil.copy("/bin/true", "/tmp/git (deleted)")
                        fd = os.open("/tmp/git (deleted)", os.O_RDONLY)
                        os.link("/tmp/git (deleted)", "/tmp/other")
                        os.set_inheritable(fd, True)
                        os.execve(fd, ["x"], {})
                        """);

        assertThat(executed(trial))
                .extracting(ProcessStarted::path)
                .containsExactly("/tmp/git (deleted)");
        assertThat(executed(trial).getFirst().image()).isEqualTo(Image.FILE);
    }

    @Test
    void aFileThatLostThisNameAndHasAnotherIsSaidToBeUncertain() throws Exception {
        Trial trial =
                python(
                        """
                        import os, shutil
                        shutil.copy("/bin/true", "/tmp/a")
                        os.link("/tmp/a", "/tmp/b")
                        fd = os.open("/tmp/a", os.O_RDONLY)
                        os.set_inheritable(fd, True)
                        os.unlink("/tmp/a")
                        open("/proc/self/fd/%d" % fd).close()
                        os.execve(fd, ["x"], {})
                        """);

        assertThat(executed(trial).getFirst().path()).isEqualTo("/tmp/a");
        assertThat(executed(trial).getFirst().notable())
                .containsExactly(
                        "its path is uncertain: this name was removed, but the file has another");
        assertThat(trial.of(CallNoted.class))
                .contains(
                        new CallNoted(
                                "path",
                                "/tmp/a is uncertain: this name was removed, but the file has"
                                        + " another"));
    }

    @Test
    void aPathTooLongToPrintIsSaidToBeUncertain() throws Exception {
        Trial trial =
                python(
                        """
                        import os, shutil
                        shutil.copy("/bin/true", "/tmp/git")
                        os.chdir("/tmp")
                        for _ in range(20):
                            os.mkdir("x" * 250)
                            os.chdir("x" * 250)
                        shutil.copy("/tmp/git", "git")
                        os.execv("./git", ["git"])
                        """);

        assertThat(executed(trial).getFirst().notable())
                .containsExactly(
                        "its path is uncertain: the path is longer than the kernel prints");
    }

    /**
     * Another process changes the text of the path while the kernel reads it. Whatever the kernel
     * ran in the end is in the evidence.
     */
    @Test
    void aProgramThatWasExchangedUnderOurEyesIsTold() throws Exception {
        Trial trial =
                python(
                        """
                        import os, shutil, ctypes, mmap
                        os.mkdir("/home/dev/in")
                        shutil.copy("/bin/sh", "/home/dev/in/sh")
                        good, evil = b"/bin/sh\\0", b"/home/dev/in/sh\\0"
                        shared = mmap.mmap(-1, 4096)
                        at = ctypes.addressof(ctypes.c_char.from_buffer(shared))
                        libc = ctypes.CDLL(None)
                        argv = (ctypes.c_char_p * 4)(b"sh", b"-c", b"readlink /proc/$$/exe; :", None)
                        none = (ctypes.c_char_p * 1)(None)
                        for _ in range(60):
                            shared.seek(0); shared.write(good)
                            flipper = os.fork()
                            if flipper == 0:
                                while True:
                                    ctypes.memmove(at, good, len(good))
                                    ctypes.memmove(at, evil, len(evil))
                            child = os.fork()
                            if child == 0:
                                libc.syscall(59, ctypes.c_void_p(at), argv, none)
                                os._exit(7)
                            os.waitpid(child, 0)
                            os.kill(flipper, 9)
                            os.waitpid(flipper, 0)
                        """);

        long ran = trial.stdout().lines().filter(l -> l.equals("/home/dev/in/sh")).count();
        assertThat(ran).isPositive();
        Map<Integer, ProcessStarted> last = new HashMap<>();
        executed(trial).forEach(p -> last.put(p.process(), p));
        assertThat(last.values().stream().filter(p -> p.path().equals("/home/dev/in/sh")))
                .hasSize((int) ran);
        assertThat(executed(trial))
                .anySatisfy(
                        p ->
                                assertThat(p.notable())
                                        .anyMatch(n -> n.startsWith(ExecWitness.EXCHANGED)));
    }
}
