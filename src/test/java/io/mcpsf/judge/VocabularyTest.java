package io.mcpsf.judge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mcpsf.bait.Canary;
import io.mcpsf.bait.Decoy;
import io.mcpsf.bait.DecoyHome;
import io.mcpsf.inspect.advisory.Match;
import io.mcpsf.inspect.code.find.Power;
import io.mcpsf.model.Observation;
import io.mcpsf.model.Seen;
import io.mcpsf.model.SocketObservation.BaitLeft;
import io.mcpsf.model.Vocabulary;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.stream.Stream;

/** A word that no sensor ever says can't stand in a rule or in its examples. */
final class VocabularyTest {

    private static final String GOOD =
            """
            title: Marks code
            description: A mark.
            family: EXECUTION
            severity: HIGH
            confidence: LIKELY
            axis: MALICE
            maturity: TRIAL
            attack: [T1041]
            cwe: [CWE-200]
            owaspMcp: [MCP01]
            needs: [CODE]
            see: CodeMarked
            where:
              sort: packed
            message: 'Saw {detail}.'
            advice: Look.
            examples:
              fires:
                there:
                  - {record: CodeMarked, sort: packed}
              spares:
                elsewhere:
                  - {record: CodeMarked, sort: secret}
            """;

    @ParameterizedTest
    @ValueSource(
            strings = {
                "  sort: paked",
                "  sort: {in: [packed, paked]}",
                "  sort: {not: paked}",
                "  sort: {not: {in: [paked]}}",
                "  sort: {prefix: paked}",
                "  sort: {regex: '^paked'}"
            })
    void aMisspeltWordInARuleIsRefusedWithTheListOfWhatThereIs(String wrong) {
        assertThat(read(GOOD).examples()).isNotEmpty();
        assertThatThrownBy(() -> read(GOOD.replaceFirst("(?m)^  sort: packed$", wrong)))
                .isInstanceOf(BadRuleException.class)
                .hasMessageContaining("sample-rule.where.sort")
                .hasMessageContaining("decoded-run, download-run, packed");
    }

    @Test
    void aMisspeltWordInAnExampleIsRefusedWithTheListOfWhatThereIs() {
        assertThatThrownBy(() -> read(GOOD.replace("sort: secret}", "sort: sekret}")))
                .isInstanceOf(BadRuleException.class)
                .hasMessageContaining("no such word as sekret")
                .hasMessageContaining("decoded-run, download-run, packed");
    }

    @Test
    void aMisspeltConstantIsRefusedWithTheListOfWhatThereIs() {
        String rule =
                GOOD.replace("see: CodeMarked", "see: FileOpened")
                        .replaceFirst("(?m)^  sort: packed$", "  access: REED")
                        .replace("{detail}", "{path}");

        assertThatThrownBy(() -> read(rule))
                .isInstanceOf(BadRuleException.class)
                .hasMessageContaining("REED")
                .hasMessageContaining("[READ, WRITE, CREATE, LOOK]");
    }

    @Test
    void examplesWrittenInJavaUseTheSameWords() {
        for (Rule rule : RuleSet.load().rules()) {
            for (Example example : rule.examples()) {
                assertThat(strangers(example.evidence().seen()))
                        .as(rule.info().id() + ": " + example.name())
                        .isEmpty();
            }
        }
    }

    @Test
    void aStrangerIsFound() {
        var left = new BaitLeft("~/.ssh/id_rsa", "ssh", "htpp", "192.0.2.1:80", "plain");

        assertThat(strangers(new Story().sees(left).seen()))
                .containsExactly("BaitLeft.where: htpp");
    }

    @Test
    void everyFieldOfTheVocabularyIsAText() {
        var texts = new ArrayList<String>();
        for (Class<? extends Observation> kind : Observation.kinds()) {
            Field.of(kind).values().stream()
                    .filter(field -> field.type() == String.class)
                    .forEach(field -> texts.add(kind.getSimpleName() + "." + field.name()));
        }

        assertThat(texts).containsAll(Vocabulary.all().keySet());
    }

    @Test
    void whatSensorsSayIsInTheVocabulary() throws IOException {
        assertThat(Vocabulary.all().get("PowerInCode.power"))
                .containsExactlyElementsOf(Arrays.stream(Power.values()).map(Power::word).toList());
        assertThat(Vocabulary.all().get("AdvisoryMatched.malice"))
                .containsExactlyElementsOf(
                        Arrays.stream(Match.Malice.values())
                                .map(malice -> malice.name().toLowerCase(Locale.ROOT))
                                .map(word -> word.replace('_', '-'))
                                .toList());
        try (var families = Files.list(Path.of("src/main/resources/io/mcpsf/interrogate/fuzz"))) {
            assertThat(Vocabulary.all().get("Attacked.family"))
                    .containsAll(
                            families.map(file -> String.valueOf(file.getFileName()))
                                    .filter(name -> name.endsWith(".yaml"))
                                    .map(name -> name.replace(".yaml", ""))
                                    .toList());
        }
    }

    @Test
    void everyDecoyIsOfAKindInTheVocabulary() {
        var home = DecoyHome.furnish("thinkpad", "jonas", Instant.EPOCH, new Random(1));
        List<String> kinds =
                Stream.concat(
                                home.decoys().stream().map(Decoy::kind),
                                home.canaries().stream().map(Canary::kind))
                        .distinct()
                        .toList();

        assertThat(kinds).contains("ssh", "environment");
        assertThat(Vocabulary.all().get("BaitLeft.kind")).containsAll(kinds);
        assertThat(Vocabulary.all().get("BaitTouched.kind")).containsAll(kinds);
    }

    @Test
    void aMisspeltKindOfBaitIsRefused() {
        String rule =
                GOOD.replace("see: CodeMarked", "see: BaitLeft")
                        .replaceFirst("(?m)^  sort: packed$", "  kind: {not: enviroment}")
                        .replace("{detail}", "{bait}");

        assertThatThrownBy(() -> read(rule))
                .isInstanceOf(BadRuleException.class)
                .hasMessageContaining("enviroment")
                .hasMessageContaining("env, environment, gcloud");
    }

    /** Words of closed fields that the vocabulary does not have. */
    static List<String> strangers(List<Seen> seen) {
        var strangers = new ArrayList<String>();
        for (Seen one : seen) {
            Field.of(one.what().getClass())
                    .values()
                    .forEach(
                            field -> {
                                String value = String.valueOf(field.of(one.what()));
                                if (!value.isEmpty()
                                        && !field.words().isEmpty()
                                        && !field.words().contains(value)) {
                                    strangers.add(
                                            one.what().getClass().getSimpleName()
                                                    + "."
                                                    + field.name()
                                                    + ": "
                                                    + value);
                                }
                            });
        }
        return strangers;
    }

    private static DataRule read(String yaml) {
        return DataRuleReader.read(
                "sample-rule",
                RuleFiles.parse("sample-rule", yaml.getBytes(StandardCharsets.UTF_8)));
    }
}
