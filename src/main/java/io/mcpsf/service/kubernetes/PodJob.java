package io.mcpsf.service.kubernetes;

import io.mcpsf.json.Json;
import io.mcpsf.os.Scratch;
import io.mcpsf.os.unpack.Unpack;
import io.mcpsf.service.job.JobEvent;
import io.mcpsf.service.job.JobRequest;
import io.mcpsf.service.job.JobRequests;
import io.mcpsf.service.worker.Runner.Outcome;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What runs in a pod: takes its order, assesses, tells what happens while it happens, and hands the
 * case back. It knows nothing but one address and what it was told there.
 */
public final class PodJob {

    private static final int MOST_WAITING = 20_000;
    private static final int AT_ONCE = 500;
    private static final long BEAT_MILLIS = 500;
    private static final Unpack.Manner UPLOAD =
            new Unpack.Manner(Unpack.Caps.usual(), Unpack.Links.INNER, 1);

    private final Assessing assessing;
    private final LinkedBlockingQueue<JobEvent> waiting = new LinkedBlockingQueue<>(MOST_WAITING);
    private volatile boolean over;

    /** Runs an assessment in this pod. */
    @FunctionalInterface
    public interface Assessing {
        Outcome assess(JobRequest request, String source, Path folder, Consumer<JobEvent> events)
                throws InterruptedException;
    }

    public PodJob(Assessing assessing) {
        this.assessing = assessing;
    }

    /** Runs the one job that the variables name; throws when it could not be handed back. */
    public void run(Map<String, String> env) throws IOException, InterruptedException {
        try (var client = new PodClient(env);
                var canary = NetworkCanary.of(env);
                var scratch = Scratch.make()) {
            JsonNode order = client.redeem();
            Path folder = scratch.path();
            JobRequest request = JobRequests.read(order.path("request"));
            String source = order.path("source").stringValue("");
            if (order.path("upload").booleanValue(false)) {
                unpack(client, source, folder);
            }
            var evidence = new GrowingEvidence(folder.resolve("out"));
            Thread teller = Thread.ofVirtual().start(() -> tell(client, evidence));
            Outcome outcome;
            try {
                Optional<Outcome.Refused> open = canary.refusal();
                outcome =
                        open.isPresent()
                                ? open.get()
                                : assessing.assess(request, source, folder, waiting::offer);
            } finally {
                over = true;
                teller.join();
            }
            handBack(client, outcome);
        }
    }

    private static void unpack(PodClient client, String source, Path folder)
            throws IOException, InterruptedException {
        Path archive = folder.resolve("upload.tgz");
        client.upload(archive);
        Path there = folder.resolve("upload").resolve(source.substring(2));
        Unpack.into(archive, there, UPLOAD);
        Files.delete(archive);
        // A folder of ours is closed to all but us, and in a sandbox nobody is us.
        Files.setPosixFilePermissions(there, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    /**
     * Beside the assessment, and never in its way: what can't be told is handed back at the end.
     */
    private void tell(PodClient client, GrowingEvidence evidence) {
        try {
            for (boolean last = false; !last; ) {
                last = over;
                try {
                    events(client);
                    boolean more = evidence(client, evidence);
                    while (more && last) {
                        more = evidence(client, evidence);
                    }
                } catch (IOException e) {
                    // The dispatcher may be restarting; the case is handed back in the end.
                }
                if (!last) {
                    TimeUnit.MILLISECONDS.sleep(BEAT_MILLIS);
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Whether there was any. */
    private static boolean evidence(PodClient client, GrowingEvidence evidence)
            throws IOException, InterruptedException {
        byte[] more = evidence.more();
        if (more.length == 0) {
            return false;
        }
        client.evidence(evidence.at(), more);
        evidence.took(more.length);
        return true;
    }

    private void events(PodClient client) throws IOException, InterruptedException {
        var bundle = new java.util.ArrayList<JobEvent>();
        while (waiting.drainTo(bundle, AT_ONCE) > 0) {
            client.events(
                    bundle.stream()
                            .map(
                                    event -> {
                                        ObjectNode node = Json.object().put("kind", event.kind());
                                        node.set(event.kind(), event.body());
                                        return Json.text(node);
                                    })
                            .collect(Collectors.joining("\n")));
            bundle.clear();
        }
    }

    private static void handBack(PodClient client, Outcome outcome)
            throws IOException, InterruptedException {
        ObjectNode said = Json.object();
        switch (outcome) {
            case Outcome.Finished(Path caseFolder) -> {
                for (Path file : files(caseFolder)) {
                    String name = caseFolder.relativize(file).toString();
                    if (!HandedFiles.derived(name)) {
                        client.file(name, file);
                    }
                }
                said.put("outcome", "finished");
            }
            case Outcome.Refused(String what, String why, String next) ->
                    said.put("outcome", "refused")
                            .put("what", what)
                            .put("why", why)
                            .put("next", next);
            case Outcome.Crashed(String why) -> said.put("outcome", "crashed").put("why", why);
        }
        client.end(said);
    }

    private static List<Path> files(Path folder) throws IOException {
        try (Stream<Path> all = Files.walk(folder, 3)) {
            return all.filter(f -> Files.isRegularFile(f, LinkOption.NOFOLLOW_LINKS))
                    .filter(f -> !f.getFileName().toString().startsWith("."))
                    .sorted()
                    .toList();
        }
    }
}
