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
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;

/**
 * Learns the weights from the work parts of the corpus: logistic regression, where a poisoned text
 * counts by its most suspicious stretch and an honest one by all of its stretches. No chance is
 * involved: the same texts give the same bytes.
 *
 * <p>{@code LearnWeights write FOLDER TEXTS.jsonl.gz,... OUT [GROUP]} writes {@code weights.txt}
 * and {@code words.bin} into OUT; the texts are further labelled ones of tools, most of them honest
 * ones of real servers, and some of their answers; a group of authors can be left out. {@code
 * LearnWeights validate FOLDER TEXTS.jsonl.gz} prints how each group fares when it is left out,
 * also when fewer authors are learned from.
 */
public final class LearnWeights {

    /** How strongly weights are pulled to nothing. */
    private static final double PRIOR = 2;

    /** What a sense, a signal or a notion counts in a row. */
    private static final double SENSE = 0.25;

    /** The squares of what the words of a stretch count add up to this. */
    private static final double WORDS = 60;

    /** What fewer authors wrote is their style. */
    private static final int AUTHORS = 3;

    private static final int ROUNDS = 3;

    /** Of real tools there are many, and few hold an alarming word. */
    private static final double REAL = 0.5;

    /** Of poisoned ones from elsewhere there are few. */
    private static final double FOUND = 3;

    /** Left out together. Real servers are left out by the hash of their name. */
    private static final List<Set<String>> GROUPS =
            List.of(Set.of("d", "f1", "h2", "l"), Set.of("e", "f2", "h1"), Set.of("f3", "h3", "j"));

    /** Wrote several parts. */
    private static final Map<String, String> SAME = Map.of("b", "a", "c", "a", "e2", "e");

    /** In which order the learning curve takes authors away. */
    private static final List<String> AUTHORS_IN_TURN =
            List.of("a", "j", "d", "h2", "f1", "h1", "e", "l", "f2", "h3", "f3");

    private static final String REAL_TOOLS = "real";

    private record Text(
            String author, int group, boolean poisoned, List<Stretches.Stretch> stretches) {}

    /** Trained: the bias is the last. Words are kept if they have a place in {@code places}. */
    @SuppressWarnings("ArrayRecordComponent") // read once, never compared
    private record Model(double[] weights, int[] places, int kept) {

        double odds(Stretches.Stretch stretch) {
            LogisticRegression.Row row = row(stretch, true, 1);
            return LogisticRegression.score(weights, row.features(), row.values());
        }

        LogisticRegression.Row row(Stretches.Stretch stretch, boolean wanted, double share) {
            int[] senses = stretch.features();
            int[] words =
                    Arrays.stream(stretch.pieces())
                            .map(p -> places[p])
                            .filter(p -> p >= 0)
                            .toArray();
            int[] features = Arrays.copyOf(senses, senses.length + words.length);
            double[] values = new double[features.length];
            Arrays.fill(values, 0, senses.length, SENSE);
            double each = Math.sqrt(WORDS / Math.max(1, words.length));
            for (int i = 0; i < words.length; i++) {
                features[senses.length + i] = Stretches.COUNT + words[i];
                values[senses.length + i] = each;
            }
            return new LogisticRegression.Row(features, values, wanted, share);
        }
    }

    private LearnWeights() {}

    public static void main(String[] arguments) throws IOException {
        List<Text> texts = texts(Path.of(arguments[1]));
        for (String file : arguments[2].split(",")) {
            more(Path.of(file), texts);
        }
        if (arguments[0].equals("write")) {
            int out = arguments.length > 4 ? Integer.parseInt(arguments[4]) : -1;
            texts.removeIf(text -> text.group() == out);
            write(Path.of(arguments[3]), texts);
        } else {
            for (int share : List.of(4, 2, 1)) {
                validate(texts, share);
            }
        }
    }

