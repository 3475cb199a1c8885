package io.mcpsf.run.cases;

import io.mcpsf.json.BadJsonException;
import io.mcpsf.json.Json;
import io.mcpsf.model.Target;
import io.mcpsf.os.Scratch;
import io.mcpsf.os.TreeCopy;
import io.mcpsf.run.request.AssessRequest;
import io.mcpsf.run.request.Progress;
import io.mcpsf.run.request.UsageException;
import io.mcpsf.sandbox.docker.Errand;
import io.mcpsf.store.CaseFolder;
import io.mcpsf.store.CaseStore;

import tools.jackson.databind.node.ObjectNode;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * An assessment that another mcpsf does, in a container of its own image: what it needs is sent
 * along, the case that it makes is brought here and judged here like any other.
 */
public final class RemoteCase {

    private static final String ENVIRONMENT = "environment.json";

    private final AssessRequest request;
    private final Target target;
    private final Errand errand;
    private final Progress progress;
    private final List<String> trouble = new ArrayList<>();

    public RemoteCase(AssessRequest request, Target target, Errand errand, Progress progress) {
        this.request = request;
        this.target = target;
        this.errand = errand;
        this.progress = progress;
    }

    public CaseFolder run() throws InterruptedException {
        progress.note("running in a container of the mcpsf image: " + errand.why());
        Scratch.sweep();
        try (var scratch = Scratch.make()) {
            Path luggage = scratch.path();
            List<String> words = words(luggage);
            Path output = Files.createDirectories(request.output().toAbsolutePath());
            var store = new CaseStore(output, InstantSource.system(), new SecureRandom());
            var brought = new ArrayList<CaseFolder>();
            errand.run(
                    words,
                    luggage,
                    this::heard,
                    (result, fetch, container) -> {
                        String id = caseOf(result);
                        fetch.copy(container, Errand.OUT + "/" + id, output);
                        brought.add(store.adopt(id));
                    });
            return brought.getFirst();
        } catch (IOException e) {
            throw new UncheckedIOException("cannot prepare the remote assessment", e);
        }
    }

    /** The same request in words for the other one; files go into the luggage. */
    List<String> words(Path luggage) throws IOException {
        List<String> words = new ArrayList<>(List.of("assess", source(luggage)));
        words.addAll(List.of("--runtime", "auto", "--format", "json", "--fail-on", "never"));
        words.addAll(List.of("--output", Errand.OUT, "--profile", request.profile()));
        words.addAll(List.of("--seed", Long.toString(request.seed())));
        if (!request.command().isEmpty()) {
            words.addAll(List.of("--command", quoted(request.command())));
        }
        request.allowNet().forEach(host -> words.addAll(List.of("--allow-net", host)));
        if (request.timeout().isPositive()) {
            words.addAll(List.of("--timeout", Math.max(1, request.timeout().toSeconds()) + "s"));
        }
        fuzz(words, request.fuzz());
        if (!request.detectors().isEmpty()) {
            words.addAll(List.of("--detectors", String.join(",", request.detectors())));
        }
        if (request.caching().offline()) {
            words.add("--offline");
        }
        if (request.caching().bill().equals("spdx")) {
            words.addAll(List.of("--sbom", "spdx"));
        }
        // In files, for whoever may list containers can read their command lines.
        if (!request.env().isEmpty()) {
            ObjectNode all = Json.object();
            request.env().forEach(all::put);
            Files.writeString(luggage.resolve(ENVIRONMENT), Json.text(all));
            words.addAll(List.of("--env-file", Errand.IN + "/" + ENVIRONMENT));
        }
        if (!request.model().word().isEmpty() || !request.model().env().isEmpty()) {
            throw new UsageException(
                    "--llm does not work in a container on another machine",
                    "the API key would have to be sent there",
                    "omit --llm, or use a Linux host with root");
        }
        if (!request.serverArgs().isEmpty()) {
            words.add("--");
            words.addAll(request.serverArgs());
        }
        return words;
    }

    private String source(Path luggage) throws IOException {
        return switch (target) {
            case Target.Local(Path folder) -> {
                String name = String.valueOf(folder.getFileName());
                TreeCopy.copy(folder, luggage.resolve(name), TreeCopy.Caps.usual());
                yield Errand.IN + "/" + name;
            }
            case Target.Archive(Path file) -> {
                Files.copy(file, luggage.resolve(String.valueOf(file.getFileName())));
                yield Errand.IN + "/" + file.getFileName();
            }
            case Target.Npm _, Target.Pypi _, Target.Git _ -> request.source();
            case Target.Image _ ->
                    throw new UsageException(
                            "cannot assess a container image on another machine",
                            "its files are read on this one",
                            "use a Linux host, or pass the package that the image is built from");
            case Target.Remote _, Target.Localhost _ ->
                    throw new IllegalStateException("live servers are tested from this machine");
        };
    }

    private static void fuzz(List<String> words, AssessRequest.Fuzz fuzz) {
        if (fuzz.validCalls() >= 0) {
            words.addAll(List.of("--valid-calls", Integer.toString(fuzz.validCalls())));
        }
        if (fuzz.calls() >= 0) {
            words.addAll(List.of("--fuzz-calls", Integer.toString(fuzz.calls())));
        }
        if (fuzz.time().compareTo(Duration.ZERO) >= 0) {
            words.addAll(List.of("--fuzz-seconds", Long.toString(fuzz.time().toSeconds())));
        }
    }

    private void heard(String line) {
        if (!line.isBlank()) {
            trouble.add(line.strip());
            progress.note(line.strip());
        }
    }

    /** The id of the case that was made, or what went wrong in its own words. */
    private String caseOf(Errand.Result result) {
        try {
            String id = Json.text(Json.read(result.said()), "case");
            if (!id.isEmpty()) {
                return id;
            }
        } catch (BadJsonException e) {
            progress.note("no report was returned: " + e.getMessage());
        }
        throw new UsageException(
                after("mcpsf: ", "the assessment in the container failed"),
                after("why:", "it exited with code " + result.code()),
                after("next:", "mcpsf doctor"));
    }

    private String after(String mark, String otherwise) {
        return trouble.stream()
                .filter(line -> line.startsWith(mark))
                .map(line -> line.substring(mark.length()).strip())
                .findFirst()
                .orElse(otherwise);
    }

    private static String quoted(List<String> argv) {
        return argv.stream()
                .map(word -> "'" + word.replace("'", "'\\''") + "'")
                .collect(Collectors.joining(" "));
    }
}
