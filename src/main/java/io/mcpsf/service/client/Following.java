package io.mcpsf.service.client;

import io.mcpsf.json.BadJsonException;
import io.mcpsf.json.EvidenceFormat;
import io.mcpsf.json.Json;
import io.mcpsf.model.Phase;
import io.mcpsf.model.PhaseResult;
import io.mcpsf.run.request.Progress;

import tools.jackson.databind.JsonNode;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import java.util.stream.Stream;

/** Tells the events of a job as progress; goes on behind the last one when the line breaks. */
final class Following {

    private static final int LONGEST_LINE = 1 << 20;
    private static final int TRIES = 60;
    private static final Duration PAUSE = Duration.ofSeconds(1);

    private final CloudHttp http;
    private final String job;
    private final Progress progress;
    private long last;
    private boolean over;

    Following(CloudHttp http, String job, Progress progress) {
        this.http = http;
        this.job = job;
        this.progress = progress;
    }

    void toTheEnd() throws InterruptedException {
        int failures = 0;
        while (!over) {
            long before = last;
            try {
                listen();
            } catch (IOException | CloudException e) {
                if (++failures > TRIES) {
                    throw new CloudException(
                            "lost the connection to the service",
                            String.valueOf(e.getMessage()),
                            "the job is still running there: " + job);
                }
            }
            if (last > before) {
                failures = 0;
            }
            if (!over) {
                Thread.sleep(PAUSE);
            }
        }
    }

    private void listen() throws IOException, InterruptedException {
        try (var lines =
                new BufferedReader(
                        new InputStreamReader(
                                http.open("/api/v1/jobs/" + job + "/events?after=" + last),
                                StandardCharsets.UTF_8))) {
            for (Optional<String> line = line(lines); line.isPresent(); line = line(lines)) {
                if (line.get().startsWith("data: ")) {
                    try {
                        tell(Json.read(line.get().substring("data: ".length())));
                    } catch (BadJsonException e) {
                        throw new IOException(e.getMessage(), e);
                    }
                }
                if (over) {
                    return;
                }
            }
        }
    }

    /** A line of bounded length; the service is not ours. */
    private static Optional<String> line(BufferedReader in) throws IOException {
        var text = new StringBuilder();
        for (int c = in.read(); c >= 0; c = in.read()) {
            if (c == '\n') {
                return Optional.of(text.toString());
            }
            if (text.length() > LONGEST_LINE) {
                throw new IOException("an event is too long");
            }
            text.append((char) c);
        }
        return Optional.empty();
    }

    private void tell(JsonNode event) {
        last = Math.max(last, event.path("n").longValue(0));
        String kind = event.path("kind").stringValue("");
        switch (kind) {
            case "state" -> state(event.path("state"));
            case "end" -> over = true;
            case "phase" ->
                    phase(event.path("phase"))
                            .ifPresent(
                                    p ->
                                            progress.phase(
                                                    p,
                                                    event.path("phase")
                                                            .path("detail")
                                                            .stringValue("")));
            case "done" -> done(event.path("done"));
            case "note" -> progress.note(event.path("note").path("text").stringValue(""));
            case "counts" ->
                    progress.events(
                            event.path("counts").path("total").longValue(0),
                            event.path("counts").path("alerts").longValue(0));
            case "seen" -> seen(event.path("seen").path("data"));
            default -> {
                // A newer service tells more than we know of.
            }
        }
    }

    private void state(JsonNode state) {
        switch (state.path("state").stringValue("")) {
            case "AWAITING_APPROVAL" ->
                    progress.note("waiting for approval: " + state.path("why").stringValue(""));
            case "QUEUED" -> progress.note("queued as job " + job);
            default -> progress.note("running on " + state.path("worker").stringValue(""));
        }
    }

    private void done(JsonNode done) {
        Optional<PhaseResult.Status> status =
                Stream.of(PhaseResult.Status.values())
                        .filter(s -> s.name().equals(done.path("status").stringValue("")))
                        .findFirst();
        Optional<Phase> phase = phase(done);
        if (status.isPresent() && phase.isPresent()) {
            progress.done(
                    phase.get(),
                    new PhaseResult(
                            status.get(),
                            done.path("ms").longValue(0),
                            done.path("why").stringValue("")));
        }
    }

    private void seen(JsonNode data) {
        if (data.isObject()) {
            try {
                progress.seen(EvidenceFormat.seen(data));
            } catch (BadJsonException e) {
                // A newer service sees more than we know of.
            }
        }
    }

    private static Optional<Phase> phase(JsonNode node) {
        String word = node.path("phase").stringValue("");
        return Stream.of(Phase.values()).filter(p -> p.name().equals(word)).findFirst();
    }
}
