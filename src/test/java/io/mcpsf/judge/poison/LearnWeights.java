package io.mcpsf.judge.poison;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;

/**
 * Learns the weights from the work parts of the corpus: logistic regression, where a poisoned text
 * counts by its most suspicious stretch and an honest one by all of its stretches. No chance is
 * involved. {@code LearnWeights FOLDER OUT TEXTS.jsonl.gz [PART]}: the texts are further labelled
 * ones of tools, most of them honest ones of real servers; the part is left out. Prints first how
 * it fares on each part when it has learned from the others.
 */
public final class LearnWeights {

    private static final double STRENGTH = 0.05;
    private static final int ROUNDS = 4;
    private static final int STEPS = 300;

    /** Of real tools there are many, and few hold an alarming word. */
    private static final double REAL = 0.5;

    private record Text(String part, boolean poisoned, List<int[]> stretches) {}

    private LearnWeights() {}

    public static void main(String[] arguments) throws IOException {
        List<Text> texts = texts(Path.of(arguments[0]));
        more(Path.of(arguments[2]), texts);
        if (arguments.length > 3) {
            texts.removeIf(text -> text.part().equals(arguments[3]));
            write(Path.of(arguments[1]), texts);
            return;
        }
        for (String part : List.of("a", "b", "c", "d", "e")) {
            validate(texts, part);
        }
        write(Path.of(arguments[1]), texts);
    }

