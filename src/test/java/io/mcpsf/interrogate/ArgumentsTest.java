package io.mcpsf.interrogate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;

import io.mcpsf.interrogate.Arguments.Fill;
import io.mcpsf.json.Json;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

import tools.jackson.databind.JsonNode;

import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.stream.Stream;

final class ArgumentsTest {

    private static final Plausible PLAUSIBLE =
            Plausible.in("/home/dev", "/home/dev/work", "/home/dev/documents/notes.txt");

    static Stream<org.junit.jupiter.params.provider.Arguments> corpus() throws IOException {
        try (InputStream in = ArgumentsTest.class.getResourceAsStream("/schemas/corpus.json")) {
            List<org.junit.jupiter.params.provider.Arguments> cases = new ArrayList<>();
            for (JsonNode one : Json.read(Objects.requireNonNull(in))) {
                cases.add(arguments(Json.text(one, "name"), one.path("schema")));
            }
            return cases.stream();
        }
    }

    /** An independent validator is the judge, with many seeds and both ways of filling in. */
    @ParameterizedTest(name = "{0}")
    @MethodSource("corpus")
    void areAcceptedByTheSchema(String name, JsonNode schema) {
        var validator =
                SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
                        .getSchema(schema);
        // The validator knows real top-level domains only, and we use none of them.
        boolean formats = !name.equals("email");
        for (int seed = 0; seed < 20; seed++) {
            for (Fill fill : Fill.values()) {
                JsonNode made =
                        Arguments.valid(schema, new SplittableRandom(seed), PLAUSIBLE, fill);

                var errors =
                        validator.validate(
                                made,
                                context ->
                                        context.executionConfig(
                                                config -> config.formatAssertionsEnabled(formats)));
                assertThat(errors).as("%s seed %d: %s", name, seed, made).isEmpty();
            }
        }
    }

    @Test
    void areTheSameForTheSameSeed() throws IOException {
        corpus().forEach(
                        one -> {
                            JsonNode schema = (JsonNode) Objects.requireNonNull(one.get()[1]);
                            JsonNode once = made(schema, Fill.ALL);
                            assertThat(made(schema, Fill.ALL)).isEqualTo(once);
                        });
    }

    @Test
    void arePlausibleByName() {
        JsonNode made =
                made(
                        Json.read(
                                """
                                {"type":"object","required":["filePath","target_url","cwd","userEmail","limit"],
                                 "properties":{"filePath":{"type":"string"},"target_url":{"type":"string"},
                                 "cwd":{"type":"string"},"userEmail":{"type":"string"},"limit":{"type":"integer"}}}
                                """),
                        Fill.REQUIRED);

        assertThat(Json.text(made))
                .isEqualTo(
                        "{\"filePath\":\"/home/dev/documents/notes.txt\","
                                + "\"target_url\":\"https://news.site.example/\","
                                + "\"cwd\":\"/home/dev/work\","
                                + "\"userEmail\":\"jordan@mail.site.example\",\"limit\":10}");
    }

    @Test
    void leaveOptionalMembersToTheSecondCall() {
        JsonNode schema =
                Json.read(
                        """
                        {"type":"object","properties":{"a":{"type":"string"},"b":{"type":"string"}},"required":["a"]}
                        """);

        assertThat(made(schema, Fill.REQUIRED).propertyNames()).containsExactly("a");
        assertThat(made(schema, Fill.ALL).propertyNames()).containsExactly("a", "b");
    }

    /** What nobody can satisfy or only a giant could: something comes back, and soon. */
    @ParameterizedTest
    @Timeout(120)
    @ValueSource(
            strings = {
                "false",
                "null",
                "7",
                "\"text\"",
                "[]",
                "{\"type\":\"nonsense\"}",
                "{\"type\":7,\"properties\":[],\"required\":{},\"enum\":\"x\"}",
                "{\"allOf\":[{\"type\":\"string\"},{\"type\":\"integer\"}]}",
                "{\"$ref\":\"#\"}",
                "{\"$ref\":\"#/$defs/a\",\"$defs\":{\"a\":{\"$ref\":\"#/$defs/b\"},\"b\":{\"$ref\":\"#/$defs/a\"}}}",
                "{\"$ref\":\"https://elsewhere.example/schema.json\"}",
                "{\"$ref\":\"#/no/such/place\"}",
                "{\"$ref\":\"#/%zz\"}",
                "{\"type\":\"object\",\"properties\":{\"n\":{\"$ref\":\"#\"}},\"required\":[\"n\"]}",
                "{\"allOf\":[{\"$ref\":\"#\"},{\"$ref\":\"#\"}]}",
                "{\"anyOf\":[{\"$ref\":\"#\"},{\"$ref\":\"#\"},{\"not\":{\"$ref\":\"#\"}}]}",
                "{\"type\":\"string\",\"minLength\":1000000000}",
                "{\"type\":\"array\",\"minItems\":1000000000,\"items\":{\"type\":\"array\",\"minItems\":1000000000}}",
                "{\"type\":\"object\",\"minProperties\":1000000000}",
                "{\"type\":\"number\",\"minimum\":1e999,\"maximum\":-1e999}",
                "{\"type\":\"integer\",\"multipleOf\":1e-300,\"minimum\":1e300}",
                "{\"const\":1e999}",
                "{\"type\":\"integer\",\"multipleOf\":0}",
                "{\"type\":\"string\",\"pattern\":\"^(((((a+)+)+)+)+)+$\",\"minLength\":60,\"not\":{\"pattern\":\"b\"}}",
                "{\"type\":\"string\",\"pattern\":\"(((((((((((((((((((((\"}",
                "{\"type\":\"string\",\"pattern\":\"[\"}",
                "{\"type\":\"string\",\"pattern\":\"\\\\\"}",
                "{\"type\":\"string\",\"pattern\":\"a{99999}{99999}{99999}\"}",
                "{\"type\":\"string\",\"pattern\":\"[z-a](?<n\\\\u12\"}",
                "{\"type\":\"array\",\"contains\":false,\"minContains\":1e9}",
                "{\"type\":[],\"enum\":[],\"anyOf\":[],\"oneOf\":[]}",
                "{\"if\":{\"$ref\":\"#\"},\"then\":{\"$ref\":\"#\"},\"else\":{\"$ref\":\"#\"}}"
            })
    void aHostileSchemaCostsLittle(String hostile) {
        for (Fill fill : Fill.values()) {
            JsonNode made = made(Json.read(hostile), fill);

            assertThat(Json.bytes(made).length).isLessThan(8 << 20);
        }
    }

    @Test
    @Timeout(120)
    void aSchemaThatDoublesAtEveryLevelIsBounded() {
        var text = new StringBuilder("{\"$ref\":\"#/$defs/d0\",\"$defs\":{");
        for (int i = 0; i < 40; i++) {
            String next = "{\"$ref\":\"#/$defs/d" + (i + 1) + "\"}";
            text.append(
                    "\"d%d\":{\"allOf\":[%s,%s],\"anyOf\":[%s,%s],"
                            .formatted(i, next, next, next, next));
            text.append(
                    "\"properties\":{\"a\":%s,\"b\":%s},\"required\":[\"a\",\"b\"]},"
                            .formatted(next, next));
        }
        JsonNode schema = Json.read(text.append("\"d40\":{\"type\":\"string\"}}}").toString());

        assertThat(Json.bytes(made(schema, Fill.ALL)).length).isLessThan(8 << 20);
    }

    private static JsonNode made(JsonNode schema, Fill fill) {
        return Arguments.valid(schema, new SplittableRandom(7), PLAUSIBLE, fill);
    }
}
