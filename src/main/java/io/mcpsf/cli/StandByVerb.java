package io.mcpsf.cli;

import io.mcpsf.json.BadJsonException;
import io.mcpsf.json.Json;
import io.mcpsf.run.request.UsageException;

import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;

import tools.jackson.databind.JsonNode;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongSupplier;

/**
 * {@code stand-by}: loads what an assessment needs, says so, and waits on standard input for the
 * words of one. It makes that one as if it had been started with those words, and ends.
 */
record StandByVerb(
        Console console, Ports ports, LongSupplier seeds, String version, InputStream words)
        implements Verb {

    /** A request to the service is smaller; nobody else writes into this pipe. */
    private static final int LONGEST_ORDER = 4 << 20;

    private static final String READY = "{\"kind\":\"ready\"}";

    @Override
    public CommandSpec spec() {
        CommandSpec spec = CommandOptions.command("stand-by", "Waits for a job of the service.");
        spec.usageMessage().hidden(true);
        return spec;
    }

    @Override
    public int run(ParseResult none) throws InterruptedException {
        rehearse();
        console.err().println(READY);
        console.err().flush();
        Optional<List<String>> order = order();
        // Whoever started us is gone, or has no job for us.
        return order.isEmpty()
                ? ExitCode.FINE
                : new Cli(console, ports, seeds, version).run(order.get().toArray(String[]::new));
    }

    private void rehearse() {
        var nowhere =
                new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8);
        var ends = new Console.Ends(false, false, 100, true);
        new Cli(new Console(nowhere, nowhere, ends, Map.of()), ports, () -> 1, version)
                .run("help", "assess");
        ports.rehearsal().run();
    }

    /** The one line that comes; nothing when none does. */
    private Optional<List<String>> order() {
        var line = new ByteArrayOutputStream();
        try {
            for (int b = words.read(); b != '\n'; b = words.read()) {
                if (b < 0) {
                    return Optional.empty();
                }
                if (line.size() == LONGEST_ORDER) {
                    throw refused("it is too long");
                }
                line.write(b);
            }
            var order = new ArrayList<String>();
            for (JsonNode word : Json.read(line.toByteArray())) {
                order.add(word.stringValue(""));
            }
            if (order.isEmpty() || !order.getFirst().equals("assess")) {
                throw refused("it is not an assessment");
            }
            return Optional.of(List.copyOf(order));
        } catch (IOException e) {
            return Optional.empty();
        } catch (BadJsonException e) {
            throw refused(String.valueOf(e.getMessage()));
        }
    }

    private static UsageException refused(String why) {
        return new UsageException(
                "cannot read the order", why, "mcpsf serve and mcpsf worker start this themselves");
    }
}
