package io.mcpsf.linux;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpsf.os.Child;
import io.mcpsf.os.Command;

import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;

@Tag("chamber")
final class CgroupTest {

    @Test
    void readsAUnifiedHost(@TempDir Path root) throws Exception {
        Files.writeString(root.resolve("cgroup.controllers"), "cpuset cpu io memory pids\n");
        Path mounts =
                Files.writeString(
                        root.resolve("mountinfo"),
                        "29 23 0:26 / " + root + " rw,nosuid - cgroup2 cgroup2 rw\n");

        Cgroups host = Cgroups.read(mounts);

        assertThat(host.flavour()).isEqualTo(Cgroups.Flavour.V2);
        assertThat(host.missing()).isEmpty();
        assertThat(host.roots()).containsExactly(root);
    }

    @Test
    void readsThisHost() {
        assertThat(Cgroups.here().flavour()).isNotEqualTo(Cgroups.Flavour.NONE);
    }

    @Test
    void setsTheLimitsOfAUnifiedHierarchy(@TempDir Path root) throws Exception {
        Files.createFile(root.resolve("cgroup.subtree_control"));
        Map<String, Path> controllers = Map.of("memory", root, "cpu", root, "pids", root);
        var host = new Cgroups(Cgroups.Flavour.V2, controllers, List.of(root));
        Cgroup group = Cgroup.named(host, "abc");

        group.make(1 << 20, 1.5, 7);

        Path folder = root.resolve("abc");
        assertThat(folder.resolve("memory.max")).hasContent("1048576");
        assertThat(folder.resolve("cpu.max")).hasContent("150000 100000");
        assertThat(folder.resolve("pids.max")).hasContent("7");
        Files.writeString(folder.resolve("memory.events"), "low 0\noom 3\noom_kill 2\n");
        Files.writeString(folder.resolve("pids.events"), "max 11\n");
        Files.writeString(folder.resolve("cpu.stat"), "usage_usec 42000\n");
        Files.writeString(folder.resolve("memory.peak"), "99\n");
        assertThat(group.counters()).isEqualTo(new Cgroup.Counters(42, 99, -1, 11, 2));
    }

    /** The unified hierarchy kills by itself, also one that has no controllers. */
    @Test
    void killsEverybodyInAUnifiedGroup() throws Exception {
        List<Path> unified = Cgroups.unifiedMounts();
        Assumptions.assumeFalse(unified.isEmpty(), "no unified hierarchy");
        Path root = unified.getFirst();
        var host = new Cgroups(Cgroups.Flavour.V2, Map.of("", root), List.of(root));
        Cgroup group = Cgroup.named(host, "t" + System.nanoTime());
        group.make(1 << 20, 1, 10);
        try (Child process = Command.of("sleep", "99").start()) {
            Files.writeString(group.memberFiles().getFirst(), Long.toString(process.pid()));
            assertThat(group.members()).containsExactly(process.pid());

            assertThat(group.killAll(Duration.ofSeconds(2))).isTrue();
            assertThat(process.await()).isEqualTo(137);
        } finally {
            group.remove(Duration.ofSeconds(2));
        }
        assertThat(group.folders()).allMatch(folder -> !Files.exists(folder));
    }
}
