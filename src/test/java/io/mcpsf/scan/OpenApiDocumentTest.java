package io.mcpsf.scan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mcpsf.json.BadJsonException;

import org.junit.jupiter.api.Test;

import java.util.List;

class OpenApiDocumentTest {

    private static final String THREE =
            """
            openapi: 3.0.3
            servers: [{url: 'https://elsewhere.example/v1/'}]
            paths:
              /items/{id}:
                parameters: [{name: id, in: path, schema: {type: integer}}]
                get:
                  parameters:
                    - {name: filter, in: query, schema: {type: string, example: a b}}
                delete: {}
              /items:
                post:
                  requestBody: {$ref: '#/components/requestBodies/item'}
                put:
                  requestBody: {$ref: '#/components/requestBodies/item'}
            components:
              requestBodies:
                item: {content: {application/json: {schema: {$ref: '#/components/schemas/item'}}}}
              schemas:
                item:
                  properties:
                    name: {type: string, default: pen}
                    parts: {type: array, items: {$ref: '#/components/schemas/item'}}
            """;

    @Test
    void everyOperationBecomesARequestWithItsExamples() {
        List<ApiOperation> found = read(THREE, ScanDepth.STANDARD);

        assertThat(found)
                .extracting(one -> one.method() + " " + one.path())
                .containsExactly("GET /v1/items/1?filter=a+b", "POST /v1/items");
        assertThat(found.getLast().contentType()).isEqualTo("application/json");
        assertThat(found.getLast().body()).startsWith("{\"name\":\"pen\",\"parts\":[{");
    }

    @Test
    void nothingIsDeletedAndOnlyADeepScanReplaces() {
        assertThat(read(THREE, ScanDepth.DEEP))
                .extracting(ApiOperation::method)
                .contains("PUT")
                .doesNotContain("DELETE");
    }

    @Test
    void theOlderFormIsReadToo() {
        assertThat(
                        read(
                                """
                                {"swagger": "2.0", "basePath": "/api", "paths": {"/login": {"post":
                                {"parameters": [{"name": "user", "in": "formData", "type": "string"}]}}}}
                                """,
                                ScanDepth.STANDARD))
                .containsExactly(
                        new ApiOperation(
                                0,
                                "POST",
                                "/api/login",
                                "application/x-www-form-urlencoded",
                                "user=1"));
    }

    @Test
    void oddDescriptionsHurtNobody() {
        assertThatThrownBy(() -> read("services: {}", ScanDepth.DEEP))
                .isInstanceOf(BadJsonException.class);
        assertThat(
                        read(
                                """
                                openapi: '3'
                                paths:
                                  'http://198.51.100.9/': {get: {}}
                                  '/a b': {get: {}}
                                  /loop: {post: {requestBody: {$ref: '#/paths/~1loop/post/requestBody'}}}
                                  /file: {post: {requestBody: {$ref: 'file:///etc/passwd'}}}
                                """,
                                ScanDepth.DEEP))
                .extracting(ApiOperation::path)
                .containsExactly("/loop", "/file");
    }

    private static List<ApiOperation> read(String text, ScanDepth depth) {
        return OpenApiDocument.read(text, 0, depth);
    }
}
