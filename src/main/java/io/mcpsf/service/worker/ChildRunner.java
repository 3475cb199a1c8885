package io.mcpsf.service.worker;

import io.mcpsf.json.BadJsonException;
import io.mcpsf.json.Json;
import io.mcpsf.os.Child;
import io.mcpsf.os.Cleanup;
import io.mcpsf.service.job.JobEvent;
import io.mcpsf.service.job.JobRequest;
import io.mcpsf.service.job.Queue;
import io.mcpsf.service.job.ScanRequests;
import io.mcpsf.text.Printable;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.logging.Level;
import java.util.logging.Logger;

/**
 * Runs {@code mcpsf assess} as a process of its own: what kills it does not kill the service, and
 * the result is what the command line gives because it is the command line. The process ends,
 * cleaned up, when its standard input does, so it does not outlive a service that is killed.
 */
public final class ChildRunner implements Runner {

    private static final Logger LOG = Logger.getLogger(ChildRunner.class.getName());

    /** Clean-up takes a second; a busy machine gets more. */
    private static final Duration LAST_WORDS = Duration.ofSeconds(20);

    private static final Duration MARGIN = Duration.ofMinutes(10);
    private static final int LONGEST_LINE = 1 << 16;
    private static final int MOST_COMPLAINTS = 20;
    private static final Set<String> KINDS = Set.of("phase", "done", "note", "counts", "seen");

    private final ChildCommand command;
    private final Duration longest;
    private final WarmProcesses warm;

    public ChildRunner(ChildCommand command, Duration longest) {
        this(command, longest, WarmProcesses.none());
    }

    /** Takes a process that is ready where there is one. */
    public ChildRunner(ChildCommand command, Duration longest, WarmProcesses warm) {
        this.command = command;
        this.longest = longest;
        this.warm = warm;
    }

    @Override
    public Outcome run(Queue.Taken taken, String source, Path folder, Consumer<JobEvent> events)
            throws InterruptedException {
        return assess(taken.request(), source, folder, events);
    }

    /** For who has a request and no queue. */
    public Outcome assess(JobRequest request, String source, Path folder, Consumer<JobEvent> events)
            throws InterruptedException {
        Optional<String> now = command.admitted(source);
        if (now.isEmpty()) {
            return new Outcome.Refused(
                    "this folder is not allowed",
                    "it is not below a folder that the worker allows, or a link in it has changed",
                    "start the worker with --allow-folder");
        }
        Path out = folder.resolve("out");
        ChildCommand.Order order;
        try {
            order = command.order(request, now.get(), folder, out);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot prepare the job's folder", e);
        }
        Duration limit = longest(request).plus(MARGIN);
        var complaints = new Complaints();
        try (var undo = new Cleanup()) {
            Child child = started(order, undo);
            Thread quiet = Thread.ofVirtual().start(() -> drain(child.stdout()));
            Thread told =
                    Thread.ofVirtual().start(() -> listen(child.stderr(), events, complaints));
            boolean ended = false;
            try {
                ended = child.await(limit);
            } finally {
                if (!ended) {
                    stop(child);
                }
            }
            told.join(LAST_WORDS);
            quiet.join(LAST_WORDS);
            return ended
                    ? outcome(child.code(), out, complaints)
                    : new Outcome.Crashed("it did not end within " + limit);
        }
    }

    /** The process that does it; one that was ready is as good as one of its own, and quicker. */
    private Child started(ChildCommand.Order order, Cleanup undo) {
        Optional<WarmProcess> ready =
                order.kind() == ChildCommand.Kind.ASSESSMENT ? warm.take() : Optional.empty();
        if (ready.isPresent()) {
            undo.add(ready.get()::close);
            try {
                Child child = ready.get().order(order.words(), order.here());
                LOG.log(Level.INFO, "the job is made by a warm process, {0}", "" + child.pid());
                return child;
            } catch (IOException e) {
                LOG.log(Level.WARNING, "a warm process took no order: {0}", e.getMessage());
            }
        }
        // What was uploaded may have been moved there already.
        Path here = ready.map(WarmProcess::folder).orElse(order.here());
        Child child = command.command(order, here).start();
        undo.add(child::close);
        return child;
    }

