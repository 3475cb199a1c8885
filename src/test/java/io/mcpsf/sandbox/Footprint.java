package io.mcpsf.sandbox;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What sandboxes leave on a host: mounts, control groups, folders, processes of their user ids.
 * Compared before and after. Other programs may run sandboxes at the same time, so only what
 * belongs to this process (or to the named one) counts.
 */
public final class Footprint {

    private Set<String> before = Set.of();

    public void note() {
        before = now();
    }

    public void assertNothingNew() {
        Set<String> after = now();
        after.removeAll(before);
        assertThat(after).as("left behind").isEmpty();
    }

    private static Set<String> now() {
        long pid = ProcessHandle.current().pid();
        return of(pid);
    }

    /** Everything of the sandboxes of that process. */
    public static Set<String> of(long owner) {
        Set<String> all = new TreeSet<>();
        String mine = "/run/mcpsf/" + owner + ".";
        try (Stream<String> mounts = Files.lines(Path.of("/proc/self/mountinfo"))) {
            mounts.map(line -> line.split(" ")[4])
                    .filter(at -> at.startsWith(mine))
                    .forEach(at -> all.add("mount " + at));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        Set<String> names = new TreeSet<>();
        list(Path.of("/run/mcpsf"))
                .filter(folder -> folder.toString().startsWith(mine))
                .flatMap(Footprint::list)
                .filter(Files::isDirectory)
                .forEach(
                        folder -> {
                            all.add("folder " + folder);
                            names.add(folder.getFileName().toString());
                        });
        list(Path.of("/run/mcpsf/slots"))
                .filter(slot -> aim(slot).startsWith(mine))
                .forEach(slot -> all.add("slot " + slot));
        all.addAll(groups(names));
        return all;
    }

    /** The control groups of those names, in every hierarchy. */
    public static Set<String> groups(Set<String> names) {
        return list(Path.of("/sys/fs/cgroup"))
                .flatMap(root -> Stream.concat(Stream.of(root), list(root)))
                .filter(folder -> names.contains(folder.getFileName().toString()))
                .map(folder -> "cgroup " + folder)
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private static String aim(Path link) {
        try {
            return Files.readSymbolicLink(link).toString();
        } catch (IOException e) {
            return "";
        }
    }

    private static Stream<Path> list(Path folder) {
        try (Stream<Path> all = Files.list(folder)) {
            return all.toList().stream();
        } catch (IOException e) {
            return Stream.of();
        }
    }
}
