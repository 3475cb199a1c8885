package io.mcpsf.linux;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Pattern;

/**
 * One control group with our limits on it, under the same name in every hierarchy that it needs.
 * Its counters stay readable until it is removed.
 */
public final class Cgroup {

    /** A violation must end within a tenth of a second of being seen. */
    private static final long FREEZING_NANOS = 60_000_000;

    private static final int PERIOD_MICROS = 100_000;
    private static final Pattern NUMBER = Pattern.compile("\\d{1,18}");

    private final Cgroups.Flavour flavour;
    private final Map<String, Path> folders;
    private final List<Path> everywhere;

    private Cgroup(Cgroups.Flavour flavour, Map<String, Path> folders, List<Path> everywhere) {
        this.flavour = flavour;
        this.folders = folders;
        this.everywhere = everywhere;
    }

    /** What the kernel counted; -1 for what it does not count here. */
    public record Counters(
            long cpuMillis, long memoryPeak, long pidsPeak, long forksRefused, long memoryKills) {}

    /** A group by that name at the top of each hierarchy; nothing is made yet. */
    public static Cgroup named(Cgroups host, String name) {
        Map<String, Path> folders = new TreeMap<>();
        host.controllers().forEach((controller, at) -> folders.put(controller, at.resolve(name)));
        List<Path> everywhere = host.roots().stream().map(root -> root.resolve(name)).toList();
        return new Cgroup(host.flavour(), folders, folders.isEmpty() ? List.of() : everywhere);
    }

    /**
     * The group that a process is in, made and removed by somebody else; one that limits nothing
     * when the process is in no group of its own.
     */
    public static Cgroup around(Cgroups host, long pid) {
        Map<String, Path> folders = new TreeMap<>();
        for (String line : text(Path.of("/proc", Long.toString(pid), "cgroup")).lines().toList()) {
            String[] parts = line.split(":", 3);
            if (parts.length < 3 || parts[2].equals("/") || parts[2].contains("/..")) {
                continue;
            }
            for (var controller : host.controllers().entrySet()) {
                boolean listed = List.of(parts[1].split(",")).contains(controller.getKey());
                if (listed || (parts[1].isEmpty() && host.flavour() == Cgroups.Flavour.V2)) {
                    Path at = controller.getValue().resolve(parts[2].substring(1));
                    folders.put(controller.getKey(), at);
                }
            }
        }
        return new Cgroup(host.flavour(), folders, List.of());
    }

    /** Whether it limits and counts anything: there may be no hierarchy that we can write to. */
    public boolean real() {
        return !folders.isEmpty();
    }

    /** The folders that make up this group, each once. */
    public List<Path> folders() {
        return folders.values().stream().distinct().toList();
    }

    /** Where a runtime that is told of this group may make it, besides our own folders. */
    public List<Path> everywhere() {
        return everywhere;
    }

    /** Makes the group and sets the limits; memory gets no swap. */
    public void make(long memoryBytes, double cpus, int processes) {
        long quota = Math.max(1000, Math.round(cpus * PERIOD_MICROS));
        if (!real()) {
            return;
        }
        for (Path folder : folders()) {
            if (flavour == Cgroups.Flavour.V2) {
                enable(folder.resolveSibling("cgroup.subtree_control"));
            }
            create(folder);
        }
        if (flavour == Cgroups.Flavour.V2) {
            Path folder = folders().getFirst();
            set("memory", "memory.max", Long.toString(memoryBytes));
            setIfThere(folder.resolve("memory.swap.max"), "0");
            set("cpu", "cpu.max", quota + " " + PERIOD_MICROS);
            set("pids", "pids.max", Integer.toString(processes));
        } else {
            set("memory", "memory.limit_in_bytes", Long.toString(memoryBytes));
            if (folders.containsKey("memory")) {
                Path memory = folder("memory");
                setIfThere(
                        memory.resolve("memory.memsw.limit_in_bytes"), Long.toString(memoryBytes));
                setIfThere(memory.resolve("memory.swappiness"), "0");
            }
            set("cpu", "cpu.cfs_period_us", Integer.toString(PERIOD_MICROS));
            set("cpu", "cpu.cfs_quota_us", Long.toString(quota));
            set("pids", "pids.max", Integer.toString(processes));
        }
    }

    /** Moves a process (all its threads) back to the top of every hierarchy. */
    public void moveOut(long pid) {
        for (Path folder : folders()) {
            setIfThere(folder.resolveSibling("cgroup.procs"), Long.toString(pid));
        }
    }

    /** The files whose lines are the members' ids. */
    public List<Path> memberFiles() {
        return folders().stream().map(folder -> folder.resolve("cgroup.procs")).toList();
    }

    public List<Long> members() {
        List<Long> all = new ArrayList<>();
        for (Path file : memberFiles()) {
            text(file)
                    .lines()
                    .map(Long::parseLong)
                    .filter(pid -> pid > 1 && !all.contains(pid))
                    .forEach(all::add);
        }
        return all;
    }

