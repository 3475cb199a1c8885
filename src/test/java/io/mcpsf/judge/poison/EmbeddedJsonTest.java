package io.mcpsf.judge.poison;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class EmbeddedJsonTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "no JSON {here} or [there]|no JSON {here} or [there]",
                "Found: {\"a\": \"one\"} and more|Found: one and more",
                "[{\"a\":\"one\",\"b\":[\"two\",3]}]|one two",
                "{\"it\\u0027s\":1,\"b\":\"it\\u0027s\"}|it's",
                "{\"a\":\"say \\\"x\\\" and }\"} end|say \"x\" and } end",
                "{\"a\":\"cut off in the mid|cut off in the mid",
                "{\"a\":\"cut off in \\u00|cut off in",
                "{\"readThisFirst_beforeAnything\":1}|read This First before Anything",
            })
    void stringsStandForTheJsonAroundThem(String text, String words) {
        assertThat(EmbeddedJson.words(text).strip().replaceAll("\\s+", " ")).isEqualTo(words);
    }
}
