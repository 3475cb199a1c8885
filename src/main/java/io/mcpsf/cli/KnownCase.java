package io.mcpsf.cli;

import io.mcpsf.json.BadJsonException;
import io.mcpsf.json.EvidenceFormat;
import io.mcpsf.model.Evidence;
import io.mcpsf.run.request.UsageException;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.stream.Stream;

/** A case that was kept, by the word that a user has for it. */
record KnownCase(Path file, Evidence evidence) {

    private static final String EVIDENCE = "evidence.jsonl";

    /** What the word may be, for the help of a command. */
    static final String WORD = "A case folder, its evidence.jsonl, or an id below ./reports.";

    static KnownCase of(String word) {
        Path file = find(word, Path.of(""));
        return new KnownCase(file, read(file));
    }

    static Path find(String word, Path here) {
        try {
            Path path = here.resolve(word);
            Path kept = here.resolve("reports").resolve(word);
            // A plain word is an id: a folder of that name may have come with what is assessed.
            return (word.contains("/") ? Stream.of(path, kept) : Stream.of(kept, path))
                    .flatMap(at -> Stream.of(at, at.resolve(EVIDENCE)))
                    .filter(Files::isRegularFile)
                    .findFirst()
                    .orElseThrow(() -> noCase(word));
        } catch (InvalidPathException e) {
            throw noCase(word);
        }
    }

    private static UsageException noCase(String word) {
        return new UsageException(
                "unknown case: " + word,
                "neither it nor reports/ has an " + EVIDENCE + " by that name",
                "mcpsf judge reports/latest");
    }

    private static Evidence read(Path file) {
        try (var reader = Files.newBufferedReader(file)) {
            return EvidenceFormat.read(reader);
        } catch (IOException | BadJsonException e) {
            throw new UsageException(
                    "cannot read " + file,
                    String.valueOf(e.getMessage()),
                    "it may be incomplete or from another program");
        }
    }
}
