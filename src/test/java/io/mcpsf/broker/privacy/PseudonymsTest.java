package io.mcpsf.broker.privacy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mcpsf.json.Json;

import org.junit.jupiter.api.Test;

import tools.jackson.databind.JsonNode;

import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/** Tokens in the place of personal data. */
final class PseudonymsTest {

    private static final String TEXT =
            "Jonathan Reed, j.reed@shop.example, +44 20 7946 0958, 4111 1111 1111 1111,"
                    + " DE89370400440532013000, 221 Baker Street, E-123456";

    private final Pseudonyms table = table(1);

    @Test
    void everyKindHasATokenOfItsOwnFormThatIsNobodys() {
        String hidden = table.hidden(TEXT);

        assertThat(hidden)
                .matches(
                        "Q[a-z]{6} X[a-z]{7}, p[a-z]{10}@token\\.invalid, \\+999 \\d{3} \\d{7},"
                                + " 9999 \\d{4} \\d{4} \\d{4}, XX\\d{20}, 9\\d{4} Q[a-z]{7} Street,"
                                + " [A-Z]-\\d{6}");
        String card = hidden.replaceAll(".*(9999 \\d{4} \\d{4} \\d{4}).*", "$1").replace(" ", "");
        assertThat(CheckedNumbers.luhn(card)).as(card).isTrue();
        String iban = hidden.replaceAll(".*(XX\\d{20}).*", "$1");
        assertThat(CheckedNumbers.mod97(iban)).as(iban).isEqualTo(1);
    }

    @Test
    void theSameValueHasTheSameTokenInASessionAndAnotherInTheNext() {
        String once = table.hidden("mail J.Reed@shop.example");

        assertThat(table.hidden("mail j.reed@shop.example")).isEqualTo(once);
        assertThat(table.hidden("mail other@shop.example")).isNotEqualTo(once);
        assertThat(table(2).hidden("mail j.reed@shop.example")).isNotEqualTo(once);
        assertThat(table.hidden(once)).as("a token that comes around").isEqualTo(once);
        assertThat(table.size()).isEqualTo(2);
    }

    @Test
    void whatIsPutBackIsCountedByKindAndForeignTokensStay() {
        JsonNode hidden = table.hidden(Json.read("{\"rows\":[{\"t\":\"" + TEXT + "\",\"n\":7}]}"));
        assertThat(Json.text(hidden)).doesNotContain("shop.example").contains("\"n\":7");

        Pseudonyms.Restored back = table.restored(hidden);

        assertThat(back.node().path("rows").path(0).path("t").asString()).isEqualTo(TEXT);
        assertThat(back.kinds())
                .isEqualTo(
                        Map.of(
                                PersonalKind.NAME, 1,
                                PersonalKind.EMAIL, 1,
                                PersonalKind.PHONE, 1,
                                PersonalKind.CARD, 1,
                                PersonalKind.IBAN, 1,
                                PersonalKind.ADDRESS, 1,
                                PersonalKind.CUSTOM, 1));
        JsonNode foreign = Json.read("\"paaaaaaaaaa@token.invalid\"");
        assertThat(table.restored(foreign).node()).isEqualTo(foreign);
        assertThat(table.restored(foreign).kinds()).isEmpty();
    }

    @Test
    void whatIsErasedCannotBePutBack() {
        JsonNode hidden = table.hidden(Json.read("\"j.reed@shop.example\""));
        table.erase();

        assertThat(table.restored(hidden).node()).isEqualTo(hidden);
        assertThat(table.size()).isZero();
    }

    @Test
    void checkDigitsDecide() {
        for (String other :
                List.of(
                        "4111 1111 1111 1112",
                        "DE89 3704 0044 0532 0130 01",
                        "order 1234567890",
                        "550e8400-e29b-41d4-a716-446655440000")) {
            assertThat(table.hidden(other)).isEqualTo(other);
        }
    }

    @Test
    void aPatternThatNeverEndsLetsNothingPass() {
        var slow =
                new Pseudonyms(
                        EnumSet.noneOf(PersonalKind.class),
                        List.of(Pattern.compile("x*x*x*x*x*x*x*y")),
                        new byte[32]);

        assertThatThrownBy(() -> slow.hidden("x".repeat(500)))
                .isInstanceOf(SlowPatternException.class);
    }

    private static Pseudonyms table(int key) {
        byte[] bytes = new byte[32];
        bytes[0] = (byte) key;
        return new Pseudonyms(
                EnumSet.allOf(PersonalKind.class),
                List.of(Pattern.compile("\\bE-[0-9]{6}\\b")),
                bytes);
    }
}
