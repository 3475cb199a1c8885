package io.mcpsf.bench;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpsf.judge.RuleSet;

import org.junit.jupiter.api.Test;

import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;

final class TextCorpusTest {

    static final Path FOLDER = Path.of("src/test/resources/tool-texts");

    private static final double WORK_MEDIUM = 0.82;
    private static final double WORK_SUSPICIOUS = 0.56;
    private static final double ONCE_HELD_MEDIUM = 0.79;
    private static final double ONCE_HELD_SUSPICIOUS = 0.53;
    private static final double ONCE_HELD_HONEST = 0.01;
    private static final double LATER_MEDIUM = 0.70;
    private static final double LATER_SUSPICIOUS = 0.41;
    private static final double HELD_MEDIUM = 0.46;
    private static final double HELD_SUSPICIOUS = 0.29;
    private static final double HELD_HONEST = 0.10;
    private static final double HELD_HONEST_SUSPICIOUS = 0.04;

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

            assertThat(held.size()).isGreaterThanOrEqualTo(200);
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

    /** A little below what docs/tool-texts.md states, so that a loss is noticed. */
    @Test
    void whatTheDocsStateOfTheWorkPartHolds() {
        TextScore.Count poisoned = score("work", "poisoned-a.", UnaryOperator.identity());
        TextScore.Count honest = score("work", "honest-a.", UnaryOperator.identity());

        assertThat(poisoned.mediumShare()).isGreaterThan(WORK_MEDIUM);
        assertThat(poisoned.suspiciousShare()).isGreaterThan(WORK_SUSPICIOUS);
        assertThat(honest.mediumShare()).isLessThanOrEqualTo(0.01);
        assertThat(honest.suspicious()).isZero();
    }

    @Test
    void whatTheDocsStateOfThePartThatWasHeldOutBeforeHolds() {
        TextScore.Count poisoned = score("work", "poisoned-b.", UnaryOperator.identity());
        TextScore.Count honest = score("work", "honest-b.", UnaryOperator.identity());

        assertThat(poisoned.mediumShare()).isGreaterThan(ONCE_HELD_MEDIUM);
        assertThat(poisoned.suspiciousShare()).isGreaterThan(ONCE_HELD_SUSPICIOUS);
        assertThat(honest.mediumShare()).isLessThanOrEqualTo(ONCE_HELD_HONEST);
        assertThat(honest.suspicious()).isZero();
    }

    @Test
    void whatTheDocsStateOfThePartThatWasWrittenLaterHolds() {
        TextScore.Count poisoned = score("work", "poisoned-c.", UnaryOperator.identity());
        TextScore.Count honest = score("work", "honest-c.", UnaryOperator.identity());

        assertThat(poisoned.mediumShare()).isGreaterThan(LATER_MEDIUM);
        assertThat(poisoned.suspiciousShare()).isGreaterThan(LATER_SUSPICIOUS);
        assertThat(honest.mediumShare()).isLessThanOrEqualTo(0.01);
        assertThat(honest.suspicious()).isZero();
    }

    @Test
    void whatTheDocsStateOfTheHeldOutPartHolds() {
        TextScore.Count poisoned = score("heldout", "poisoned", UnaryOperator.identity());
        TextScore.Count honest = score("heldout", "honest", UnaryOperator.identity());

        assertThat(poisoned.mediumShare()).isGreaterThan(HELD_MEDIUM);
        assertThat(poisoned.suspiciousShare()).isGreaterThan(HELD_SUSPICIOUS);
        assertThat(honest.mediumShare()).isLessThanOrEqualTo(HELD_HONEST);
        assertThat(honest.suspiciousShare()).isLessThanOrEqualTo(HELD_HONEST_SUSPICIOUS);
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

    private static TextScore.Count score(String part, String label, UnaryOperator<String> change) {
        return TextScore.of(TextScore.texts(FOLDER, part, label), RULES, change, false).all();
    }
}