    /** Freezes, kills and thaws until nobody is left, or that time is over; true when empty. */
    public boolean killAll(Duration atMost) {
        long end = System.nanoTime() + atMost.toNanos();
        while (true) {
            List<Long> members = members();
            if (members.isEmpty()) {
                return true;
            }
            if (flavour == Cgroups.Flavour.V2
                    && setIfThere(folders().getFirst().resolve("cgroup.kill"), "1")) {
                LockSupport.parkNanos(500_000);
            } else {
                freeze(true);
                members().forEach(pid -> Processes.signal(pid, Processes.SIGKILL));
                freeze(false);
            }
            if (System.nanoTime() > end) {
                return members().isEmpty();
            }
            LockSupport.parkNanos(500_000);
        }
    }

    /** Lets no member run any more; true when the kernel says that none does. */
    public boolean freezeAll() {
        long end = System.nanoTime() + FREEZING_NANOS;
        freeze(true);
        while (!frozen() && System.nanoTime() < end) {
            LockSupport.parkNanos(200_000);
        }
        return frozen();
    }

    /** Lets everybody go on. */
    public void thawAll() {
        freeze(false);
    }

    /** Bytes in use at this moment; -1 when nobody counts. */
    public long memoryNow() {
        if (!real()) {
            return -1;
        }
        return flavour == Cgroups.Flavour.V2
                ? number(folders().getFirst().resolve("memory.current"))
                : number(folder("memory").resolve("memory.usage_in_bytes"));
    }

    private boolean frozen() {
        return flavour == Cgroups.Flavour.V2
                ? field(folders().getFirst().resolve("cgroup.events"), "frozen") == 1
                : text(folder("freezer").resolve("freezer.state")).startsWith("FROZEN");
    }

    public Counters counters() {
        if (!real()) {
            return new Counters(-1, -1, -1, -1, -1);
        }
        if (flavour == Cgroups.Flavour.V2) {
            Path folder = folders().getFirst();
            long micros = field(folder.resolve("cpu.stat"), "usage_usec");
            return new Counters(
                    micros < 0 ? -1 : micros / 1000,
                    number(folder.resolve("memory.peak")),
                    number(folder.resolve("pids.peak")),
                    forksRefused(),
                    field(folder.resolve("memory.events"), "oom_kill"));
        }
        long nanos = number(folder("cpuacct").resolve("cpuacct.usage"));
        return new Counters(
                nanos < 0 ? -1 : nanos / 1_000_000,
                number(folder("memory").resolve("memory.max_usage_in_bytes")),
                number(folder("pids").resolve("pids.peak")),
                forksRefused(),
                field(folder("memory").resolve("memory.oom_control"), "oom_kill"));
    }

    /** One of them alone, for who asks all the time; negative when nobody counts. */
    public long forksRefused() {
        return real() ? field(pids().resolve("pids.events"), "max") : -1;
    }

    private Path pids() {
        return flavour == Cgroups.Flavour.V2 ? folders().getFirst() : folder("pids");
    }

    /** Removes the group, which must be empty; zombies of the last moment are waited for. */
    public void remove(Duration atMost) {
        long end = System.nanoTime() + atMost.toNanos();
        for (Path folder : everywhere) {
            while (true) {
                try {
                    Files.deleteIfExists(folder);
                    break;
                } catch (IOException e) {
                    if (System.nanoTime() > end) {
                        throw new UncheckedIOException("cannot remove " + folder, e);
                    }
                    LockSupport.parkNanos(1_000_000);
                }
            }
        }
    }

    private void freeze(boolean frozen) {
        if (flavour == Cgroups.Flavour.V2) {
            setIfThere(folders().getFirst().resolve("cgroup.freeze"), frozen ? "1" : "0");
            return;
        }
        Path state = folder("freezer").resolve("freezer.state");
        setIfThere(state, frozen ? "FROZEN" : "THAWED");
        long end = System.nanoTime() + 20_000_000;
        while (frozen && !text(state).startsWith("FROZEN") && System.nanoTime() < end) {
            LockSupport.parkNanos(200_000);
        }
    }

    private Path folder(String controller) {
        return folders.getOrDefault(controller, Path.of("/nonexistent"));
    }

    private void set(String controller, String file, String value) {
        if (!folders.containsKey(controller)) {
            return;
        }
        try {
            Files.writeString(folder(controller).resolve(file), value);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot set " + file + " to " + value, e);
        }
    }

    private static boolean setIfThere(Path file, String value) {
        if (!Files.exists(file)) {
            return false;
        }
        try {
            Files.writeString(file, value);
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    private static void create(Path folder) {
        try {
            Files.createDirectory(folder);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot make " + folder, e);
        }
    }

    private static void enable(Path control) {
        for (String controller : Cgroups.NEEDED) {
            setIfThere(control, "+" + controller);
        }
    }

    private static String text(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            return "";
        }
    }

    private static long number(Path file) {
        String text = text(file).strip();
        return NUMBER.matcher(text).matches() ? Long.parseLong(text) : -1;
    }

    private static long field(Path file, String name) {
        return text(file)
                .lines()
                .filter(line -> line.startsWith(name + " "))
                .map(line -> line.substring(name.length() + 1).strip())
                .filter(value -> NUMBER.matcher(value).matches())
                .mapToLong(Long::parseLong)
                .findFirst()
                .orElse(-1);
    }
}
