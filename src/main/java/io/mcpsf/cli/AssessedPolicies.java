package io.mcpsf.cli;

import io.mcpsf.json.BadJsonException;
import io.mcpsf.json.Json;
import io.mcpsf.model.Target;
import io.mcpsf.source.BadSourceException;
import io.mcpsf.source.Sources;

import tools.jackson.databind.JsonNode;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** The policies that assessments in a folder propose, by what was assessed. */
final class AssessedPolicies {

    private static final int MOST = 2_000;
    private static final long REPORT_BYTES = 64L << 20;

    private final List<Assessed> newest = new ArrayList<>();

    /** One assessment: what it was of, what came out, and the policy in its folder. */
    record Assessed(Path folder, JsonNode target, String verdict) {

        Path policy() {
            return folder.resolve("profile").resolve("policy.yaml");
        }

        String digest() {
            return Json.text(target, "sha256");
        }
    }

    /** The newest first: the names of cases begin with their time. */
    static AssessedPolicies in(Path folder) {
        var found = new AssessedPolicies();
        try (Stream<Path> cases = Files.list(folder)) {
            cases.filter(one -> !Files.isSymbolicLink(one))
                    .sorted(Comparator.reverseOrder())
                    .limit(MOST)
                    .forEach(found::add);
        } catch (IOException e) {
            throw new io.mcpsf.run.request.UsageException(
                    "cannot read " + folder, "it is not a folder of assessments", "mcpsf assess");
        }
        return found;
    }

    private void add(Path folder) {
        Path report = folder.resolve("report.json");
        try {
            if (Files.isRegularFile(report) && Files.size(report) < REPORT_BYTES) {
                JsonNode tree = Json.read(Files.readAllBytes(report));
                newest.add(new Assessed(folder, tree.path("target"), Json.text(tree, "verdict")));
            }
        } catch (IOException | BadJsonException e) {
            return; // A case that was cut off says nothing.
        }
    }

    Optional<Assessed> of(String source) {
        try {
            Target target = Sources.parse(source, Path.of(""));
            return newest.stream().filter(one -> same(target, one.target())).findFirst();
        } catch (BadSourceException e) {
            return Optional.empty();
        }
    }

    private static boolean same(Target target, JsonNode assessed) {
        String version =
                switch (target) {
                    case Target.Npm npm -> npm.version();
                    case Target.Pypi pypi -> pypi.version();
                    default -> "";
                };
        boolean exact = version.matches("[0-9]+(\\.[0-9]+)+.*");
        return target.kind().equals(Json.text(assessed, "kind"))
                && target.name().equals(Json.text(assessed, "name"))
                && (!exact || version.equals(Json.text(assessed, "version")));
    }
}
