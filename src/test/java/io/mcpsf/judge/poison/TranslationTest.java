package io.mcpsf.judge.poison;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.dataformat.yaml.YAMLMapper;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** What is found in English is found when it is said with the words of another language. */
final class TranslationTest {

    private static final Path POISONED =
            Path.of("src/test/resources/tool-texts/work-poisoned-a.jsonl");

    /** Texts that are found in English. */
    private static final List<String> ENGLISH = new ArrayList<>();

    @ParameterizedTest
    @ValueSource(strings = {"ru", "uk", "ar", "hi", "zh", "ja", "ko"})
    void theWordsOfAnotherLanguageHideLittle(String language) throws IOException {
        Map<String, String> words = dictionary(language);

        long translated =
                ENGLISH.stream()
                        .filter(text -> acts(said(text, words)) >= Suspicion.LIKELY)
                        .count();

        assertThat(ENGLISH).hasSizeGreaterThan(40);
        assertThat(translated).isGreaterThanOrEqualTo(ENGLISH.size() * 9 / 10);
    }

    @BeforeAll
    static void findTheEnglishOnes() throws IOException {
        for (String line : Files.readAllLines(POISONED)) {
            JsonNode row = line.isBlank() ? JsonMapper.shared().createObjectNode() : read(line);
            String text = row.path("text").asString("");
            if (row.path("language").asString("").equals("en") && acts(text) >= Suspicion.LIKELY) {
                ENGLISH.add(text);
            }
        }
    }

    private static JsonNode read(String line) {
        return JsonMapper.shared().readTree(line);
    }

    /** The heaviest act, without the phrases that are in English only. */
    private static int acts(String text) {
        return DemandedActs.in(Plain.of(text), TextPlace.WORDS).hints().stream()
                .mapToInt(Hint::weight)
                .max()
                .orElse(0);
    }

    /** The longest entries first, each by one of the same notions. */
    private static String said(String text, Map<String, String> words) {
        String said = " " + Folded.of(Plain.of(text)).text() + " ";
        for (var word : words.entrySet()) {
            if (!said.contains(word.getKey())) {
                continue;
            }
            said =
                    said.replaceAll(
                            "(?<![\\p{L}\\p{N}_])"
                                    + java.util.regex.Pattern.quote(word.getKey())
                                    + "(?![\\p{L}\\p{N}_])",
                            java.util.regex.Matcher.quoteReplacement(" " + word.getValue() + " "));
        }
        return said;
    }

    /** An English entry may stand for several notions; then it is said once for each. */
    private static Map<String, String> dictionary(String language) throws IOException {
        JsonNode english = file("en");
        JsonNode other = file(language);
        var notions = new HashMap<String, Set<String>>();
        for (var notion : english.properties()) {
            for (JsonNode entry : notion.getValue()) {
                for (String form : Lexicon.forms(entry.asString())) {
                    String folded = Folded.of(form.replace("*", "")).text().strip();
                    notions.computeIfAbsent(folded, k -> new HashSet<>()).add(notion.getKey());
                }
            }
        }
        var words =
                new TreeMap<String, String>(
                        Comparator.comparingInt(String::length)
                                .reversed()
                                .thenComparing(Comparator.naturalOrder()));
        notions.forEach(
                (form, all) -> {
                    var said = new ArrayList<String>();
                    for (String notion : all) {
                        JsonNode entries = other.path(notion);
                        if (!entries.isEmpty()) {
                            String first = Lexicon.forms(entries.get(0).asString()).getFirst();
                            said.add(first.replace("*", ""));
                        }
                    }
                    if (!said.isEmpty()) {
                        words.put(form, String.join(" ", said));
                    }
                });
        return words;
    }

    private static JsonNode file(String language) throws IOException {
        try (InputStream in = Lexicon.class.getResourceAsStream(language + ".yaml")) {
            return new YAMLMapper().readTree(in);
        }
    }
}
