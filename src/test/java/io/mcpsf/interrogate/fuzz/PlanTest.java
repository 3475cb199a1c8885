package io.mcpsf.interrogate.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpsf.json.Json;
import io.mcpsf.model.ProtocolObservation.Answer;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import tools.jackson.databind.node.ObjectNode;

import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.Collectors;

final class PlanTest {

    private static final List<AttackFamily> FAMILIES = AttackFamilies.all();

    private final Map<AttackTarget, Traced> places = new LinkedHashMap<>();

    @Test
    void everyFamilyIsTriedInEveryPlaceBeforeAnyIsTriedTwice() {
        for (int tool = 0; tool < 6; tool++) {
            for (String parameter : List.of("url", "path", "query", "title", "token")) {
                repeats(place("tool" + tool, parameter));
            }
        }

        List<Campaign.Attempt> plan = plan();

        Set<String> all = new HashSet<>(plan.stream().map(Campaign.Attempt::key).toList());
        assertThat(plan.subList(0, all.size()))
                .extracting(Campaign.Attempt::key)
                .doesNotHaveDuplicates();
    }

    @Test
    void everyPlaceIsTriedBeforeAnyIsTriedTwice() {
        for (int tool = 0; tool < 6; tool++) {
            for (String parameter : List.of("url", "path", "query", "title", "token")) {
                silent(place("tool" + tool, parameter));
            }
        }

        List<Campaign.Attempt> plan = plan();

        assertThat(plan.subList(0, 30))
                .extracting(attempt -> attempt.target().key())
                .doesNotHaveDuplicates();
    }

    @Test
    void theToolsTakeTurns() {
        for (int tool = 0; tool < 4; tool++) {
            for (String parameter : List.of("url", "query", "title")) {
                silent(place("tool" + tool, parameter));
            }
        }

        assertThat(plan().subList(0, 12))
                .extracting(attempt -> attempt.target().tool())
                .startsWith("tool0", "tool1", "tool2", "tool3", "tool0", "tool1")
                .endsWith("tool3");
    }

    @ParameterizedTest
    @CsvSource({
        "url, ssrf",
        "baseUrl, ssrf",
        "webhook, ssrf",
        "callback_host, ssrf",
        "command, command-injection",
        "script, command-injection",
        "search, sql-injection",
        "where, sql-injection",
        "template, template-injection",
        "expression, code-evaluation",
        "branch, argument-injection",
        "svg, xxe"
    })
    void aPlaceIsFirstTriedWithWhatItsNameSuggests(String parameter, String family) {
        repeats(place("tool", parameter));

        assertThat(plan().getFirst().family().name()).isEqualTo(family);
    }

    @Test
    void whatTheSchemaSaysCountsAsTheName() {
        repeats(place("tool", "target", Json.object().put("type", "string").put("format", "uri")));
        repeats(
                place(
                        "other",
                        "value",
                        Json.object().put("description", "The URL of the page to read")));

        assertThat(plan().subList(0, 2))
                .extracting(attempt -> attempt.family().name())
                .containsExactly("ssrf", "ssrf");
    }

    @Test
    void aListOfValuesComesLast() {
        silent(
                place(
                        "tool",
                        "command",
                        (ObjectNode) Json.read("{\"type\":\"string\",\"enum\":[\"plain\"]}")));
        silent(place("tool", "anything"));

        List<Campaign.Attempt> plan = plan();

        assertThat(plan.getLast().target().parameter()).isEqualTo("command");
        assertThat(plan.getFirst().target().parameter()).isEqualTo("anything");
    }

    @Test
    void aNumberIsAttackedWithTextsWhereATextIsTaken() {
        answers(number("taken"), Answer.RESULT, "done");
        answers(number("used"), Answer.TOOL_ERROR, "no such column: ");
        answers(number("refused"), Answer.PROTOCOL_ERROR, "Expected number, received string");
        answers(number("checked"), Answer.TOOL_ERROR, "should be a valid integer, not ");

        assertThat(families("taken")).contains("command-injection", "type-confusion");
        assertThat(families("used")).contains("command-injection");
        assertThat(families("refused")).containsOnly("type-confusion");
        assertThat(families("checked")).containsOnly("type-confusion");
    }

    private Set<String> families(String tool) {
        return Plan.of(FAMILIES, places, false).stream()
                .filter(attempt -> attempt.target().tool().equals(tool))
                .map(attempt -> attempt.family().name())
                .collect(Collectors.toSet());
    }

    private static AttackTarget number(String tool) {
        return place(tool, "count", Json.object().put("type", "integer"));
    }

    /** With our word at the end, where a tool told an error with it. */
    private void answers(AttackTarget target, Answer answer, String text) {
        Mark mark = Mark.draw(new SplittableRandom(places.size()));
        var said = Said.of(answer == Answer.TOOL_ERROR ? text + mark.nonce() : text);
        places.put(
                target,
                new Traced(
                        new AttackResult(target, "trace", target.plain(), mark, answer, 5, said),
                        List.of()));
    }

    private List<Campaign.Attempt> plan() {
        return Plan.of(FAMILIES, places, false).stream()
                .filter(attempt -> !attempt.family().rough())
                .toList();
    }

    private void silent(AttackTarget target) {
        places.put(target, Traced.nothing(target, Mark.draw(new SplittableRandom(1))));
    }

    /** As most tools do that could not do their work: "no such x: ...". */
    private void repeats(AttackTarget target) {
        Mark mark = Mark.draw(new SplittableRandom(places.size()));
        var said = Said.of("no such thing: " + mark.nonce());
        places.put(
                target,
                new Traced(
                        new AttackResult(
                                target, "trace", target.plain(), mark, Answer.RESULT, 5, said),
                        List.of()));
    }

    private static AttackTarget place(String tool, String parameter) {
        return place(tool, parameter, Json.object().put("type", "string"));
    }

    private static AttackTarget place(String tool, String parameter, ObjectNode schema) {
        ObjectNode base = Json.object().put(parameter, "plain");
        return new AttackTarget(tool, "", base, List.of(parameter), schema);
    }
}
