package io.mcpsf.cli;

import io.mcpsf.json.EvidenceFormat;
import io.mcpsf.json.Json;
import io.mcpsf.model.EventLevel;
import io.mcpsf.model.EventType;
import io.mcpsf.model.Seen;
import io.mcpsf.report.InWords;
import io.mcpsf.text.JsonText;
import io.mcpsf.text.Printable;

import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;

import java.util.Locale;

/** {@code events CASE}: what happened in an old case, one line each, by type and level. */
record EventsVerb(Console console) implements Verb {

    private static final int LONGEST = 400;

    @Override
    public CommandSpec spec() {
        CommandSpec spec =
                CommandOptions.command("events", "Lists the events of a case, one per line.");
        spec.addPositional(CommandOptions.word("CASE", "1", KnownCase.WORD));
        spec.addOption(EventFilter.option());
        return spec.addOption(CommandOptions.flag("One JSON object per line.", "--json"));
    }

    @Override
    public int run(ParseResult words) {
        EventFilter filter = EventFilter.of(words);
        boolean json = words.hasMatchedOption("--json");
        for (Seen seen : KnownCase.of(CommandOptions.first(words)).evidence().seen()) {
            if (filter.shows(seen)) {
                console.out().println(json ? json(seen) : line(seen));
            }
        }
        return ExitCode.FINE;
    }

    private static String json(Seen seen) {
        var node = EvidenceFormat.node(seen);
        // Questions to a resolver have a type of their own.
        node.put("eventType", EventType.of(seen.what()).name());
        node.put("level", EventLevel.of(seen.what()).name());
        return JsonText.visible(Json.text(node));
    }

    private static String line(Seen seen) {
        return String.format(
                Locale.ROOT,
                "%9.3f %-8s %-10s %-9s %s",
                seen.at().micros() / 1_000_000.0,
                EventLevel.of(seen.what()),
                EventType.of(seen.what()),
                ShownProgress.lower(seen.at().phase()),
                Printable.line(InWords.of(seen.what()), LONGEST));
    }
}
