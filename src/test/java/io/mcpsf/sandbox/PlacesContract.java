package io.mcpsf.sandbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** What folders a sample gets, and that they lead nowhere else. */
interface PlacesContract {

    Trial trial();

    /** An empty folder on the host, of this test alone. */
    Path seeds();

    /** Whether the host knows the sandbox's users and counts its processes. */
    boolean sharesTheKernel();

    @Test
    default void fillsScratchPlacesFromTheirSeeds() throws Exception {
        Path home = Files.createDirectories(seeds().resolve("home"));
        Files.createDirectories(home.resolve(".ssh"));
        Files.writeString(home.resolve(".ssh/key"), "secret");
        Files.createSymbolicLink(home.resolve("out"), Path.of("/etc/passwd"));
        Path work = Files.createDirectory(seeds().resolve("work"));
        Files.writeString(work.resolve("server.py"), "print('hi')");
        var spec =
                trial().spec(
                                List.of(
                                        "sh",
                                        "-c",
                                        "cat ~/.ssh/key; stat -c ' %U' ~/.ssh/key"
                                                + " /home/alice/work/server.py; echo more"
                                                + " >/home/alice/work/new; ls -A ~; echo ready;"
                                                + " read x"))
                        .place(new Place.Scratch(home, "/home/alice"))
                        .place(new Place.Scratch(work, "/home/alice/work"));
        try (Sandbox sandbox = trial().start(spec)) {
            String said = Trial.readUntil(sandbox, "ready\n");

            assertThat(said).startsWith("secret alice\n alice\n").contains(".ssh").contains("work");
            assertThat(said).doesNotContain("out");
            assertThat(sandbox.outside("/home/alice/work").resolve("new")).hasContent("more\n");
            assertThat(sandbox.outside("/home/alice").resolve(".ssh/key")).hasContent("secret");
        }
        assertThat(home.resolve(".ssh/key")).hasContent("secret");
        assertThat(work.resolve("new")).doesNotExist();
    }

    @Test
    default void theLinksOfAnInstallationLeadToTheSystemOfTheSandbox() throws IOException {
        Path installed = Files.createDirectory(seeds().resolve("installed"));
        Path programs = Files.createDirectory(installed.resolve("bin"));
        Files.createSymbolicLink(programs.resolve("users"), Path.of("/etc/passwd"));
        var spec =
                trial().spec(
                                List.of(
                                        "sh",
                                        "-c",
                                        "grep -c '^alice:' /opt/server/bin/users; echo more"
                                                + " >/opt/server/log && cat /opt/server/log"))
                        .place(new Place.Scratch(installed, "/opt/server", true));

        assertThat(trial().run(spec).out()).isEqualTo("1\nmore\n");
        assertThat(installed.resolve("log")).doesNotExist();
    }

    @Test
    default void showsPlacesReadOnly() throws IOException {
        Path shown = Files.createDirectory(seeds().resolve("shown"));
        Files.writeString(shown.resolve("file"), "look");
        Path single = Files.writeString(seeds().resolve("single"), "one");

        var said =
                trial().run(
                                trial().spec(
                                                List.of(
                                                        "sh",
                                                        "-c",
                                                        "cat /srv/shown/file /etc/single; touch"
                                                                + " /srv/shown/x || echo refused"))
                                        .place(new Place.Shown(shown, "/srv/shown"))
                                        .place(new Place.Shown(single, "/etc/single")));

        assertThat(said.out()).isEqualTo("lookonerefused\n");
        // gVisor asks whose it is before it asks how it is mounted.
        assertThat(said.err())
                .contains(sharesTheKernel() ? "Read-only file system" : "Permission denied");
    }

    @Test
    default void aLinkInASeedIsNoWayOut() throws IOException {
        Path home = Files.createDirectory(seeds().resolve("home"));
        Files.createDirectory(home.resolve("sub"));
        Files.createSymbolicLink(home.resolve("inside"), Path.of("sub"));
        Path other = Files.createDirectory(seeds().resolve("other"));
        var spec =
                trial().spec(List.of("true"))
                        .place(new Place.Scratch(home, "/home/alice"))
                        .place(new Place.Scratch(other, "/home/alice/inside"));

        assertThatThrownBy(() -> trial().start(spec)).isInstanceOf(ExecutorException.class);
    }

    @Test
    default void aMissingSeedIsNoStart() {
        var spec =
                trial().spec(List.of("true"))
                        .place(new Place.Scratch(seeds().resolve("missing"), "/home/alice/x"));

        assertThatThrownBy(() -> trial().start(spec)).isInstanceOf(ExecutorException.class);
    }
}
