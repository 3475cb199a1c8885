package io.mcpsf.sandbox.oci;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpsf.model.Exit;
import io.mcpsf.sandbox.Place;
import io.mcpsf.sandbox.Trial;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;

/** Python is what is started, so it is always among the programs. */
@Tag("chamber")
final class AllowedProgramsTest {

    /** Says how each way to execute something ended. */
    private static final String WAYS =
            """
            import os, shutil, subprocess, ctypes
            def way(name, *argv, **more):
                try:
                    done = subprocess.run(argv, capture_output=True, **more)
                    print(name, 'ran' if done.returncode == 0 else 'failed')
                except OSError as e:
                    print(name, type(e).__name__)
            way('named', 'ls', '/')
            way('another', 'cat', '/etc/hostname')
            way('by its path', '/usr/bin/id')
            way('a helper', '/usr/lib/git-core/git', 'version')
            way('itself', '/usr/bin/python3', '-c', '1')
            shutil.copy('/usr/bin/ls', '/tmp/copy')
            way('a copy', '/tmp/copy', '/')
            way('a copy by the loader', '/lib64/ld-linux-x86-64.so.2', '/tmp/copy', '/')
            way('a copy in shared memory', shutil.copy('/usr/bin/ls', '/dev/shm/copy'), '/')
            open('/tmp/script', 'w').write('#!/usr/bin/python3\\n')
            os.chmod('/tmp/script', 0o755)
            way('a script', '/tmp/script')
            way('a link', os.symlink('/usr/bin/id', '/tmp/link') or '/tmp/link')
            try:
                memory = os.memfd_create('x')
                os.write(memory, open('/usr/bin/ls', 'rb').read())
                way('memory', '/proc/self/fd/%d' % memory, '/', pass_fds=[memory])
            except OSError as e:
                print('memory', type(e).__name__)
            way('of the package', '/package/tool', '/')
            way('of the package, named', '/package/named', '/')
            ctypes.CDLL('libm.so.6').cos
            print('a library', 'loaded')
            """;

    private final OciExecutor crun = OciRuntimes.choose(OciRuntimes.Preference.CRUN, line -> {});
    private final Trial trial = new Trial(crun);

    @TempDir Path folder;

    @BeforeEach
    void aPackageWithProgramsOfItsOwn() throws IOException {
        for (String name : new String[] {"tool", "named"}) {
            Files.copy(Path.of("/usr/bin/ls"), folder.resolve(name));
            Files.setPosixFilePermissions(
                    folder.resolve(name), PosixFilePermissions.fromString("rwxr-xr-x"));
        }
    }

    @AfterEach
    void close() {
        crun.close();
    }

    @Test
    void nothingIsExecutedButWhatIsNamed() {
        Trial.Said said = trial.run(ways().only("ls", "/package/named"));

        assertThat(said.out())
                .as(said.err())
                .isEqualTo(
                        """
                        named ran
                        another FileNotFoundError
                        by its path FileNotFoundError
                        a helper FileNotFoundError
                        itself ran
                        a copy PermissionError
                        a copy by the loader failed
                        a copy in shared memory PermissionError
                        a script PermissionError
                        a link FileNotFoundError
                        memory PermissionError
                        of the package FileNotFoundError
                        of the package, named ran
                        a library loaded
                        """);
    }

    /** What shows that the other test is about the programs. */
    @Test
    void withoutNamesAllOfThemAre() {
        assertThat(trial.run(ways()).out())
                .contains("another ran", "a copy ran", "a script ran", "memory ran")
                .contains("a copy by the loader ran", "of the package ran");
    }

    @Test
    void gitBringsItsHelpers() {
        Trial.Said said =
                trial.run(
                        trial.pythonSpec(
                                        """
                                        import subprocess
                                        subprocess.run(['git', 'init', '-q', '/tmp/a'], check=True)
                                        subprocess.run(['/usr/lib/git-core/git', '-C', '/tmp/a', 'fsck'], check=True)
                                        """)
                                .only("git"));

        assertThat(said.exit()).as(said.err()).isEqualTo(new Exit.Code(0));
    }

    private Trial.Draft ways() {
        return trial.pythonSpec(WAYS).place(new Place.Shown(folder, "/package"));
    }
}
