package io.mcpsf.inspect.start;

import io.mcpsf.inspect.start.StartPlan.Channel;
import io.mcpsf.model.Demand;
import io.mcpsf.model.RunObservation.StartNeeded;

import java.util.List;
import java.util.stream.Collectors;

/** What a start that failed was in want of. Words in it are the server's own, capped. */
public sealed interface Cure {

    /** Variables of the environment. */
    record NeedsVariable(List<Demand> demands) implements Cure {
        public NeedsVariable {
            demands = List.copyOf(demands);
        }
    }

    /** One of the words that a variable takes; both are the server's own, and plain. */
    record NeedsValue(String variable, String value) implements Cure {}

    /**
     * Arguments: {@code words} as they are (a subcommand, a flag), then a value for each demand. A
     * demand whose name begins with a dash is given as that flag with its value.
     */
    record NeedsArgument(List<String> words, List<Demand> demands, String usage) implements Cure {
        public NeedsArgument {
            words = List.copyOf(words);
            demands = List.copyOf(demands);
        }
    }

    /** A copy of its own folder, or another place, that it may write to. */
    record NeedsWritableFolder(String path) implements Cure {}

    /** A shared library; {@code packages} are the Debian packages that bring it, if known. */
    record NeedsSystemLibrary(String library, List<String> packages) implements Cure {
        public NeedsSystemLibrary {
            packages = List.copyOf(packages);
        }
    }

    /** Another version of node or python; {@code wanted} is empty when it does not say. */
    record NeedsNewerRuntime(String runtime, String wanted) implements Cure {}

    /** A library in another version than the newest: a constraint for the installer. */
    record NeedsOtherVersion(String constraint, String said) implements Cure {}

    /** All libraries as they were when the server was released. */
    record NeedsOlderLibraries(String said) implements Cure {}

    record NeedsOtherTransport(Channel.Http channel) implements Cure {}

    /** A program that is not there; {@code packages} as for libraries. */
    record NeedsProgram(String program, List<String> packages) implements Cure {
        public NeedsProgram {
            packages = List.copyOf(packages);
        }
    }

    /** Nothing that we could give would help. */
    record Broken(String reason) implements Cure {}

    /** One plain sentence for the report. */
    default String sentence() {
        return switch (this) {
            case NeedsVariable(List<Demand> demands) ->
                    "needed the variable%s %s: %s was given"
                            .formatted(plural(demands), names(demands), kinds(demands));
            case NeedsValue(String variable, String value) ->
                    "needed the variable %s to be %s".formatted(variable, value);
            case NeedsArgument(List<String> words, List<Demand> demands, _)
                    when demands.isEmpty() ->
                    "needed the argument%s %s".formatted(plural(words), String.join(" ", words));
            case NeedsArgument(_, List<Demand> demands, _) ->
                    "needed the argument%s %s: %s was given"
                            .formatted(plural(demands), names(demands), kinds(demands));
            case NeedsWritableFolder(String path) ->
                    "needed to write to %s: given a writable copy of its folder"
                            .formatted(path.isEmpty() ? "its own folder" : path);
            case NeedsSystemLibrary(String library, List<String> packages) ->
                    "needed the library %s%s".formatted(library, from(packages));
            case NeedsNewerRuntime(String runtime, String wanted) ->
                    "needed %s"
                            .formatted(
                                    wanted.isEmpty()
                                            ? "a newer " + runtime
                                            : runtime + " " + wanted);
            case NeedsOtherVersion(String constraint, String said) ->
                    StartNeeded.NOT_THE_NEWEST + "y; needed %s (%s)".formatted(constraint, said);
            case NeedsOlderLibraries(String said) ->
                    StartNeeded.NOT_THE_NEWEST
                            + "ies; needed those of the day of its release (%s)".formatted(said);
            case NeedsOtherTransport(Channel.Http(int port, _)) ->
                    "speaks HTTP on port %d and not over standard input".formatted(port);
            case NeedsProgram(String program, List<String> packages) ->
                    "needed the program %s%s".formatted(program, from(packages));
            case Broken(String reason) -> reason;
        };
    }

    private static String plural(List<?> things) {
        return things.size() == 1 ? "" : "s";
    }

    private static String names(List<Demand> demands) {
        return demands.stream().map(Demand::name).collect(Collectors.joining(", "));
    }

    private static String kinds(List<Demand> demands) {
        return demands.stream()
                .map(demand -> demand.kind().words())
                .distinct()
                .collect(Collectors.joining(", "));
    }

    private static String from(List<String> packages) {
        return packages.isEmpty() ? "" : " (Debian: " + String.join(", ", packages) + ")";
    }
}
