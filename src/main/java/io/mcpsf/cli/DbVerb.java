package io.mcpsf.cli;

import io.mcpsf.json.Json;
import io.mcpsf.run.inspection.AdvisoryStock;
import io.mcpsf.run.request.UsageException;
import io.mcpsf.text.Counted;
import io.mcpsf.text.JsonText;
import io.mcpsf.text.Printable;

import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.PositionalParamSpec;
import picocli.CommandLine.ParseResult;

import tools.jackson.databind.node.ObjectNode;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** {@code db import SOURCE} and {@code db status}: advisories on this machine. */
record DbVerb(Console console, InstantSource clock) implements Verb {

    private static final List<String> FORMATS = List.of("text", "json");

    @Override
    public CommandSpec spec() {
        CommandSpec spec =
                CommandOptions.command(
                        "db", "Manages the local database of package advisories (OSV format).");
        spec.addPositional(CommandOptions.word("ACTION", "1", "import or status."));
        spec.addPositional(
                PositionalParamSpec.builder()
                        .index("1..*")
                        .arity("0..*")
                        .type(List.class)
                        .auxiliaryTypes(String.class)
                        .paramLabel("SOURCE")
                        .description(
                                "What to import: .json or .jsonl (also gzipped), a .zip, a folder"
                                        + " of such files, or an https URL of one.")
                        .build());
        spec.addOption(CommandOptions.option("FORMAT", "text or json.", "--format"));
        spec.usageMessage()
                .customSynopsis(
                        "mcpsf db import SOURCE...", "       mcpsf db status [--format json]")
                .footer(
                        "",
                        "Examples:",
                        "  mcpsf db import"
                                + " https://osv-vulnerabilities.storage.googleapis.com/npm/all.zip",
                        "  mcpsf db import ./advisories.jsonl.gz",
                        "",
                        "MCPSF_DB sets another database file.");
        return spec;
    }

    @Override
    public int run(ParseResult words) throws InterruptedException {
        String format = CommandOptions.choice(words, "--format", FORMATS);
        List<String> sources = words.matchedPositionalValue(1, List.of());
        AdvisoryStock stock = AdvisoryStock.of(console.env());
        switch (CommandOptions.first(words)) {
            case "import" -> add(stock, sources);
            case "status" -> status(stock.status(), format);
            default ->
                    throw new UsageException(
                            CommandOptions.first(words) + ": unknown action of db",
                            "the actions are import and status",
                            "mcpsf help db");
        }
        return ExitCode.FINE;
    }

    private void add(AdvisoryStock stock, List<String> sources) throws InterruptedException {
        if (sources.isEmpty()) {
            throw new UsageException("db import needs a source", "", "mcpsf db import FILE");
        }
        for (String source : sources) {
            AdvisoryStock.Imported done = stock.add(source, clock.instant());
            console.out()
                    .println(
                            "%s: %s read, %,d new, %,d withdrawn or about other ecosystems"
                                    .formatted(
                                            Printable.line(source),
                                            Counted.of(done.read(), "record"),
                                            Math.max(0, done.added()),
                                            done.passedOver()));
        }
        status(stock.status(), "text");
    }

    private void status(Optional<AdvisoryStock.Status> known, String format) {
        if (format.equals("json")) {
            console.out().print(JsonText.visible(Json.pretty(node(known))));
            return;
        }
        if (known.isEmpty()) {
            console.out().println("no advisories were imported: mcpsf db import SOURCE");
            return;
        }
        AdvisoryStock.Status status = known.get();
        for (Map.Entry<String, Long> one : status.records().entrySet()) {
            String newest = status.newest().getOrDefault(one.getKey(), "");
            console.out()
                    .println(
                            "%-5s %16s, newest %s"
                                    .formatted(
                                            one.getKey(),
                                            Counted.of(one.getValue(), "record"),
                                            age(newest)));
        }
        console.out()
                .println(
                        "imported %s into %s (%.1f MB)"
                                .formatted(
                                        age(status.imported().toString()),
                                        Printable.line(status.file().toString()),
                                        status.bytes() / 1e6));
    }

    private ObjectNode node(Optional<AdvisoryStock.Status> known) {
        ObjectNode node = Json.object().put("present", known.isPresent());
        known.ifPresent(
                status -> {
                    node.put("file", status.file().toString());
                    node.put("bytes", status.bytes());
                    node.put("imported", status.imported().toString());
                    ObjectNode records = node.putObject("records");
                    status.records().forEach(records::put);
                    ObjectNode newest = node.putObject("newest");
                    status.newest().forEach(newest::put);
                    status.sources().forEach(node.putArray("sources")::add);
                });
        return node;
    }

    private String age(String time) {
        try {
            long hours = Duration.between(Instant.parse(time), clock.instant()).toHours();
            if (hours < 1) {
                return "just now";
            }
            return hours < 48
                    ? Counted.of(hours, "hour") + " ago"
                    : Counted.of(hours / 24, "day") + " ago";
        } catch (DateTimeException undated) {
            return "of unknown age";
        }
    }
}
