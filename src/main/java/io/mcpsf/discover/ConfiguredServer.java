package io.mcpsf.discover;

import java.nio.file.Path;
import java.util.List;

/**
 * One server as a client would start or reach it. Arguments and the address are redacted, the
 * values of variables and headers are not kept at all: this record is printed and stored.
 */
public record ConfiguredServer(
        Place place,
        String name,
        Launch launch,
        String source,
        boolean disabled,
        List<Issue> issues) {

    public ConfiguredServer {
        issues = List.copyOf(issues);
    }

    /** Which client keeps it, for whom, and in which file. */
    public record Place(String client, Scope scope, Path file) {}

    /** For whom an entry counts. */
    public enum Scope {
        USER,
        PROJECT,
        MANAGED,
        PLUGIN
    }

    /** How it is reached. */
    public enum Transport {
        STDIO,
        HTTP,
        SSE
    }

    /** A command with its arguments, or an address; the other one is empty. */
    public record Launch(Transport transport, String command, List<String> args, String url) {
        public Launch {
            args = List.copyOf(args);
        }
    }

    /** What is wrong with an entry, seen from its configuration alone. */
    public record Issue(String id, Level severity, String message) {}

    /** How much an issue matters. */
    public enum Level {
        LOW,
        MEDIUM,
        HIGH
    }

    ConfiguredServer with(List<Issue> more) {
        var all = new java.util.ArrayList<>(issues);
        all.addAll(more);
        return new ConfiguredServer(place, name, launch, source, disabled, all);
    }
}