    private static List<Text> texts(Path folder) throws IOException {
        var texts = new ArrayList<Text>();
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file :
                    files.filter(f -> f.getFileName().toString().startsWith("work-"))
                            .sorted()
                            .toList()) {
                for (String line : Files.readAllLines(file, StandardCharsets.UTF_8)) {
                    if (!line.isBlank()) {
                        String name = file.getFileName().toString();
                        String part = name.substring(name.length() - 7, name.length() - 6);
                        texts.add(text(part, JsonMapper.shared().readTree(line)));
                    }
                }
            }
        }
        return texts;
    }

    private static void more(Path file, List<Text> texts) throws IOException {
        try (var lines =
                new BufferedReader(
                        new InputStreamReader(
                                new GZIPInputStream(Files.newInputStream(file)),
                                StandardCharsets.UTF_8))) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                JsonNode row = JsonMapper.shared().readTree(line);
                String label = row.path("label").asString("");
                if (label.equals("malicious") || label.endsWith("benign")) {
                    String words =
                            "tool_%s\n\n%s\n\n%s"
                                    .formatted(
                                            row.path("tool").asString(""),
                                            row.path("text").asString(""),
                                            ModelText.inJson(row.path("schema").asString("")));
                    texts.add(text("real", label.equals("malicious"), words, TextPlace.WORDS));
                }
            }
        }
    }

    private static Text text(String part, JsonNode row) {
        TextPlace place =
                switch (row.path("place").asString("")) {
                    case "result", "error", "resource" -> TextPlace.DATA;
                    case "readme" -> TextPlace.README;
                    default -> TextPlace.WORDS;
                };
        boolean poisoned = row.path("label").asString("").equals("poisoned");
        boolean tool = place == TextPlace.WORDS;
        return text(part, poisoned, words(row, !tool), place);
    }

    private static Text text(String part, boolean poisoned, String words, TextPlace place) {
        Folded folded = Folded.of(Plain.of(words));
        List<int[]> stretches =
                Stretches.in(folded.text(), Statement.in(folded, place), place).stream()
                        .map(Stretches.Stretch::features)
                        .toList();
        return new Text(part, poisoned, stretches.isEmpty() ? List.of(new int[0]) : stretches);
    }

    private static String words(JsonNode row, boolean answer) {
        JsonNode tool = row.path("tool");
        if (tool.isObject()) {
            return "tool_%s\n\n%s\n\n%s%s%s"
                    .formatted(
                            tool.path("name").asString(""),
                            tool.path("description").asString(""),
                            ModelText.inJson(tool.path("inputSchema").toString()),
                            tool.has("annotations")
                                    ? ModelText.inJson(tool.path("annotations").toString())
                                    : "",
                            tool.path("title").asString(""));
        }
        var words = new StringBuilder();
        if (!answer) {
            words.append("tool_").append(row.path("name").asString("")).append("\n\n");
        }
        if (row.path("parts").isEmpty()) {
            return words.append(row.path("text").asString("")).toString();
        }
        row.path("parts")
                .forEach(
                        part ->
                                words.append(part.isString() ? part.asString() : part.toString())
                                        .append("\n\n"));
        return words.toString();
    }

    private static void validate(List<Text> texts, String part) {
        Weights weights = learn(texts.stream().filter(t -> !t.part().equals(part)).toList());
        List<Text> held = texts.stream().filter(t -> t.part().equals(part)).toList();
        double[] scores = held.stream().mapToDouble(t -> most(weights, t)).toArray();
        double[] honest = sorted(held, scores, false);
        double[] poisoned = sorted(held, scores, true);
        System.out.printf(
                "part %s: %d poisoned, %d honest%n", part, poisoned.length, honest.length);
        for (double share : new double[] {0, 0.01, 0.02, 0.05}) {
            print(honest, poisoned, honest[honest.length - 1 - (int) (share * honest.length)]);
        }
        for (double limit : new double[] {1, 2, 2.5, 3, 3.5}) {
            print(honest, poisoned, limit);
        }
    }

    private static void print(double[] honest, double[] poisoned, double limit) {
        System.out.printf(
                Locale.ROOT,
                "  above %.2f: honest %.1f %%, poisoned %.1f %%%n",
                limit,
                100.0 * Arrays.stream(honest).filter(s -> s > limit).count() / honest.length,
                100.0 * Arrays.stream(poisoned).filter(s -> s > limit).count() / poisoned.length);
    }

    private static double[] sorted(List<Text> texts, double[] scores, boolean poisoned) {
        var some = new ArrayList<Double>();
        for (int i = 0; i < scores.length; i++) {
            if (texts.get(i).poisoned() == poisoned) {
                some.add(scores[i]);
            }
        }
        return some.stream().mapToDouble(d -> d).sorted().toArray();
    }

    private static double most(Weights weights, Text text) {
        return text.stretches().stream().mapToDouble(weights::odds).max().orElseThrow();
    }

    private static Weights learn(List<Text> texts) {
        Weights weights = Weights.of(new float[Stretches.COUNT], 0);
        for (int round = 0; round < ROUNDS; round++) {
            var rows = new ArrayList<int[]>();
            var wanted = new ArrayList<Double>();
            var share = new ArrayList<Double>();
            for (Text text : texts) {
                choose(text, weights, round == 0, rows, wanted, share);
            }
            weights = fit(rows, wanted, share);
        }
        return weights;
    }

    private static void choose(
            Text text,
            Weights weights,
            boolean first,
            List<int[]> rows,
            List<Double> wanted,
            List<Double> share) {
        if (text.poisoned()) {
            Comparator<int[]> most =
                    first
                            ? Comparator.comparingInt(features -> features.length)
                            : Comparator.comparingDouble(weights::odds);
            rows.add(text.stretches().stream().max(most).orElseThrow());
            wanted.add(1.0);
            share.add(1.0);
            return;
        }
        double each = (text.part().equals("real") ? REAL : 1) / Math.sqrt(text.stretches().size());
        for (int[] stretch : text.stretches()) {
            rows.add(stretch);
            wanted.add(0.0);
            share.add(each);
        }
    }

    /** Steps of AdaGrad over all rows; small enough to need nothing finer. */
    private static Weights fit(List<int[]> rows, List<Double> wanted, List<Double> share) {
        double[] weights = new double[Stretches.COUNT + 1];
        double[] squares = new double[weights.length];
        int bias = Stretches.COUNT;
        for (int step = 0; step < STEPS; step++) {
            double[] slope = new double[weights.length];
            for (int i = 0; i < rows.size(); i++) {
                double score = weights[bias];
                for (int feature : rows.get(i)) {
                    score += weights[feature];
                }
                double error = share.get(i) * (1 / (1 + Math.exp(-score)) - wanted.get(i));
                for (int feature : rows.get(i)) {
                    slope[feature] += error;
                }
                slope[bias] += error;
            }
            for (int j = 0; j < weights.length; j++) {
                double pull = slope[j] + (j < bias ? weights[j] / STRENGTH : 0);
                squares[j] += pull * pull;
                weights[j] -= 0.1 * pull / Math.sqrt(squares[j] + 1e-9);
            }
        }
        float[] learned = new float[Stretches.COUNT];
        for (int j = 0; j < learned.length; j++) {
            learned[j] = (float) (Math.round(weights[j] * 1000) / 1000.0);
        }
        return Weights.of(learned, (float) weights[bias]);
    }

    private static void write(Path out, List<Text> texts) throws IOException {
        Weights weights = learn(texts);
        var lines = new StringBuilder();
        lines.append("# Learned by LearnWeights from src/test/resources/tool-texts/work-*; see")
                .append(" docs/tool-texts.md for what it is worth.\n");
        lines.append(
                "# and from labelled texts of real tools that are not part of this repository.\n");
        lines.append("# Learned from ")
                .append(texts.stream().filter(Text::poisoned).count())
                .append(" poisoned and ")
                .append(texts.stream().filter(t -> !t.poisoned()).count())
                .append(" honest texts.\n");
        double bias = weights.odds(new int[0]);
        lines.append(String.format(Locale.ROOT, "bias\t%.3f%n", bias));
        for (int i = 0; i < Stretches.COUNT; i++) {
            double weight = weights.odds(new int[] {i}) - bias;
            if (Math.abs(weight) >= 0.0005) {
                lines.append(String.format(Locale.ROOT, "%s\t%.3f%n", Stretches.name(i), weight));
            }
        }
        Files.writeString(out, lines);
    }
}
