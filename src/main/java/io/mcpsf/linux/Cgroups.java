package io.mcpsf.linux;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * The control group hierarchies of this host: where each controller lives. A host has the old
 * flavour (one hierarchy per controller), the unified one, or both side by side (hybrid). Only what
 * we may write to counts as a controller; {@code roots} are all hierarchies.
 */
public record Cgroups(Flavour flavour, Map<String, Path> controllers, List<Path> roots) {

    /** What a sandbox is limited with. */
    public static final List<String> NEEDED = List.of("memory", "cpu", "pids");

    private static final Path MOUNTS = Path.of("/proc/self/mountinfo");

    /** How the hierarchies are arranged. */
    public enum Flavour {
        NONE,
        V1,
        HYBRID,
        V2
    }

    public Cgroups {
        controllers = Map.copyOf(controllers);
        roots = List.copyOf(roots);
    }

    /** The controllers that a limit needs and that this host lacks. */
    public List<String> missing() {
        return NEEDED.stream().filter(name -> !controllers.containsKey(name)).toList();
    }

    /** The controllers that we can use, in a fixed order. */
    public List<String> usable() {
        return controllers.keySet().stream().filter(name -> !name.isEmpty()).sorted().toList();
    }

    /** Where the unified hierarchy is mounted on a hybrid host; runtimes may stumble over it. */
    public static List<Path> unifiedMounts() {
        try (Stream<String> lines = Files.lines(MOUNTS)) {
            return lines.filter(line -> line.contains(" - cgroup2 "))
                    .map(line -> Path.of(line.split(" ")[4]))
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Looks at the mounts of this process. */
    public static Cgroups here() {
        return read(MOUNTS);
    }

    static Cgroups read(Path mountinfo) {
        Map<String, Path> old = new LinkedHashMap<>();
        Map<String, Path> unified = new LinkedHashMap<>();
        List<Path> roots = new ArrayList<>();
        try {
            for (String line : Files.readAllLines(mountinfo)) {
                String[] sides = line.split(" - ", 2);
                if (sides.length != 2) {
                    continue;
                }
                Path at = Path.of(sides[0].split(" ")[4]);
                String[] right = sides[1].split(" ");
                if (right[0].startsWith("cgroup") && !roots.contains(at)) {
                    roots.add(at);
                }
                if (right[0].equals("cgroup")) {
                    for (String option : right[2].split(",")) {
                        if (OLD_NAMES.contains(option)) {
                            old.putIfAbsent(option, at);
                        }
                    }
                } else if (right[0].equals("cgroup2")) {
                    for (String name : words(at.resolve(grantedBy(at)))) {
                        unified.putIfAbsent(name, at);
                    }
                    unified.putIfAbsent("", at);
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return arrange(old, unified, roots);
    }

    private static final TreeSet<String> OLD_NAMES =
            new TreeSet<>(List.of("memory", "cpu", "cpuacct", "pids", "freezer"));

    private static Cgroups arrange(
            Map<String, Path> old, Map<String, Path> unified, List<Path> roots) {
        if (old.isEmpty() && unified.isEmpty()) {
            return new Cgroups(Flavour.NONE, Map.of(), roots);
        }
        if (old.isEmpty()) {
            return new Cgroups(Flavour.V2, writable(unified), roots);
        }
        return new Cgroups(unified.isEmpty() ? Flavour.V1 : Flavour.HYBRID, writable(old), roots);
    }

    /**
     * Controllers can be passed on to children only by the true root, or by a group without
     * processes of its own; otherwise only those count that are passed on already.
     */
    private static String grantedBy(Path at) {
        boolean trueRoot = !Files.exists(at.resolve("cgroup.type"));
        boolean empty = words(at.resolve("cgroup.procs")).isEmpty();
        return trueRoot || empty ? "cgroup.controllers" : "cgroup.subtree_control";
    }

    private static Map<String, Path> writable(Map<String, Path> found) {
        Map<String, Path> writable = new LinkedHashMap<>(found);
        writable.values().removeIf(at -> !Files.isWritable(at));
        return writable;
    }

    private static List<String> words(Path file) {
        try {
            return Stream.of(Files.readString(file).strip().split("\\s+"))
                    .filter(word -> !word.isEmpty())
                    .toList();
        } catch (IOException e) {
            return List.of();
        }
    }
}
