package io.mcpsf.bench;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

final class TextCorpusTest {

    static final Path FOLDER = Path.of("src/test/resources/tool-texts");

    @Test
    void thePartThatIsHeldOutSharesNoStyleAndNoTextWithTheOther() {
        for (String label : List.of("poisoned", "honest")) {
            List<LabelledText> work = TextScore.texts(FOLDER, "work", label);
            List<LabelledText> held = TextScore.texts(FOLDER, "heldout", label);

            assertThat(work).hasSizeGreaterThan(200);
            assertThat(held).hasSizeGreaterThan(200);
            assertThat(work.stream().map(LabelledText::parts))
                    .doesNotContainAnyElementsOf(held.stream().map(LabelledText::parts).toList());
            assertThat(styles(work.stream())).doesNotContainAnyElementsOf(styles(held.stream()));
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

    private static java.util.Set<String> styles(Stream<LabelledText> texts) {
        return texts.map(LabelledText::style).collect(Collectors.toSet());
    }
}
