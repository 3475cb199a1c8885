package io.mcpsf.interrogate;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.math.BigInteger;

final class ByNameTest {

    private final Plausible plausible =
            Plausible.in("/home/dev", "/home/dev/work", "/home/dev/notes.txt")
                    .with(name -> "secret of " + name);

    @ParameterizedTest
    @ValueSource(
            strings = {
                "password",
                "github_token",
                "apiKey",
                "api_key",
                "clientSecret",
                "connection_string",
                "aws-access-key"
            })
    void aNameThatAsksForASecretGetsOne(String name) {
        assertThat(ByName.text(name, plausible)).isEqualTo("secret of " + name);
    }

    @ParameterizedTest
    @ValueSource(strings = {"page_token", "nextToken", "key", "entry_key", "keyword", "tokenize"})
    void aNameThatOnlySoundsLikeItDoesNot(String name) {
        assertThat(ByName.text(name, plausible)).doesNotStartWith("secret");
    }

    @Test
    void accountsHaveTheRightCheckDigits() {
        String iban = ByName.text("iban", plausible);
        var digits = new StringBuilder();
        (iban.substring(4) + iban.substring(0, 4))
                .chars()
                .forEach(c -> digits.append(Character.digit(c, 36)));

        assertThat(new BigInteger(digits.toString()).mod(BigInteger.valueOf(97)))
                .isEqualTo(BigInteger.ONE);
        assertThat(luhn(ByName.text("card_number", plausible)) % 10).isZero();
        assertThat(ByName.text("wallet_address", plausible)).matches("0x[0-9A-F]{40}");
        assertThat(ByName.text("btc_address", plausible)).startsWith("bc1q").hasSize(42);
    }

    @Test
    void onlyWhatMayBeAnyTextIsFree() {
        assertThat(ByName.free("query", plausible)).isTrue();
        assertThat(ByName.free("message", plausible)).isTrue();
        assertThat(ByName.free("command", plausible)).isFalse();
        assertThat(ByName.free("path", plausible)).isFalse();
        assertThat(ByName.free("url", plausible)).isFalse();
        assertThat(ByName.free("sql", plausible)).isFalse();
        assertThat(ByName.free("password", plausible)).isFalse();
    }

    private static int luhn(String digits) {
        int sum = 0;
        for (int i = 0; i < digits.length(); i++) {
            int digit = digits.charAt(digits.length() - 1 - i) - '0';
            int twice = i % 2 == 0 ? digit : digit * 2;
            sum += twice > 9 ? twice - 9 : twice;
        }
        return sum;
    }
}
