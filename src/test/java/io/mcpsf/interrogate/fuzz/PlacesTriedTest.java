package io.mcpsf.interrogate.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpsf.json.Json;

import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

final class PlacesTriedTest {

    private final PlacesTried places = new PlacesTried();

    @Test
    void aFamilyThatTakesMoreThanItsShareWaitsForTheOthers() {
        planned("url");
        sent("slow-expression", 99);

        assertThat(places.crowds("slow-expression")).as("a few are no crowd").isFalse();

        sent("slow-expression", 1);
        assertThat(places.crowds("slow-expression")).isTrue();

        sent("ssrf", 900);
        assertThat(places.crowds("slow-expression")).as("a part of many").isFalse();
    }

    @Test
    void whatIsLeftWhenAllWereTriedIsForAnybody() {
        planned("url");
        sent("slow-expression", 500);
        assertThat(places.crowds("slow-expression")).isTrue();

        AttackFamilies.NAMES.forEach(family -> sent(family, 1));

        assertThat(places.crowds("slow-expression")).isFalse();
    }

    @Test
    void slowExpressionsAreFirstLookedForWhereTextsAreMatched() {
        List<AttackTarget> many =
                IntStream.range(0, 60).mapToObj(i -> target("tool" + i, "note")).toList();
        List<AttackTarget> matched =
                IntStream.range(0, 20).mapToObj(i -> target("find" + i, "pattern")).toList();
        var targets = new ArrayList<>(many);
        targets.addAll(matched);
        targets.add(target("fetch", "url"));

        assertThat(SlowExpressionAttack.first(targets)).containsExactlyElementsOf(matched);
        assertThat(SlowExpressionAttack.first(many)).hasSizeLessThan(20);
        assertThat(SlowExpressionAttack.first(many.subList(0, 5))).hasSize(5);
    }

    private void planned(String parameter) {
        AttackTarget target = target("tool", parameter);
        Map<AttackTarget, Traced> traced = new LinkedHashMap<>();
        traced.put(target, Traced.nothing(target, Mark.draw(new SplittableRandom(1))));
        places.planned(Plan.of(AttackFamilies.all(), traced, true));
    }

    private void sent(String family, int times) {
        for (int i = 0; i < times; i++) {
            places.sent(target("tool", "url"), family);
        }
    }

    private static AttackTarget target(String tool, String parameter) {
        return new AttackTarget(
                tool,
                "",
                Json.object().put(parameter, "plain"),
                List.of(parameter),
                Json.object().put("type", "string"));
    }
}
