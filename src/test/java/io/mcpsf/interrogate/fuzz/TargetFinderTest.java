package io.mcpsf.interrogate.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpsf.json.Json;

import org.junit.jupiter.api.Test;

import tools.jackson.databind.node.ObjectNode;

import java.util.List;

final class TargetFinderTest {

    private static final ObjectNode SCHEMA =
            json(
                    """
                    {"type":"object","required":["options","ids"],"properties":{
                     "options":{"type":"object","required":["host"],"properties":{
                      "host":{"type":"string"},"filter":{"type":"string"},"count":{"type":"integer"}}},
                     "ids":{"type":"array","items":{"type":"object","properties":{
                      "id":{"type":"string"},"note":{"type":"string"}}}},
                     "mode":{"type":"string","enum":["a","b"]}}}
                    """);

    private static final ObjectNode REQUIRED = json("{\"options\":{\"host\":\"x\"},\"ids\":[]}");

    private static final ObjectNode ALL =
            json(
                    """
                    {"options":{"host":"y","filter":"f","count":3},
                     "ids":[{"id":"i","note":"n"}],"mode":"a"}
                    """);

    @Test
    void membersThatARequiredContainerMayHaveArePlaces() {
        assertThat(places())
                .extracting(AttackTarget::parameter)
                .contains("options.host", "options.filter", "options.count", "mode");
        assertThat(place("options.filter").base().path("options").path("host").asString())
                .as("what is known to work stays")
                .isEqualTo("x");
        assertThat(place("options.host").base()).isEqualTo(REQUIRED);
    }

    @Test
    void elementsOfAListThatMayBeEmptyArePlaces() {
        assertThat(places())
                .extracting(AttackTarget::parameter)
                .contains("ids[0].id", "ids[0].note");
    }

    @Test
    void aNumberIsGivenAsAText() {
        AttackTarget count = place("options.count");

        assertThat(count.text()).isTrue();
        assertThat(count.numeric()).isTrue();
        assertThat(count.plain().asString()).isEqualTo("3");
        assertThat(place("options.filter").numeric()).isFalse();
    }

    private static AttackTarget place(String parameter) {
        return places().stream()
                .filter(place -> place.parameter().equals(parameter))
                .findFirst()
                .orElseThrow();
    }

    private static List<AttackTarget> places() {
        return TargetFinder.leaves("tool", "", SCHEMA, REQUIRED, ALL);
    }

    private static ObjectNode json(String text) {
        return (ObjectNode) Json.read(text);
    }
}
