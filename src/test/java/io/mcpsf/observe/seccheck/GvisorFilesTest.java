package io.mcpsf.observe.seccheck;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpsf.model.FileObservation.Access;
import io.mcpsf.model.FileObservation.Act;
import io.mcpsf.model.FileObservation.BaitTouched;
import io.mcpsf.model.FileObservation.FileActed;
import io.mcpsf.model.FileObservation.FileOpened;
import io.mcpsf.model.FileObservation.Touch;
import io.mcpsf.model.SocketObservation.BaitLeft;
import io.mcpsf.observe.Trial;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What gVisor tells of files, and of those that are bait. */
@Tag("release")
@Tag("chamber")
final class GvisorFilesTest extends OnGvisor {

    @Test
    void filesAreSeenWithWhatIsAskedOfThem() throws Exception {
        Trial trial =
                python(
                        """
                        import os
                        open("new", "w").close()
                        open("new", "a").close()
                        open("new").close()
                        os.listdir(".")
                        try: open("/etc/shadow")
                        except OSError: pass
                        open("/proc/self/status").close()
                        open("/proc/%d/status" % os.getpid()).close()
                        os.open("/etc/hostname", os.O_PATH)
                        """);

        assertThat(trial.of(FileOpened.class))
                .contains(
                        new FileOpened("/home/dev/new", "new", Access.CREATE, false),
                        new FileOpened("/home/dev/new", "new", Access.WRITE, true),
                        new FileOpened("/home/dev/new", "new", Access.READ, true),
                        new FileOpened("/home/dev", ".", Access.LOOK, true),
                        new FileOpened("/etc/shadow", "/etc/shadow", Access.READ, false),
                        new FileOpened("/proc/self/status", "/proc/self/status", Access.READ, true),
                        new FileOpened("/proc/self/status", "/proc/1/status", Access.READ, true),
                        new FileOpened("/etc/hostname", "/etc/hostname", Access.LOOK, true));
    }

    @Test
    void filesThatAreMadeOneAfterTheOtherAreAllSeenBeingMade() throws Exception {
        Trial trial = python("for i in range(2000): open('n%d' % i, 'w').close()");

        assertThat(trial.of(FileOpened.class))
                .filteredOn(opened -> opened.asked().matches("n[0-9]+"))
                .hasSize(2000)
                .allSatisfy(
                        opened -> {
                            assertThat(opened.access()).isEqualTo(Access.CREATE);
                            assertThat(opened.found()).isFalse();
                        });
    }

    @Test
    void deedsOnPathsAreSeen() throws Exception {
        Trial trial =
                python(
                        """
                        import os, time
                        os.mkdir("d")
                        time.sleep(0.1)
                        os.chdir("d")
                        open("f", "w").close()
                        os.chmod("f", 0o755)
                        os.symlink("/etc/passwd", "s")
                        open("g", "w").close()
                        os.rename("g", "../h")
                        open("e", "w").close()
                        os.unlink("e")
                        """);

        assertThat(trial.stderr()).isEmpty();
        assertThat(trial.of(FileActed.class))
                .contains(
                        new FileActed(Act.MKDIR, "/home/dev/d", ""),
                        new FileActed(Act.CHMOD, "/home/dev/d/f", "0755"),
                        new FileActed(Act.SYMLINK, "/home/dev/d/s", "/etc/passwd"),
                        new FileActed(Act.RENAME, "/home/dev/d/g", "/home/dev/h"),
                        new FileActed(Act.DELETE, "/home/dev/d/e", ""));
        assertThat(trial.seen())
                .filteredOn(s -> s.what() instanceof FileActed)
                .allSatisfy(s -> assertThat(s.process()).isEqualTo(1));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "open('/home/dev/.ssh/id_rsa').read()",
                "open('.ssh/../.ssh/./id_rsa').read()",
                "os.chdir('.ssh'); open('id_rsa').read()",
                "os.symlink('.ssh', 'a'); os.symlink('/home/dev/a/id_rsa', 'b'); open('b').read()",
                "os.link('.ssh/id_rsa', 'plain.txt'); open('plain.txt').read()",
                "open('/proc/self/root/home/dev/.ssh/id_rsa').read()",
                "os.chdir('.ssh'); open('/proc/self/cwd/id_rsa').read()",
                "d = os.open('.ssh', os.O_PATH); os.open('id_rsa', os.O_RDONLY, dir_fd=d)",
                "d = os.open('.ssh', os.O_RDONLY); open('/proc/self/fd/%d/id_rsa' % d).read()",
                "os.symlink('/proc/self/root', 'r'); open('r/home/dev/.ssh/id_rsa').read()",
                "os.symlink(b'.ssh', b'\\xff'); open(b'\\xff/id_rsa').read()",
                "os.symlink('.ssh', 'a'); f = open('a/id_rsa'); os.unlink('a'); f.read()",
            })
    void baitIsKnownHoweverItIsReached(String way) throws Exception {
        plantBait();

        Trial trial = python("import os\n" + way);

        assertThat(trial.stderr()).isEmpty();
        assertThat(trial.of(BaitTouched.class)).filteredOn(b -> b.touch() == Touch.READ).hasSize(1);
    }

    @Test
    void whatIsDoneToBaitIsToldApart() throws Exception {
        plantBait();

        Trial trial =
                python(
                        """
                        import os
                        open(".ssh/id_rsa", "a").write("x")
                        os.rename(".ssh/id_rsa", "k")
                        os.unlink("k")
                        """);

        assertThat(trial.of(BaitTouched.class))
                .extracting(BaitTouched::touch)
                .containsExactly(Touch.WRITE, Touch.MOVE, Touch.DELETE);
    }

    @Test
    void lookingAtBaitIsNotTouchingIt() throws Exception {
        plantBait();

        Trial trial =
                python("import os\nos.stat('.ssh/id_rsa'); os.open('.ssh/id_rsa', os.O_PATH)");

        assertThat(trial.of(BaitTouched.class)).isEmpty();
    }

    @Test
    void baitInArgumentsHasLeft() throws Exception {
        Trial trial = shell("/bin/true x=" + CANARY);

        assertThat(trial.of(BaitLeft.class))
                .contains(new BaitLeft("ssh-key", "ssh", "argv", "/usr/bin/true", "plain"));
    }
}
