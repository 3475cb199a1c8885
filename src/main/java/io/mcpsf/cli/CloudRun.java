package io.mcpsf.cli;

import io.mcpsf.json.Json;
import io.mcpsf.model.Evidence;
import io.mcpsf.model.Target;
import io.mcpsf.run.Assessment;
import io.mcpsf.run.request.AssessRequest;
import io.mcpsf.run.request.Outcome;
import io.mcpsf.run.request.Progress;
import io.mcpsf.run.request.UsageException;
import io.mcpsf.service.client.Cloud;
import io.mcpsf.service.client.CloudException;
import io.mcpsf.source.BadSourceException;
import io.mcpsf.source.Sources;
import io.mcpsf.store.CaseFolder;
import io.mcpsf.store.CaseStore;
import io.mcpsf.web.WebRoute;

import picocli.CommandLine.ParseResult;

import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

import java.net.URI;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.InstantSource;
import java.util.List;

/** {@code --executor cloud}: a service does it, and the case comes home. */
record CloudRun(Settings settings, Ports ports, WebRoute web) {

    /** What only makes sense on one's own machine. */
    private static final List<String> LOCAL_ONLY =
            List.of(
                    "--no-cleanup",
                    "--llm",
                    "--offline",
                    "--valid-calls",
                    "--fuzz-calls",
                    "--fuzz-seconds");

    Outcome assess(AssessRequest request, ParseResult words, Progress progress)
            throws InterruptedException {
        for (String option : LOCAL_ONLY) {
            if (words.hasMatchedOption(option)) {
                throw new UsageException(
                        option + " does not work with a service",
                        "the assessment runs on another machine",
                        "leave it out");
            }
        }
        Cloud cloud = cloud();
        try {
            String id = cloud.submit(body(request, words, cloud, progress));
            try {
                cloud.follow(id, progress);
            } catch (InterruptedException e) {
                cancel(cloud, id);
                throw e;
            }
            var store = new CaseStore(request.output(), InstantSource.system(), new SecureRandom());
            Path folder = cloud.fetch(id, name -> store.receive(name).folder());
            var brought = new CaseFolder(String.valueOf(folder.getFileName()), folder);
            Evidence evidence = brought.evidence();
            CaseStore.reported(brought);
            return new Outcome(folder, evidence, ports.judging().apply(evidence));
        } catch (CloudException e) {
            throw new UsageException(String.valueOf(e.getMessage()), e.why(), e.next());
        }
    }

    private Cloud cloud() {
        try {
            return new Cloud(address(), settings.variable("MCPSF_API_KEY", ""), web);
        } catch (CloudException e) {
            throw new UsageException(String.valueOf(e.getMessage()), e.why(), e.next());
        }
    }

    private static void cancel(Cloud cloud, String id) throws InterruptedException {
        try {
            cloud.cancel(id);
        } catch (CloudException e) {
            // It is over already, or the service is gone; we are going too.
            return;
        }
    }

    private URI address() {
        String word = settings.variable("MCPSF_API_URL", "");
        if (word.isEmpty()) {
            throw new UsageException(
                    "no service is configured",
                    "--executor cloud needs the address of a service",
                    "set MCPSF_API_URL and MCPSF_API_KEY, or --executor local");
        }
        return ServiceAddress.of(word);
    }

    private ObjectNode body(
            AssessRequest request, ParseResult words, Cloud cloud, Progress progress)
            throws InterruptedException {
        ObjectNode body = Json.object().put("source", source(request, cloud, progress));
        if (words.hasMatchedOption("--profile")) {
            body.put("profile", request.profile());
        }
        String command = CommandOptions.value(words, "--command", "");
        if (!command.isEmpty()) {
            body.put("command", command);
        }
        fill(body.putArray("args"), request.serverArgs());
        fill(body.putArray("allowNet"), request.allowNet());
        if (!request.detectors().isEmpty()) {
            fill(body.putArray("detectors"), request.detectors());
        }
        if (request.source().startsWith("http")) {
            // Credentials of a live server; they are nobody else's business.
            fill(body.putArray("headers"), request.access().headers());
        }
        ObjectNode env = body.putObject("env");
        request.env().forEach(env::put);
        if (!request.timeout().isZero()) {
            body.put("timeoutSeconds", Math.max(10, request.timeout().toSeconds()));
        }
        return body.put("seed", request.seed());
    }

    private static void fill(ArrayNode array, List<String> words) {
        words.forEach(array::add);
    }

    private static String source(AssessRequest request, Cloud cloud, Progress progress)
            throws InterruptedException {
        Target target;
        try {
            target = Sources.parse(request.source(), Path.of(""));
        } catch (BadSourceException e) {
            throw Assessment.cannotGet(request.source(), e);
        }
        return switch (target) {
            case Target.Local(Path folder) -> sent(cloud, folder, progress);
            case Target.Archive(Path file) -> sent(cloud, file, progress);
            case Target.Localhost _ ->
                    throw new UsageException(
                            "a service cannot reach a server on your machine",
                            "the assessment runs on another one",
                            "--executor local");
            case Target.Image _ ->
                    throw new UsageException(
                            "a service does not assess container images",
                            "your Docker images are on your machine",
                            "--executor local");
            case Target.Npm _, Target.Pypi _, Target.Git _, Target.Remote _ -> request.source();
        };
    }

    private static String sent(Cloud cloud, Path path, Progress progress)
            throws InterruptedException {
        progress.note("uploading " + path.getFileName());
        return cloud.upload(path);
    }
}
