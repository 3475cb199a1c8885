package io.mcpsf.inspect.sbom;

import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** The official schemas, from the jars that their authors publish them in. */
final class Schemas {

    private Schemas() {}

    static List<String> cycloneDxErrors(String document) {
        String base = "http://cyclonedx.org/schema/";
        Schema schema =
                SchemaRegistry.withDefaultDialect(
                                SpecificationVersion.DRAFT_7,
                                builder ->
                                        builder.schemas(
                                                Map.of(
                                                        base + "spdx.schema.json",
                                                        text("/spdx.schema.json"),
                                                        base + "jsf-0.82.schema.json",
                                                        text("/jsf-0.82.schema.json"))))
                        .getSchema(text("/bom-1.6.schema.json"));
        return errors(schema, document);
    }

    static List<String> spdxErrors(String document) {
        Schema schema =
                SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2019_09)
                        .getSchema(text("/resources/spdx-schema-v2.3.json"));
        return errors(schema, document);
    }

    private static List<String> errors(Schema schema, String document) {
        return schema
                .validate(
                        document,
                        InputFormat.JSON,
                        context ->
                                context.executionConfig(
                                        config -> config.formatAssertionsEnabled(true)))
                .stream()
                .map(Object::toString)
                .limit(10)
                .toList();
    }

    private static String text(String name) {
        try (InputStream in = Schemas.class.getResourceAsStream(name)) {
            return new String(
                    Objects.requireNonNull(in, name).readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
