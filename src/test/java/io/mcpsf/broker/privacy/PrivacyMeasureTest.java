package io.mcpsf.broker.privacy;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Recall and precision on texts that were written before anything was measured on them. A change
 * that finds less than what docs/exec.md says fails here.
 */
final class PrivacyMeasureTest {

    private static final Path TEXTS = Path.of("bench/privacy/texts.txt");
    private static final Pattern MARK = Pattern.compile("\\[\\[([A-Z]+):(.*?)]]");

    private record Score(int found, int missed, int wrong) {}

    @Test
    void findsAsMuchAsTheDocumentationSays() throws IOException {
        Map<PersonalKind, Score> scores = measured();

        assertThat(scores).hasSize(6);
        String said = Files.readString(Path.of("docs/exec.md"));
        scores.forEach(
                (kind, score) ->
                        assertThat(said)
                                .as(scores.toString())
                                .contains(
                                        "| %s | %d of %d | %d of %d |"
                                                .formatted(
                                                        kind.name()
                                                                .toLowerCase(java.util.Locale.ROOT),
                                                        score.found(),
                                                        score.found() + score.missed(),
                                                        score.found(),
                                                        score.found() + score.wrong())));
    }

    private static Map<PersonalKind, Score> measured() throws IOException {
        var pseudonyms =
                new Pseudonyms(
                        EnumSet.complementOf(EnumSet.of(PersonalKind.CUSTOM)),
                        List.of(),
                        new byte[32]);
        var scores = new EnumMap<PersonalKind, Score>(PersonalKind.class);
        for (PersonalKind kind : EnumSet.complementOf(EnumSet.of(PersonalKind.CUSTOM))) {
            scores.put(kind, new Score(0, 0, 0));
        }
        for (String line : Files.readAllLines(TEXTS)) {
            if (!line.startsWith("#")) {
                score(line, pseudonyms, scores);
            }
        }
        return scores;
    }

    /** Found is what is covered as a whole, whatever kind it was taken for. */
    private static void score(String line, Pseudonyms pseudonyms, Map<PersonalKind, Score> scores) {
        var wanted = new ArrayList<Span>();
        var text = new StringBuilder();
        Matcher mark = MARK.matcher(line);
        int at = 0;
        while (mark.find()) {
            text.append(line, at, mark.start());
            int start = text.length();
            text.append(mark.group(2));
            wanted.add(new Span(start, text.length(), PersonalKind.valueOf(mark.group(1))));
            at = mark.end();
        }
        text.append(line.substring(at));
        List<Span> found = pseudonyms.spans(text.toString());
        for (Span one : wanted) {
            boolean covered =
                    found.stream().anyMatch(f -> f.start() <= one.start() && f.end() >= one.end());
            scores.merge(
                    one.kind(),
                    new Score(covered ? 1 : 0, covered ? 0 : 1, 0),
                    PrivacyMeasureTest::sum);
        }
        for (Span one : found) {
            if (wanted.stream().noneMatch(one::overlaps)) {
                scores.merge(one.kind(), new Score(0, 0, 1), PrivacyMeasureTest::sum);
            }
        }
    }

    private static Score sum(Score a, Score b) {
        return new Score(a.found() + b.found(), a.missed() + b.missed(), a.wrong() + b.wrong());
    }
}