    private Duration longest(JobRequest request) {
        return ScanRequests.about(request.source()) ? ScanRequests.longest(request) : longest;
    }

    /** Closing its input asks it to clean up and go; what does not go is killed. */
    private static void stop(Child child) {
        try (OutputStream in = child.stdin()) {
            in.flush();
        } catch (IOException e) {
            // It is gone already, or will be killed.
        }
        boolean interrupted = Thread.interrupted();
        try {
            child.await(LAST_WORDS);
        } catch (InterruptedException e) {
            interrupted = true;
        }
        child.killTree();
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private static Outcome outcome(int code, Path out, Complaints complaints) {
        // 0, 1 and 3 are verdicts; 2 is a refusal with reasons; anything else is a crash.
        if (code == 0 || code == 1 || code == 3) {
            try {
                Path latest = out.resolve("latest").toRealPath();
                if (Files.isRegularFile(latest.resolve("report.json"))) {
                    return new Outcome.Finished(latest);
                }
                return new Outcome.Crashed("it left no report");
            } catch (IOException e) {
                return new Outcome.Crashed("it left no case");
            }
        }
        if (code == 2 && !complaints.what.isEmpty()) {
            return new Outcome.Refused(complaints.what, complaints.why, complaints.next);
        }
        return new Outcome.Crashed(
                "exit %d: %s".formatted(code, Printable.line(complaints.last, 300)));
    }

    /** The three parts in which the command line says what went wrong. */
    private static final class Complaints {
        private volatile String what = "";
        private volatile String why = "";
        private volatile String next = "";
        private volatile String last = "";
        private int lines;

        void hear(String line) {
            if (line.isBlank() || lines++ > MOST_COMPLAINTS) {
                return;
            }
            String text = Printable.line(line, 1000);
            last = text;
            if (text.startsWith("mcpsf: ")) {
                what = text.substring("mcpsf: ".length());
            } else if (text.startsWith("  why:")) {
                why = text.substring("  why:".length()).strip();
            } else if (text.startsWith("  - ")) {
                // A scan is refused for every reason there is.
                String reason = text.substring("  - ".length());
                why = Printable.line(why.isEmpty() ? reason : why + "; " + reason, 2000);
            } else if (text.startsWith("  next:")) {
                next = text.substring("  next:".length()).strip();
            }
        }
    }

    private static void listen(
            InputStream stderr, Consumer<JobEvent> events, Complaints complaints) {
        try (var in = new BufferedInputStream(stderr, 1 << 16)) {
            var line = new byte[LONGEST_LINE];
            int length = 0;
            boolean tooLong = false;
            for (int b = in.read(); b >= 0; b = in.read()) {
                if (b != '\n') {
                    if (length < line.length) {
                        line[length++] = (byte) b;
                    } else {
                        tooLong = true;
                    }
                    continue;
                }
                if (!tooLong) {
                    heard(new String(line, 0, length, StandardCharsets.UTF_8), events, complaints);
                }
                length = 0;
                tooLong = false;
            }
        } catch (IOException e) {
            // The pipe broke because the process was killed.
        }
    }

    private static void heard(String line, Consumer<JobEvent> events, Complaints complaints) {
        if (!line.startsWith("{\"kind\":")) {
            complaints.hear(line);
            return;
        }
        try {
            JsonNode node = Json.read(line);
            String kind = node.path("kind").stringValue("");
            if (KINDS.contains(kind) && node.path(kind) instanceof ObjectNode body) {
                events.accept(new JobEvent(kind, body));
            }
        } catch (BadJsonException e) {
            complaints.hear(line);
        }
    }

    private static void drain(InputStream stdout) {
        try (stdout) {
            stdout.transferTo(OutputStream.nullOutputStream());
        } catch (IOException e) {
            // Nobody reads it.
        }
    }
}
