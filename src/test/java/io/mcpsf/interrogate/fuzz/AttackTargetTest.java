package io.mcpsf.interrogate.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpsf.json.Json;

import org.junit.jupiter.api.Test;

import tools.jackson.databind.node.ObjectNode;
import tools.jackson.databind.node.StringNode;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

final class AttackTargetTest {

    private static final ObjectNode BASE =
            (ObjectNode) Json.read("{\"a\":1,\"options\":{\"files\":[\"x\",\"y\"]}}");

    @Test
    void onlyOnePlaceIsReplacedAndThePlainArgumentsStay() {
        var target =
                new AttackTarget("t", "", BASE, List.of("options", "files", "0"), Json.object());

        assertThat(Json.text(target.with(StringNode.valueOf("EVIL"))))
                .isEqualTo("{\"a\":1,\"options\":{\"files\":[\"EVIL\",\"y\"]}}");
        assertThat(target.plain().asString()).isEqualTo("x");
        assertThat(target.parameter()).isEqualTo("options.files[0]");
        assertThat(target.words()).containsExactly("files");
    }

    @Test
    void parametersAreLearnedFromComplaints() {
        assertThat(
                        learned(
                                "[{\"code\":\"invalid_type\",\"expected\":\"string\",\"path\":[\"path\"]}]"))
                .containsOnly(Map.entry("path", "string"));
        assertThat(learned("1 validation error for call\nquery\n  Field required [type=missing]"))
                .containsOnly(Map.entry("query", "string"));
        assertThat(learned("run() missing 1 required positional argument: 'command'"))
                .containsOnly(Map.entry("command", "string"));
        assertThat(learned("Missing required parameter: url")).containsKey("url");
        assertThat(learned("'city' is required")).containsKey("city");
        assertThat(learned("[{\"expected\":\"array\",\"path\":[\"paths\"]}]"))
                .containsOnly(Map.entry("paths", "array"));
        assertThat(learned("The weather is fine")).isEmpty();
    }

    private static Map<String, String> learned(String complaint) {
        Map<String, String> types = new LinkedHashMap<>();
        Guessing.learn(complaint, types);
        return types;
    }
}
