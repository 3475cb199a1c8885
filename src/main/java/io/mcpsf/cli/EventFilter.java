package io.mcpsf.cli;

import io.mcpsf.model.EventLevel;
import io.mcpsf.model.EventType;
import io.mcpsf.model.Seen;
import io.mcpsf.run.request.UsageException;

import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParseResult;

import java.util.EnumSet;
import java.util.Locale;
import java.util.Set;

/**
 * Which events are shown: those of these types and of at least this level. {@code
 * network,process,warning} are the words.
 */
record EventFilter(Set<EventType> types, EventLevel least) {

    static final EventFilter ALL = new EventFilter(EnumSet.allOf(EventType.class), EventLevel.INFO);

    EventFilter {
        types = Set.copyOf(types);
    }

    static OptionSpec option() {
        return CommandOptions.option(
                "WORDS",
                "Only events of these types (filesystem, network, process, syscall, protocol) and"
                        + " from this level on (info, warning, critical), with commas.",
                "--only");
    }

    static EventFilter of(ParseResult words) {
        String said = words.matchedOptionValue("--only", "");
        return said.isEmpty() ? ALL : of(said);
    }

    static EventFilter of(String said) {
        var types = EnumSet.noneOf(EventType.class);
        EventLevel least = EventLevel.INFO;
        for (String word : said.toUpperCase(Locale.ROOT).split(",")) {
            String name = word.strip();
            if (named(EventType.values(), name)) {
                types.add(EventType.valueOf(name));
            } else if (named(EventLevel.values(), name)) {
                least = EventLevel.valueOf(name);
            } else {
                throw new UsageException(
                        "--only " + word.strip().toLowerCase(Locale.ROOT) + " is not known",
                        "types are filesystem, network, process, syscall, protocol; levels info,"
                                + " warning, critical",
                        "for example --only network,critical");
            }
        }
        return new EventFilter(types.isEmpty() ? ALL.types() : types, least);
    }

    private static boolean named(Enum<?>[] words, String name) {
        for (Enum<?> word : words) {
            if (word.name().equals(name)) {
                return true;
            }
        }
        return false;
    }

    boolean shows(Seen seen) {
        return types.contains(EventType.of(seen.what()))
                && EventLevel.of(seen.what()).compareTo(least) >= 0;
    }
}
