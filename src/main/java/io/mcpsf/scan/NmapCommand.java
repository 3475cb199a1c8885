package io.mcpsf.scan;

import java.net.Inet6Address;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * Nmap's arguments, written from records: literal addresses only, the result on standard output.
 */
public final class NmapCommand {

    private static final List<String> ALWAYS =
            List.of("-n", "-Pn", "-sT", "--max-rate", "200", "--max-retries", "1");
    private static final List<String> OUTPUT = List.of("-oX", "-", "--no-stylesheet");

    private NmapCommand() {}

    /** One run for each set of ports and each family of addresses: Nmap takes one of both. */
    public static List<List<String>> runs(
            String program, List<ScanTarget> targets, NmapOptions options) {
        var groups = new TreeMap<String, List<ScanTarget>>();
        for (ScanTarget target : targets) {
            boolean six = target.address() instanceof Inet6Address;
            groups.computeIfAbsent(
                            (six ? "6 " : "4 ") + ports(target.ports()), g -> new ArrayList<>())
                    .add(target);
        }
        return groups.values().stream().map(group -> run(program, group, options)).toList();
    }

    private static List<String> run(String program, List<ScanTarget> group, NmapOptions options) {
        var words = new ArrayList<String>();
        words.add(program);
        words.addAll(ALWAYS);
        words.addAll(List.of("--host-timeout", options.versions() ? "180s" : "60s"));
        words.add("-T" + options.timing());
        if (group.getFirst().address() instanceof Inet6Address) {
            words.add("-6");
        }
        if (options.versions()) {
            words.addAll(List.of("-sV", "--version-light"));
        }
        words.addAll(List.of("-p", ports(group.getFirst().ports())));
        words.addAll(OUTPUT);
        words.add("--");
        group.stream()
                .map(target -> target.address().getHostAddress())
                .distinct()
                .forEach(words::add);
        return List.copyOf(words);
    }

    /** {@code 80,443,8000-8010}. */
    private static String ports(SortedSet<Integer> ports) {
        var parts = new ArrayList<String>();
        var left = new TreeSet<>(ports);
        while (!left.isEmpty()) {
            int from = left.pollFirst();
            int to = from;
            while (left.remove(to + 1)) {
                to++;
            }
            parts.add(from == to ? "" + from : from + "-" + to);
        }
        return parts.stream().collect(Collectors.joining(","));
    }
}
