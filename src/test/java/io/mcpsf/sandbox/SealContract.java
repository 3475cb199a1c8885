package io.mcpsf.sandbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.mcpsf.os.Command;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Whom a sample is, what it sees, and what it cannot reach. */
interface SealContract {

    Trial trial();

    /** Whether the host knows the sandbox's users and counts its processes. */
    boolean sharesTheKernel();

    /** The namespaces of the host that a sandbox's first process has for itself. */
    List<String> namespaces();

    @Test
    default void isWhoThePersonaSays() {
        var said = trial().shell("id -u; id -g; id -un; hostname; echo ~alice; pwd");

        assertThat(said.out().lines())
                .containsExactly("1000", "1000", "alice", "thinkpad", "/home/alice", "/tmp");
    }

    @Test
    default void hasNoPowerAndCannotGainAny() {
        var said = trial().shell("grep -E '^(Cap|NoNewPrivs|Seccomp:)' /proc/self/status");

        assertThat(said.out().lines().filter(line -> line.startsWith("Cap")))
                .hasSize(sharesTheKernel() ? 5 : 4)
                .allMatch(line -> line.endsWith("\t0000000000000000"));
        assertThat(said.out()).contains("Seccomp:\t2");
        if (sharesTheKernel()) {
            assertThat(said.out()).contains("NoNewPrivs:\t1"); // gVisor does not tell.
        }
    }

    @Test
    default void cannotWriteOutsideItsScratchPlaces() {
        var said =
                trial().shell(
                                "for f in / /etc /usr /usr/bin /var /root /home /opt"
                                    + " /proc/sys/kernel; do touch $f/x 2>/dev/null && echo wrote"
                                    + " $f; done; echo done");

        assertThat(said.out()).isEqualTo("done\n");
    }

    @Test
    default void seesNothingOfTheHost() throws IOException {
        var said =
                trial().shell(
                                "ls -A /root /home /run /opt /srv /mnt /sys /boot /work"
                                    + " 2>/dev/null; ls -d /proc/[0-9]* | wc -l; cat /etc/passwd"
                                    + " /etc/hostname");

        assertThat(said.out()).contains("alice").doesNotContain("mcpsf");
        assertThat(said.out()).doesNotContain(InetAddress.getLocalHost().getHostName());
        assertThat(said.out().lines().filter(line -> line.matches("\\d+")))
                .allMatch(count -> Integer.parseInt(count) < 6);
        assertThat(Files.readString(Path.of("/etc/passwd"))).isNotEqualTo(said.out());
    }

    @Test
    default void seesNothingOfUs() {
        var said =
                trial().shell(
                                "cat /proc/self/mountinfo /proc/self/cgroup /proc/self/environ"
                                    + " /proc/1/cmdline /proc/self/status; ls -la /proc/self/fd");

        assertThat(said.out()).doesNotContainIgnoringCase("mcpsf").doesNotContain("/run/");
        assertThat(said.out().lines().filter(line -> line.matches("\\d+:.*:/.*")))
                .allMatch(line -> line.endsWith(":/"));
    }

    @Test
    default void hasNoNetworkButItself() {
        var said = trial().shell("tail -n +3 /proc/net/dev; cat /proc/net/route | tail -n +2");

        assertThat(said.out().lines()).hasSize(1).allMatch(line -> line.strip().startsWith("lo:"));
    }

    @Test
    default void joinsANetworkMadeBeforehand() throws Exception {
        String name = "t" + System.nanoTime();
        Command.of("ip", "netns", "add", name).run();
        try {
            Command.of("ip", "-n", name, "link", "add", "eth0", "type", "veth").run();
            Command.of("ip", "-n", name, "address", "add", "192.0.2.2/24", "dev", "eth0").run();
            Command.of("ip", "-n", name, "link", "set", "eth0", "up").run();
            var network = new World.Network.Joined(Path.of("/run/netns", name), "100.64.0.1");

            var said =
                    trial().run(
                                    trial().spec(
                                                    List.of(
                                                            "sh",
                                                            "-c",
                                                            "tail -n +3 /proc/net/dev; ip link set"
                                                                + " eth0 down"))
                                            .network(network));

            assertThat(said.out()).contains("eth0:");
            assertThat(said.err()).containsAnyOf("not permitted", "Permission denied");
        } finally {
            Command.of("ip", "netns", "delete", name).run();
        }
    }

    @Test
    default void refusesToJoinTheHostsNetwork() {
        var network = new World.Network.Joined(Path.of("/proc/self/ns/net"), "100.64.0.1");
        var spec = trial().spec(List.of("true")).network(network);

        assertThatThrownBy(() -> trial().start(spec))
                .isInstanceOf(ExecutorException.class)
                .hasMessageContaining("network of the host");
    }

    @Test
    default void twoAtOnceDoNotMeet() throws Exception {
        var spec =
                trial().spec(
                                List.of(
                                        "sh",
                                        "-c",
                                        "echo mine >/tmp/mine; echo ready; read x; ls /tmp; ls -d"
                                                + " /proc/[0-9]* | wc -l"));
        try (Sandbox first = trial().start(spec);
                Sandbox second = trial().start(spec)) {
            first.pipes().stdout().readNBytes(6);
            second.pipes().stdout().readNBytes(6);
            Path stranger = second.outside("/tmp").resolve("stranger");
            Files.createFile(stranger);

            if (sharesTheKernel()) {
                assertThat(uid(first)).isNotEqualTo(uid(second)).isGreaterThan(65536);
            }
            for (String kind : namespaces()) {
                assertThat(namespace(first, kind)).isNotEqualTo(namespace(second, kind));
                assertThat(namespace(first, kind))
                        .isNotEqualTo(Files.readSymbolicLink(Path.of("/proc/self/ns", kind)));
            }
            first.pipes().stdin().close();
            assertThat(new String(first.pipes().stdout().readAllBytes(), UTF_8))
                    .startsWith("mine\n")
                    .doesNotContain("stranger");
        }
    }

    private static int uid(Sandbox sandbox) throws IOException {
        return (int) Files.getAttribute(Path.of("/proc", sandbox.pid() + ""), "unix:uid");
    }

    private static Path namespace(Sandbox sandbox, String kind) throws IOException {
        return Files.readSymbolicLink(Path.of("/proc", sandbox.pid() + "", "ns", kind));
    }
}
