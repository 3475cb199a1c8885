package io.mcpsf.report.ci;

import io.mcpsf.json.EvidenceFormat;
import io.mcpsf.json.Json;
import io.mcpsf.model.Evidence;
import io.mcpsf.model.Finding;
import io.mcpsf.model.Proof;
import io.mcpsf.model.RunObservation;
import io.mcpsf.model.Seen;
import io.mcpsf.report.InWords;
import io.mcpsf.report.Report;

import tools.jackson.databind.node.ObjectNode;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;

/**
 * Where a finding is. What was seen at run time has no line of code: its place is the tool or the
 * phase, and, because code scanning shows nothing without a file, the file that the server was
 * started from.
 */
final class SarifPlaces {

    private static final String MOUNTED = "/opt/";
    private static final List<String> FILE_FIELDS = List.of("file", "path");

    private final Report report;
    private final String prefix;
    private final String entry;

    SarifPlaces(Report report) {
        this.report = report;
        Evidence evidence = report.evidence();
        this.prefix = prefix(evidence.file().subject().kind(), evidence.file().subject().source());
        this.entry =
                evidence.of(RunObservation.ServerStarted.class)
                        .flatMap(s -> s.what().command().stream())
                        .map(SarifPlaces::inArtifact)
                        .flatMap(Optional::stream)
                        .findFirst()
                        .orElse("package.json");
    }

    ObjectNode of(Finding finding) {
        ObjectNode node = Json.object();
        node.set("physicalLocation", physical(finding));
        boolean inTool = !finding.tool().isEmpty();
        String name = inTool ? finding.tool() : InWords.lower(finding.phase());
        node.putArray("logicalLocations")
                .addObject()
                .put("name", Sarif.plain(name))
                .put("fullyQualifiedName", Sarif.plain((inTool ? "tool/" : "phase/") + name))
                .put("kind", inTool ? "function" : "module");
        return node;
    }

    ObjectNode physical(Finding finding) {
        String file = entry;
        long line = 1;
        if (finding.proof() == Proof.STATIC) {
            Optional<ObjectNode> seen =
                    report.seen(finding.seen().getFirst()).map(SarifPlaces::fields);
            file = seen.map(SarifPlaces::file).filter(f -> !f.isEmpty()).orElse(entry);
            line = seen.map(f -> f.path("line").asLong(1)).orElse(1L);
        }
        ObjectNode node = Json.object();
        node.putObject("artifactLocation")
                .put("uri", uri(prefix + file))
                .put("uriBaseId", "ARTIFACT");
        node.putObject("region").put("startLine", Math.max(1, line));
        return node;
    }

    /**
     * An inspection names the file it speaks of; new kinds of observation are read as they come.
     */
    private static ObjectNode fields(Seen seen) {
        return EvidenceFormat.node(seen);
    }

    private static String file(ObjectNode fields) {
        return FILE_FIELDS.stream()
                .map(name -> Json.text(fields, name))
                .filter(text -> !text.isEmpty())
                .map(text -> inArtifact(text).orElse(text))
                .findFirst()
                .orElse("");
    }

    /** Below the folder that the artifact is shown at in the sandbox. */
    private static Optional<String> inArtifact(String path) {
        if (!path.startsWith(MOUNTED)) {
            return Optional.empty();
        }
        int slash = path.indexOf('/', MOUNTED.length());
        return slash < 0 || slash + 1 == path.length()
                ? Optional.empty()
                : Optional.of(path.substring(slash + 1));
    }

    /** A folder below the working folder keeps its way there, so that files are found again. */
    private static String prefix(String kind, String source) {
        boolean below =
                kind.equals("folder")
                        && !source.startsWith("/")
                        && !source.contains("..")
                        && !source.equals(".");
        return below ? source.replaceAll("^(\\./)+|/+$", "") + "/" : "";
    }

    /** A relative reference with everything escaped that could make it another one. */
    private static String uri(String path) {
        var out = new StringBuilder();
        String bare = path.replaceAll("^/+", "");
        for (byte b :
                bare.substring(0, Math.min(bare.length(), 500)).getBytes(StandardCharsets.UTF_8)) {
            char c = (char) (b & 0xff);
            boolean plain =
                    (c >= 'a' && c <= 'z')
                            || (c >= 'A' && c <= 'Z')
                            || (c >= '0' && c <= '9')
                            || "-._~/@+".indexOf(c) >= 0;
            out.append(plain ? "" + c : "%%%02X".formatted((int) c));
        }
        return out.toString();
    }
}
