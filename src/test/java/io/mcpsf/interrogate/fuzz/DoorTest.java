package io.mcpsf.interrogate.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpsf.interrogate.Offer;
import io.mcpsf.json.Json;

import org.junit.jupiter.api.Test;

import tools.jackson.databind.node.StringNode;

import java.util.List;
import java.util.Map;

final class DoorTest {

    @Test
    void aValueStandsInTheAddressOfAResourceAsItIsOrEscaped() {
        var arguments = Json.object().put("name", "../a b");

        assertThat(Json.text(new Door.Resource("notes://x/{name}", false).params(arguments)))
                .isEqualTo("{\"uri\":\"notes://x/../a b\"}");
        assertThat(Json.text(new Door.Resource("notes://x/{name}", true).params(arguments)))
                .isEqualTo("{\"uri\":\"notes://x/..%2Fa%20b\"}");
    }

    @Test
    void promptsAndResourcesHavePlacesOfTheirOwn() {
        var offer =
                new Offer(
                        List.of(Json.read("{\"name\":\"p\",\"arguments\":[{\"name\":\"file\"}]}")),
                        List.of(Json.read("{\"uri\":\"notes://local/welcome\"}")),
                        List.of(Json.read("{\"uriTemplate\":\"file:///{+path}\"}")),
                        Map.of());

        List<AttackTarget> targets = OtherDoors.of(offer);

        assertThat(targets)
                .extracting(AttackTarget::tool)
                .containsExactly(
                        "prompt p",
                        "resource file:///{path}",
                        "resource file:///{path}",
                        "resource notes://local/{name}",
                        "resource notes://local/{name}");
        assertThat(Json.text(targets.getFirst().params(StringNode.valueOf("x"))))
                .isEqualTo("{\"name\":\"p\",\"arguments\":{\"file\":\"x\"}}");
    }

    @Test
    void theSamePlaceUnderTwoNamesIsOne() {
        var offer =
                new Offer(
                        List.of(),
                        List.of(Json.read("{\"uri\":\"notes://local/welcome\"}")),
                        List.of(Json.read("{\"uriTemplate\":\"notes://local/{title}\"}")),
                        Map.of());

        assertThat(OtherDoors.of(offer))
                .extracting(AttackTarget::tool)
                .containsOnly("resource notes://local/{title}")
                .hasSize(2);
    }
}
