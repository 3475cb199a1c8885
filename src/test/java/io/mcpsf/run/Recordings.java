package io.mcpsf.run;

import io.mcpsf.json.EvidenceFormat;
import io.mcpsf.model.Evidence;
import io.mcpsf.store.CaseFolder;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;

/**
 * The evidence of one real detonation of each sample, kept so that judging can be tested without a
 * sandbox. {@code bin/record samples} writes them.
 */
record Recordings(Path folder) {

    private static final String SUFFIX = ".jsonl.gz";
    private static final JsonMapper MAPPER = new JsonMapper();

    static Recordings kept() {
        return new Recordings(Path.of("src/test/resources/evidence"));
    }

    /** The samples that have a recording. */
    Set<String> samples() {
        try (Stream<Path> files = Files.list(folder)) {
            var names = new TreeSet<String>();
            files.map(Matrix::name)
                    .filter(name -> name.endsWith(SUFFIX))
                    .forEach(name -> names.add(name.substring(0, name.length() - SUFFIX.length())));
            return names;
        } catch (IOException e) {
            throw new UncheckedIOException("cannot list " + folder, e);
        }
    }

    Evidence of(String sample) {
        try (BufferedReader lines = open(sample)) {
            return EvidenceFormat.read(lines);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read the recording of " + sample, e);
        }
    }

    /** The same as it stands in the file. */
    List<JsonNode> lines(String sample) {
        try (BufferedReader lines = open(sample)) {
            return lines.lines().map(MAPPER::readTree).toList();
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read the recording of " + sample, e);
        }
    }

    private BufferedReader open(String sample) throws IOException {
        return new BufferedReader(
                new InputStreamReader(
                        new GZIPInputStream(Files.newInputStream(file(sample)), 1 << 16),
                        StandardCharsets.UTF_8));
    }

    /** Keeps what a detonation left, without the place where the samples lie here. */
    void keep(Path sample, Path caseFolder) {
        String here = String.valueOf(sample.getParent());
        try (var out = new GZIPOutputStream(Files.newOutputStream(file(Matrix.name(sample))))) {
            String whole = Files.readString(caseFolder.resolve(CaseFolder.EVIDENCE));
            out.write(whole.replace(here, "samples").getBytes(StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException("cannot record " + sample, e);
        }
    }

    private Path file(String sample) {
        return folder.resolve(sample + SUFFIX);
    }
}
