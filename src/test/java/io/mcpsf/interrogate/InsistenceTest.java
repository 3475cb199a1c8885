package io.mcpsf.interrogate;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpsf.json.Json;

import org.junit.jupiter.api.Test;

import tools.jackson.databind.node.ObjectNode;

import java.util.List;
import java.util.Optional;

final class InsistenceTest {

    private static final String PDF = "/home/dev/work/report.pdf";

    private final Plausible plausible =
            Plausible.in(
                    new Plausible.Places(
                            "/home/dev",
                            "/home/dev/work",
                            "/home/dev/work/a.md",
                            "/home/dev/work",
                            List.of("/home/dev/work/a.md", PDF)));

    @Test
    void aFileOfTheKindThatIsAskedForIsPutWhereverAFileIsNamed() {
        ObjectNode plain = object("{\"sources\":[{\"path\":\"/home/dev/work/a.md\"}]}");
        var insistence =
                new Insistence(
                        "read_pdf",
                        "",
                        Json.object(),
                        plain,
                        new Shapes(plausible, new Experience(), "item", "item-a"));

        Optional<ObjectNode> next =
                insistence.next(plain, plain, new Complaint("Failed to process PDF from a.md"));

        assertThat(next).contains(object("{\"sources\":[{\"path\":\"" + PDF + "\"}]}"));
    }

    @Test
    void anAddressOfTheDescriptionIsTried() {
        ObjectNode plain = object("{\"url\":\"https://news.site.example/\"}");
        var insistence =
                new Insistence(
                        "read_page",
                        "Such as https://docs.site.example/guide/start.html.",
                        Json.object(),
                        plain,
                        new Shapes(plausible, new Experience(), "item", "item-a"));

        Optional<ObjectNode> next =
                insistence.next(plain, plain, new Complaint("URL must be of a supported domain"));

        assertThat(next)
                .contains(object("{\"url\":\"https://docs.site.example/guide/start.html\"}"));
    }

    @Test
    void ofAlternativesEachIsSentAlone() {
        ObjectNode schema =
                object(
                        "{\"properties\":{\"title\":{\"type\":\"string\"},"
                                + "\"content\":{\"type\":\"string\"},"
                                + "\"content_file\":{\"type\":\"string\"}}}");
        ObjectNode both = object("{\"title\":\"a\",\"content\":\"b\",\"content_file\":\"c\"}");
        var insistence =
                new Insistence(
                        "create_page",
                        "",
                        schema,
                        both,
                        new Shapes(plausible, new Experience(), "item", "item-a"));

        ObjectNode next =
                insistence
                        .next(
                                both,
                                both,
                                new Complaint(
                                        "Provide either 'content' or 'content_file', not both."))
                        .orElseThrow();

        assertThat(next.propertyNames()).containsExactly("title", "content");
    }

    private static ObjectNode object(String text) {
        return (ObjectNode) Json.read(text);
    }
}
