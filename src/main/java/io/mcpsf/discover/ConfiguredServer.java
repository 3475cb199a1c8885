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

    /** Which client keeps it, for whom, in which file, and under which keys there. */
    public record Place(String client, Scope scope, Path file, List<String> at) {
        public Place {
            at = List.copyOf(at);
        }

        Place below(String... keys) {
            var longer = new java.util.ArrayList<>(at);
            longer.addAll(List.of(keys));
            return new Place(client, scope, file, longer);
        }
    }

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

        /** Whether it goes through {@code mcpsf run} already. */
        public boolean guarded() {
            var words = new java.util.ArrayList<>(List.of(command));
            words.addAll(args);
            return GuardedEntry.guarded(words);
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

    /** Words of a command line without the secrets among them. */
    public static List<String> redacted(List<String> command) {
        return Redaction.arguments(command);
    }

    ConfiguredServer with(List<Issue> more) {
        var all = new java.util.ArrayList<>(issues);
        all.addAll(more);
        return new ConfiguredServer(place, name, launch, source, disabled, all);
    }
}
