package io.mcpsf.scope;

import tools.jackson.databind.JsonNode;

import java.util.Optional;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * One entry under {@code ports} of a Compose service: where it is published on this machine, and
 * which ports it has inside. Published ports are empty when Docker picks them at the start.
 */
record PublishedPort(
        String hostAddress, TreeSet<Integer> published, TreeSet<Integer> target, boolean tcp) {

    private static final int MAX_RANGE = 1_000;
    private static final Pattern SHORT =
            Pattern.compile(
                    "(?:(?:(\\[[0-9a-fA-F:]{2,45}\\]|[0-9.]{7,15}):)?([0-9-]{0,11}):)?"
                            + "([0-9-]{1,11})(?:/(tcp|udp|sctp))?");

    /** Empty when it is written in a way that Compose would not take either. */
    static Optional<PublishedPort> read(JsonNode hostile) {
        return hostile.isObject() ? longForm(hostile) : shortForm(hostile.asString(""));
    }

    private static Optional<PublishedPort> shortForm(String hostile) {
        Matcher word = SHORT.matcher(hostile);
        if (!word.matches()) {
            return Optional.empty();
        }
        String address = group(word, 1).replaceAll("[\\[\\]]", "");
        return of(address, group(word, 2), group(word, 3), group(word, 4));
    }

    private static Optional<PublishedPort> longForm(JsonNode hostile) {
        return of(
                hostile.path("host_ip").asString(""),
                hostile.path("published").asString(""),
                hostile.path("target").asString(""),
                hostile.path("protocol").asString(""));
    }

    private static Optional<PublishedPort> of(
            String address, String published, String target, String protocol) {
        Optional<TreeSet<Integer>> inside = range(target);
        Optional<TreeSet<Integer>> outside =
                published.isEmpty() ? Optional.of(new TreeSet<>()) : range(published);
        if (inside.isEmpty() || outside.isEmpty()) {
            return Optional.empty();
        }
        boolean tcp = protocol.isEmpty() || protocol.equals("tcp");
        return Optional.of(new PublishedPort(address, outside.get(), inside.get(), tcp));
    }

    /** {@code 80} or {@code 8000-8010}. */
    static Optional<TreeSet<Integer>> range(String hostile) {
        String[] ends = hostile.split("-", -1);
        if (ends.length > 2) {
            return Optional.empty();
        }
        int from = port(ends[0]);
        int to = ends.length == 2 ? port(ends[1]) : from;
        if (from < 1 || to < from || to - from >= MAX_RANGE) {
            return Optional.empty();
        }
        var ports = new TreeSet<Integer>();
        for (int port = from; port <= to; port++) {
            ports.add(port);
        }
        return Optional.of(ports);
    }

    /** 0 when it is none. */
    private static int port(String hostile) {
        if (!hostile.matches("[0-9]{1,5}")) {
            return 0;
        }
        int port = Integer.parseInt(hostile);
        return port <= 65_535 ? port : 0;
    }

    private static String group(Matcher word, int number) {
        String found = word.group(number);
        return found == null ? "" : found;
    }
}
