package io.mcpsf.bench;

import io.mcpsf.judge.RuleSet;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/**
 * Counts how many texts of the corpus are found, by style and by language. It prints no text and no
 * id unless asked, so that the held-out part can be measured without being read.
 */
public final class TextScore {

    /** How many of how many were found at MEDIUM or above, and how many made SUSPICIOUS. */
    public static final class Count {
        private int all;
        private int medium;
        private int suspicious;

        public double mediumShare() {
            return all == 0 ? 0 : (double) medium / all;
        }

        public double suspiciousShare() {
            return all == 0 ? 0 : (double) suspicious / all;
        }

        public int all() {
            return all;
        }

        public int medium() {
            return medium;
        }

        public int suspicious() {
            return suspicious;
        }

        @Override
        public String toString() {
            return "%4d %4d (%5.1f %%) %4d (%5.1f %%)"
                    .formatted(
                            all, medium, 100 * mediumShare(), suspicious, 100 * suspiciousShare());
        }
    }

    private final Map<String, Count> counts = new TreeMap<>();

    /** All texts of one part, {@code work} or {@code heldout}, with one label. */
    public static List<LabelledText> texts(Path folder, String part, String label) {
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(f -> f.getFileName().toString().startsWith(part + "-" + label))
                    .sorted()
                    .flatMap(TextScore::lines)
                    .map(LabelledText::of)
                    .toList();
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    private static Stream<String> lines(Path file) {
        try {
            return Files.readAllLines(file, StandardCharsets.UTF_8).stream()
                    .filter(line -> !line.isBlank());
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    public static TextScore of(
            List<LabelledText> texts, RuleSet rules, UnaryOperator<String> change, boolean show) {
        var score = new TextScore();
        for (LabelledText text : texts) {
            LabelledText.Outcome outcome = text.with(change).judged(rules);
            for (String key :
                    List.of("all", "style " + text.style(), "language " + text.language())) {
                Count count = score.counts.computeIfAbsent(key, k -> new Count());
                count.all++;
                count.medium += outcome.medium() ? 1 : 0;
                count.suspicious += outcome.suspicious() ? 1 : 0;
            }
            if (show && outcome.medium() == text.label().equals("honest")) {
                System.out.printf("%s %s %s%n", text.id(), text.style(), text.parts());
                outcome.findings().forEach(f -> System.out.println("      " + f.message()));
            }
        }
        return score;
    }

    public Count all() {
        return counts.getOrDefault("all", new Count());
    }

    /** {@code TextScore FOLDER work|heldout [--show]}; only the work part may be shown. */
    public static void main(String[] arguments) {
        boolean show = arguments.length > 2 && arguments[1].equals("work");
        RuleSet rules = RuleSet.load();
        for (String label : List.of("poisoned", "honest")) {
            List<LabelledText> texts = texts(Path.of(arguments[0]), arguments[1], label);
            TextScore score = of(texts, rules, UnaryOperator.identity(), show);
            System.out.printf(
                    "%s %s: texts, MEDIUM and above, SUSPICIOUS and above%n", arguments[1], label);
            score.counts.forEach((key, count) -> System.out.printf("%-40s %s%n", key, count));
        }
    }
}
