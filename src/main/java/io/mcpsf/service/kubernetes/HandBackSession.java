package io.mcpsf.service.kubernetes;

import io.mcpsf.json.Json;
import io.mcpsf.os.Tarball;
import io.mcpsf.service.job.JobEvent;
import io.mcpsf.service.job.JobRequest;
import io.mcpsf.service.job.JobRequests;
import io.mcpsf.service.worker.Runner;
import io.mcpsf.store.CaseFolder;
import io.mcpsf.text.Printable;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.regex.Pattern;

/**
 * The dispatcher's side of one attempt: what its pod may take, once, and what it may bring. All of
 * that is a stranger's, because whoever breaks out of the sandbox speaks with the pod's voice.
 */
final class HandBackSession {

    static final long LARGEST_FILE = 512L << 20;
    static final int LARGEST_WORDS = 4 << 20;

    private static final long MOST_BYTES = 2L << 30;
    private static final int MOST_FILES = 500;
    private static final int LONGEST = 1_000;

    /** As deep as a case is, without any way up or hidden name. */
    private static final Pattern NAME =
            Pattern.compile(
                    "(?:[A-Za-z0-9_-][A-Za-z0-9._@+-]{0,150}/){0,2}[A-Za-z0-9_-][A-Za-z0-9._@+-]{0,150}");

    private static final Set<String> KINDS = Set.of("phase", "done", "note", "counts", "seen");

    private final JobRequest request;
    private final String source;
    private final Path folder;
    private final Consumer<JobEvent> events;
    private final CompletableFuture<Runner.Outcome> outcome = new CompletableFuture<>();
    private long bytes;
    private int files;
    private boolean cutOff;

    HandBackSession(JobRequest request, String source, Path folder, Consumer<JobEvent> events) {
        this.request = request;
        this.source = source;
        this.folder = folder;
        this.events = events;
    }

    private Path caseFolder() {
        return folder.resolve("handed");
    }

    private boolean uploaded() {
        return source.startsWith("./");
    }

    /** What the pod is to do, with its secrets; told once. */
    ObjectNode order() {
        ObjectNode order = Json.object().put("source", source).put("upload", uploaded());
        order.set("request", JobRequests.all(request));
        return order;
    }

    /** The folder that was sent, as an archive. */
    Optional<Path> upload() throws IOException {
        if (!uploaded()) {
            return Optional.empty();
        }
        Path archive = Files.createTempFile(folder, "upload-", ".tgz");
        Tarball.write(folder.resolve("upload").resolve(source.substring(2)), archive);
        return Optional.of(archive);
    }

    /** One event as the command line tells it. */
    void tell(JsonNode hostile) {
        String kind = hostile.path("kind").stringValue("");
        if (KINDS.contains(kind) && hostile.path(kind) instanceof ObjectNode body) {
            events.accept(new JobEvent(kind, body));
        }
    }

    private Path part() {
        return folder.resolve("evidence.part");
    }

    /** More of the evidence while it grows: kept in case that nothing else ever comes. */
    synchronized void evidence(long at, InputStream hostile) throws IOException {
        if (cutOff) {
            throw new RefusedHandBackException("it has ended");
        }
        Path file = part();
        long size = Files.exists(file) ? Files.size(file) : 0;
        if (at != size) {
            throw new RefusedHandBackException("the evidence goes on at " + size);
        }
        add(hostile, file, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    }

    /** One file of the case. */
    synchronized void file(String hostileName, InputStream hostile) throws IOException {
        if (outcome.isDone()) {
            throw new RefusedHandBackException("it has ended");
        }
        if (!NAME.matcher(hostileName).matches() || ++files > MOST_FILES) {
            throw new RefusedHandBackException("not the name of a file in a case");
        }
        if (HandedFiles.derived(hostileName)) {
            throw new RefusedHandBackException("reports are written here, from the evidence");
        }
        Path file = caseFolder().resolve(hostileName);
        Files.createDirectories(file.getParent());
        add(hostile, file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
    }

    /**
     * The case of a pod that is gone, from what it told while it ran, or nothing when that was too
     * little. Nothing more is taken from it.
     */
    synchronized Optional<Path> cutOff(String why) throws IOException {
        cutOff = true;
        return CutOffEvidence.in(part(), folder.resolve("cut-off"), why);
    }

    private void add(InputStream hostile, Path file, StandardOpenOption... how) throws IOException {
        try (OutputStream out = Files.newOutputStream(file, how)) {
            var buffer = new byte[1 << 16];
            long here = 0;
            for (int n = hostile.read(buffer); n >= 0; n = hostile.read(buffer)) {
                here += n;
                bytes += n;
                if (here > LARGEST_FILE || bytes > MOST_BYTES) {
                    throw new RefusedHandBackException("larger than any case should be");
                }
                out.write(buffer, 0, n);
            }
        }
    }

    /** How it came out; only the first word counts. */
    synchronized void end(JsonNode hostile) {
        Runner.Outcome said =
                switch (hostile.path("outcome").stringValue("")) {
                    case "finished" ->
                            Files.isRegularFile(caseFolder().resolve(CaseFolder.EVIDENCE))
                                    ? new Runner.Outcome.Finished(caseFolder())
                                    : new Runner.Outcome.Crashed("its pod returned no evidence");
                    case "refused" ->
                            new Runner.Outcome.Refused(
                                    text(hostile, "what"),
                                    text(hostile, "why"),
                                    text(hostile, "next"));
                    default -> new Runner.Outcome.Crashed(text(hostile, "why"));
                };
        outcome.complete(said);
    }

    private static String text(JsonNode hostile, String name) {
        return Printable.line(hostile.path(name).stringValue(""), LONGEST);
    }

    /** What was handed back, if anything was within that time. */
    Optional<Runner.Outcome> outcome(long millis) throws InterruptedException {
        try {
            return Optional.of(outcome.get(millis, TimeUnit.MILLISECONDS));
        } catch (TimeoutException e) {
            return Optional.empty();
        } catch (java.util.concurrent.ExecutionException e) {
            throw new IllegalStateException("nobody completes it with a failure", e);
        }
    }

    /** Called when it is known how it came out. */
    void whenHandedBack(Runnable then) {
        var _ = outcome.thenRun(then);
    }
}
