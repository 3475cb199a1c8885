package io.mcpsf.bench;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpsf.judge.RuleSet;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;

final class TextCorpusTest {

    static final Path FOLDER = Path.of("src/test/resources/tool-texts");

    /** What the docs state of a part, a little below for poisoned texts. */
    private record Stated(
            String part, double medium, double suspicious, double honest, double accused) {}

    private static final RuleSet RULES = RuleSet.load();

    /** Says only how many, so that no failure shows a text that is held out. */
    @Test
    void thePartThatIsHeldOutSharesNoTextWithTheOther() {
        for (String label : List.of("poisoned", "honest")) {
            List<LabelledText> work = TextScore.texts(FOLDER, "work", label);
            List<LabelledText> held = TextScore.texts(FOLDER, "heldout", label);
            Set<Object> known = work.stream().map(LabelledText::parts).collect(Collectors.toSet());
            long styles =
                    Stream.concat(work.stream(), held.stream())
                            .map(LabelledText::style)
                            .distinct()
                            .count();

            assertThat(held.size()).isGreaterThanOrEqualTo(100);
            assertThat(work.size() + held.size()).isGreaterThanOrEqualTo(600);
            assertThat(styles).isGreaterThanOrEqualTo(25);
            assertThat(held.stream().filter(text -> known.contains(text.parts())).count()).isZero();
        }
    }

    @Test
    void allLanguagesAreThere() {
        assertThat(
                        TextScore.texts(FOLDER, "heldout", "poisoned").stream()
                                .map(LabelledText::language))
                .contains("en", "de", "fr", "es", "pt", "it", "ru")
                .contains("uk", "tr", "ar", "hi", "zh", "ja", "ko");
    }

    /** So that a loss is noticed. */
    @Test
    void whatTheDocsStateHolds() {
        holds(
                List.of(
                        new Stated("work-%s-a.", 0.82, 0.56, 0.01, 0),
                        new Stated("work-%s-b.", 0.83, 0.62, 0.01, 0),
                        new Stated("work-%s-c.", 0.76, 0.57, 0.01, 0),
                        new Stated("heldout-%s-g.", 0.43, 0.27, 0.03, 0.01),
                        new Stated("heldout-%s-k.", 0.54, 0.40, 0.04, 0.01)));
    }

    @Tag("peers")
    @Test
    void whatTheDocsStateHoldsOfTextsByOtherAuthors() {
        holds(
                List.of(
                        new Stated("work-%s-d.", 0.71, 0.54, 0.01, 0),
                        new Stated("work-%s-e.", 0.65, 0.47, 0.02, 0),
                        new Stated("work-%s-e2.", 0.65, 0.43, 0.01, 0),
                        new Stated("work-%s-f1.", 0.57, 0.27, 0.01, 0),
                        new Stated("work-%s-f2.", 0.53, 0.36, 0.01, 0),
                        new Stated("work-%s-f3.", 0.48, 0.29, 0.02, 0),
                        new Stated("work-%s-h1.", 0.67, 0.42, 0.01, 0),
                        new Stated("work-%s-h2.", 0.51, 0.30, 0.01, 0),
                        new Stated("work-%s-h3.", 0.50, 0.29, 0.02, 0),
                        new Stated("work-%s-j.", 0.34, 0.14, 0.02, 0),
                        new Stated("work-%s-l.", 0.38, 0.18, 0.04, 0.01)));
    }

    private static void holds(List<Stated> all) {
        for (Stated stated : all) {
            TextScore.Count poisoned = score(stated.part().formatted("poisoned"));
            TextScore.Count honest = score(stated.part().formatted("honest"));

            assertThat(poisoned.mediumShare()).as(stated.part()).isGreaterThan(stated.medium());
            assertThat(poisoned.suspiciousShare())
                    .as(stated.part())
                    .isGreaterThan(stated.suspicious());
            assertThat(honest.mediumShare()).as(stated.part()).isLessThan(stated.honest());
            assertThat(honest.suspiciousShare())
                    .as(stated.part())
                    .isLessThanOrEqualTo(stated.accused());
        }
    }

    @Test
    void wordsBeforeEverySentenceHideNothing() {
        int plainly = score("work", "poisoned-a.", UnaryOperator.identity()).medium();

        for (String prefix : List.of("As is known, ", "Do not forget: ")) {
            UnaryOperator<String> before =
                    text ->
                            prefix
                                    + text.replaceAll(
                                            "(?<=[.!?])\\s+(?=\\S)|(?<=[。।])(?=\\S)", " " + prefix);
            assertThat(score("work", "poisoned-a.", before).medium())
                    .as(prefix)
                    .isGreaterThan(plainly * 9 / 10);
        }
    }

    @Test
    void spacedLettersHideNothing() {
        int plainly = score("work", "poisoned-a.", UnaryOperator.identity()).medium();

        assertThat(score("work", "poisoned-a.", TextCorpusTest::spaced).medium())
                .isGreaterThan(plainly * 9 / 10);
    }

    private static String spaced(String text) {
        return text.replace("\n", "  ")
                .replace(" ", "  ")
                .codePoints()
                .mapToObj(c -> Character.toString(c))
                .collect(Collectors.joining(" "));
    }

    private static TextScore.Count score(String file) {
        int dash = file.indexOf('-');
        return score(file.substring(0, dash), file.substring(dash + 1), UnaryOperator.identity());
    }

    private static TextScore.Count score(String part, String label, UnaryOperator<String> change) {
        return TextScore.of(TextScore.texts(FOLDER, part, label), RULES, change, false).all();
    }
}
