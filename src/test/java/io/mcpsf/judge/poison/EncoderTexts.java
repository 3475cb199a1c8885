package io.mcpsf.judge.poison;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;

/**
 * Writes the texts that the encoder learns from, as it will read them, with what the words say of
 * each: {@code EncoderTexts FOLDER TEXTS.jsonl.gz,... OUT}. The texts beside the corpus are
 * labelled ones of tools, most of them honest ones of real servers, and some of their answers.
 */
public final class EncoderTexts {

    private EncoderTexts() {}

    public static void main(String[] arguments) throws IOException {
        try (BufferedWriter out =
                        Files.newBufferedWriter(Path.of(arguments[2]), StandardCharsets.UTF_8);
                Stream<Path> files = Files.list(Path.of(arguments[0]))) {
            for (Path file : files.filter(f -> f.toString().endsWith(".jsonl")).sorted().toList()) {
                corpus(file, out);
            }
            for (String file : arguments[1].split(",")) {
                elsewhere(Path.of(file), out);
            }
        }
    }

    private static void corpus(Path file, BufferedWriter out) throws IOException {
        String name = file.getFileName().toString();
        String part = name.substring(name.lastIndexOf('-') + 1, name.lastIndexOf('.'));
        for (String line : Files.readAllLines(file, StandardCharsets.UTF_8)) {
            if (!line.isBlank()) {
                JsonNode row = JsonMapper.shared().readTree(line);
                TextPlace place = LearnWeights.place(row);
                write(
                        out,
                        part,
                        name.startsWith("heldout-"),
                        row.path("label").asString("").equals("poisoned"),
                        row.path("language").asString(""),
                        place,
                        LearnWeights.words(row, place != TextPlace.WORDS));
            }
        }
    }

    private static void elsewhere(Path file, BufferedWriter out) throws IOException {
        try (var lines =
                new BufferedReader(
                        new InputStreamReader(
                                new GZIPInputStream(Files.newInputStream(file)),
                                StandardCharsets.UTF_8))) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                JsonNode row = JsonMapper.shared().readTree(line);
                String label = row.path("label").asString("");
                if (label.equals("malicious") || label.endsWith("benign")) {
                    TextPlace place = LearnWeights.placeElsewhere(row);
                    write(
                            out,
                            "real:" + row.path("source").asString(""),
                            false,
                            label.equals("malicious"),
                            "",
                            place,
                            LearnWeights.wordsElsewhere(row));
                }
            }
        }
    }

    private static void write(
            BufferedWriter out,
            String part,
            boolean heldOut,
            boolean poisoned,
            String language,
            TextPlace place,
            String words)
            throws IOException {
        String plain = Plain.of(words);
        Folded folded = Folded.of(plain);
        Suspicion suspicion = Suspicion.of(words, place);
        double odds = Weights.all().judge(folded.text(), Statement.in(folded, place), place).odds();
        ObjectNode row = JsonMapper.shared().createObjectNode();
        row.put("part", part);
        row.put("heldOut", heldOut);
        row.put("poisoned", poisoned);
        row.put("language", language);
        row.put("place", place.name());
        row.put("text", plain);
        // JSON has no infinity.
        row.put("odds", Math.max(odds, -99));
        row.put("level", level(suspicion));
        out.write(row.toString());
        out.newLine();
    }

    private static String level(Suspicion suspicion) {
        if (suspicion.strong()) {
            return "HIGH";
        }
        return suspicion.score() >= Suspicion.LIKELY ? "MEDIUM" : "";
    }
}
