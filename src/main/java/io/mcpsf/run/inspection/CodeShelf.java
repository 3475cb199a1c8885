package io.mcpsf.run.inspection;

import io.mcpsf.inspect.code.CodeReport;
import io.mcpsf.inspect.code.parser.ParserBuild;
import io.mcpsf.json.BadJsonException;
import io.mcpsf.json.EvidenceFormat;
import io.mcpsf.model.CaseFile;
import io.mcpsf.model.Coverage;
import io.mcpsf.model.Evidence;
import io.mcpsf.model.Health;
import io.mcpsf.model.Isolation;
import io.mcpsf.model.Phase;
import io.mcpsf.model.Seen;
import io.mcpsf.model.Sense;
import io.mcpsf.model.Sha256;
import io.mcpsf.model.Stamp;
import io.mcpsf.model.ToolCoverage;
import io.mcpsf.run.request.Version;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** What was read in the code of a tree before. The same bytes say the same. */
final class CodeShelf {

    /** Changes whenever the same code would be told differently. */
    private static final String EDITION = "4";

    private static final int MOST = 300;

    private final Path folder;

    CodeShelf(Path folder) {
        this.folder = folder;
    }

    Optional<CodeReport> find(String key) {
        try (Reader lines = Files.newBufferedReader(place(key))) {
            Evidence evidence = EvidenceFormat.read(lines);
            return Optional.of(
                    new CodeReport(
                            evidence.seen().stream().map(Seen::what).toList(),
                            evidence.coverage().sense(Sense.CODE)));
        } catch (NoSuchFileException e) {
            return Optional.empty();
        } catch (IOException | BadJsonException damaged) {
            return Optional.empty(); // Then it is read anew.
        }
    }

    /** Only what was read to its end is kept. */
    void keep(String key, CaseFile head, CodeReport report) {
        if (report.health().health() != Health.FULL) {
            return;
        }
        try {
            Files.createDirectories(folder);
            Path aside = Files.createTempFile(folder, "new-", "");
            write(aside, head, report);
            Files.move(aside, place(key), StandardCopyOption.ATOMIC_MOVE);
            sweep();
        } catch (IOException e) {
            return; // A cache that is not there costs time and nothing else.
        }
    }

    private static void write(Path file, CaseFile head, CodeReport report) throws IOException {
        var coverage =
                new Coverage(
                        Map.of(),
                        Map.of(Sense.CODE, report.health()),
                        new ToolCoverage(0, 0, 0),
                        Isolation.none());
        try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(file))) {
            out.write(EvidenceFormat.head(head));
            long number = 0;
            for (var what : report.seen()) {
                var at = new Stamp(++number, 0, Phase.INSPECT, 0, 0);
                out.write(EvidenceFormat.line(new Seen(at, what)));
            }
            out.write(EvidenceFormat.tail(coverage));
        }
    }

    private Path place(String key) {
        String all =
                EDITION + " " + Version.ours() + " " + ParserBuild.place(Path.of("")) + " " + key;
        String name = Sha256.of(all.getBytes(StandardCharsets.UTF_8)).hex();
        return folder.resolve(name + ".jsonl");
    }

    /** An age is looked at once: others keep and sweep here at the same time. */
    private record Kept(Path file, long age) {}

    private void sweep() throws IOException {
        List<Kept> kept;
        try (Stream<Path> files = Files.list(folder)) {
            kept =
                    files.map(file -> new Kept(file, file.toFile().lastModified()))
                            .sorted(Comparator.comparingLong(Kept::age))
                            .toList();
        }
        for (Kept old : kept.subList(0, Math.max(0, kept.size() - MOST))) {
            Files.deleteIfExists(old.file());
        }
    }
}