    private static List<Text> texts(Path folder) throws IOException {
        var texts = new ArrayList<Text>();
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file :
                    files.filter(f -> f.getFileName().toString().startsWith("work-"))
                            .sorted()
                            .toList()) {
                String name = file.getFileName().toString();
                String part = name.substring(name.lastIndexOf('-') + 1, name.lastIndexOf('.'));
                for (String line : Files.readAllLines(file, StandardCharsets.UTF_8)) {
                    if (!line.isBlank()) {
                        texts.add(
                                text(
                                        SAME.getOrDefault(part, part),
                                        JsonMapper.shared().readTree(line)));
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
                    String source = row.path("source").asString("");
                    String server = source.substring(source.lastIndexOf('/') + 1);
                    int group = Math.floorMod(server.hashCode(), GROUPS.size());
                    boolean poisoned = label.equals("malicious");
                    texts.add(
                            text(
                                    REAL_TOOLS,
                                    group,
                                    poisoned,
                                    wordsElsewhere(row),
                                    placeElsewhere(row)));
                }
            }
        }
    }

    /** Where a text stands that is not of the corpus. */
    static TextPlace placeElsewhere(JsonNode row) {
        return row.path("place").asString("").equals("data") ? TextPlace.DATA : TextPlace.WORDS;
    }

    static String wordsElsewhere(JsonNode row) {
        String schema = ModelText.inJson(row.path("schema").asString(""));
        return placeElsewhere(row) == TextPlace.DATA
                ? schema
                : "tool_%s\n\n%s\n\n%s"
                        .formatted(
                                row.path("tool").asString(""),
                                row.path("text").asString(""),
                                schema);
    }

    /** Where a text of the corpus stands. */
    static TextPlace place(JsonNode row) {
        return switch (row.path("place").asString("")) {
            case "result", "error", "resource" -> TextPlace.DATA;
            case "readme" -> TextPlace.README;
            default -> TextPlace.WORDS;
        };
    }

    private static Text text(String author, JsonNode row) {
        TextPlace place = place(row);
        boolean poisoned = row.path("label").asString("").equals("poisoned");
        boolean tool = place == TextPlace.WORDS;
        int group = 0;
        while (group < GROUPS.size() && !GROUPS.get(group).contains(author)) {
            group++;
        }
        return text(author, group, poisoned, words(row, !tool), place);
    }

    private static Text text(
            String author, int group, boolean poisoned, String words, TextPlace place) {
        Folded folded = Folded.of(Plain.of(words));
        List<Stretches.Stretch> stretches =
                Stretches.in(folded.text(), Statement.in(folded, place), place);
        return new Text(
                author, group, poisoned, stretches.isEmpty() ? List.of(NOTHING) : stretches);
    }

    private static final Stretches.Stretch NOTHING =
            new Stretches.Stretch(0, 0, new int[0], new int[0], Double.POSITIVE_INFINITY);

    static String words(JsonNode row, boolean answer) {
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

    /** Learns from one of so many of the authors that are not left out, and from all real tools. */
    private static void validate(List<Text> texts, int share) {
        var honest = new ArrayList<Double>();
        var poisoned = new ArrayList<Double>();
        var real = new ArrayList<Double>();
        int authors = 0;
        for (int group = 0; group < GROUPS.size(); group++) {
            Set<String> taken = taken(group, share);
            authors += taken.size();
            int out = group;
            Predicate<Text> seen =
                    t ->
                            t.group() != out
                                    && (t.author().equals(REAL_TOOLS)
                                            || taken.contains(t.author()));
            Model model = learn(texts.stream().filter(seen).toList());
            for (Text text : texts) {
                if (text.group() == out) {
                    boolean tool = text.author().equals(REAL_TOOLS);
                    List<Double> to = text.poisoned() ? poisoned : honest;
                    (tool && !text.poisoned() ? real : to).add(most(model, text));
                }
            }
        }
        System.out.printf(
                Locale.ROOT,
                "learned from %.1f authors: %d poisoned, %d honest, %d real left out%n",
                (double) authors / GROUPS.size(),
                poisoned.size(),
                honest.size(),
                real.size());
        double[] sorted = honest.stream().mapToDouble(d -> d).sorted().toArray();
        for (double part : new double[] {0.005, 0.01, 0.02, 0.03}) {
            double limit = sorted[sorted.length - 1 - (int) (part * sorted.length)];
            System.out.printf(
                    Locale.ROOT,
                    "  above %.2f: honest %.1f %%, poisoned %.1f %%, real %d%n",
                    limit,
                    100 * part,
                    100.0 * above(poisoned, limit) / poisoned.size(),
                    above(real, limit));
        }
    }

    private static Set<String> taken(int group, int share) {
        List<String> others =
                AUTHORS_IN_TURN.stream().filter(a -> !GROUPS.get(group).contains(a)).toList();
        var taken = new HashSet<String>();
        for (int i = 0; i < others.size(); i += share) {
            taken.add(others.get(i));
        }
        return taken;
    }

    private static long above(List<Double> odds, double limit) {
        return odds.stream().filter(o -> o > limit).count();
    }

    private static double most(Model model, Text text) {
        return text.stretches().stream()
                .mapToDouble(stretch -> Math.min(model.odds(stretch), stretch.most()))
                .max()
                .orElseThrow();
    }

    private static Model learn(List<Text> texts) {
        int[] places = new int[WordPieces.COUNT];
        int kept = places(texts, places);
        var model = new Model(new double[Stretches.COUNT + kept + 1], places, kept);
        for (int round = 0; round < ROUNDS; round++) {
            var rows = new ArrayList<LogisticRegression.Row>();
            for (Text text : texts) {
                choose(text, model, round == 0, rows);
            }
            double[] weights = new LogisticRegression(rows, PRIOR).learned(model.weights());
            model = new Model(weights, places, kept);
        }
        return model;
    }

    /** Numbers the pieces that enough authors wrote; real tools are one author. */
    private static int places(List<Text> texts, int[] places) {
        List<String> authors = texts.stream().map(Text::author).distinct().toList();
        long[] by = new long[places.length];
        for (Text text : texts) {
            long author = 1L << authors.indexOf(text.author());
            for (Stretches.Stretch stretch : text.stretches()) {
                for (int piece : stretch.pieces()) {
                    by[piece] |= author;
                }
            }
        }
        int kept = 0;
        for (int i = 0; i < places.length; i++) {
            places[i] = Long.bitCount(by[i]) >= AUTHORS ? kept++ : -1;
        }
        return kept;
    }

    private static void choose(
            Text text, Model model, boolean first, List<LogisticRegression.Row> rows) {
        boolean real = text.author().equals(REAL_TOOLS);
        if (text.poisoned()) {
            Stretches.Stretch most = text.stretches().getFirst();
            double best = Double.NEGATIVE_INFINITY;
            for (Stretches.Stretch stretch : text.stretches()) {
                double odds = first ? stretch.features().length : model.odds(stretch);
                if (odds > best) {
                    most = stretch;
                    best = odds;
                }
            }
            rows.add(model.row(most, true, real ? FOUND : 1));
            return;
        }
        double each = (real ? REAL : 1) / Math.sqrt(text.stretches().size());
        text.stretches().forEach(stretch -> rows.add(model.row(stretch, false, each)));
    }

    private static void write(Path out, List<Text> texts) throws IOException {
        Model model = learn(texts);
        double[] weights = model.weights();
        double largest = 0;
        for (int i = 0; i < model.kept(); i++) {
            largest = Math.max(largest, Math.abs(weights[Stretches.COUNT + i]));
        }
        double step = largest / Byte.MAX_VALUE;
        byte[] words = new byte[WordPieces.COUNT];
        for (int i = 0; i < words.length; i++) {
            int place = model.places()[i];
            words[i] =
                    place < 0
                            ? Weights.UNKNOWN
                            : (byte) Math.round(weights[Stretches.COUNT + place] / step);
        }
        var lines = new StringBuilder();
        lines.append("# Learned by LearnWeights from src/test/resources/tool-texts/work-*; see")
                .append(" docs/tool-texts.md for what it is worth.\n")
                .append("# and from texts and answers of real tools that are not part of this")
                .append(" repository.\n# Learned from ")
                .append(texts.stream().filter(Text::poisoned).count())
                .append(" poisoned and ")
                .append(texts.stream().filter(t -> !t.poisoned()).count())
                .append(" honest texts.\n");
        lines.append(String.format(Locale.ROOT, "bias\t%.3f%n", weights[weights.length - 1]));
        lines.append(String.format(Locale.ROOT, "words\t%.6f%n", step * Math.sqrt(WORDS)));
        for (int i = 0; i < Stretches.COUNT; i++) {
            double weight = weights[i] * SENSE;
            if (Math.abs(weight) >= 0.0005) {
                lines.append(String.format(Locale.ROOT, "%s\t%.3f%n", Stretches.name(i), weight));
            }
        }
        Files.createDirectories(out);
        Files.writeString(out.resolve("weights.txt"), lines);
        Files.write(out.resolve("words.bin"), words);
    }
}
