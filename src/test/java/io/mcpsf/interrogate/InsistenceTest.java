package io.mcpsf.interrogate;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpsf.json.Json;

import org.junit.jupiter.api.Test;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
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

    @Test
    void everyParameterThatIsRequiredByNameIsAdded() {
        ObjectNode next =
                corrected(
                        "get_options",
                        "{\"properties\":{\"field\":{\"type\":\"string\"},"
                                + "\"project_key\":{\"type\":\"string\"},"
                                + "\"issue_type\":{\"type\":\"string\"},"
                                + "\"limit\":{\"type\":\"integer\"}}}",
                        "{\"field\":\"a\"}",
                        "This server requires project_key and issue_type parameters");

        assertThat(next.propertyNames())
                .containsExactlyInAnyOrder("field", "project_key", "issue_type");
    }

    @Test
    void whenAnyFieldWillDoOneIsAdded() {
        ObjectNode next =
                corrected(
                        "update_version",
                        "{\"properties\":{\"version\":{\"type\":\"string\"},"
                                + "\"archived\":{\"type\":\"boolean\"},"
                                + "\"description\":{\"type\":\"string\"}}}",
                        "{\"version\":\"1\"}",
                        "update_version requires at least one field to update");

        assertThat(next.propertyNames()).containsExactlyInAnyOrder("version", "description");
    }

    @Test
    void datesOfThePastAreMovedAheadAndEndAfterTheyBegin() {
        ObjectNode next =
                corrected(
                        "create_sprint",
                        "{}",
                        "{\"start_date\":\"2026-03-14\",\"end_date\":\"2026-03-14\",\"name\":\"a\"}",
                        "Start date cannot be in the past.");

        LocalDate start = day(next.path("start_date"));
        assertThat(start).isAfter(LocalDate.now(ZoneOffset.UTC).plusMonths(14));
        assertThat(day(next.path("end_date"))).isAfter(start);
        assertThat(next.path("name").asString()).isEqualTo("a");
    }

    @Test
    void whatIsThereAlreadyIsMadeElsewhere() {
        ObjectNode next =
                corrected(
                        "clone",
                        "{}",
                        "{\"url\":\"https://news.site.example/\",\"path\":\"/home/dev/work\"}",
                        "destination path '/home/dev/work' already exists and is not empty");

        assertThat(next.path("path").asString()).isEqualTo("/home/dev/work/item-a");
        assertThat(next.path("url").asString()).isEqualTo("https://news.site.example/");
    }

    @Test
    void anOptionOfAProgramIsTheSwitchOfThatName() {
        ObjectNode next =
                corrected(
                        "commit",
                        "{\"properties\":{\"allowEmpty\":{\"type\":\"boolean\"},"
                                + "\"amend\":{\"type\":\"boolean\"}}}",
                        "{\"message\":\"a\"}",
                        "nothing to commit; use: git commit --allow-empty");

        assertThat(next).isEqualTo(object("{\"message\":\"a\",\"allowEmpty\":true}"));
    }

    @Test
    void jsonInATextIsTakenFromTheDescription() {
        ObjectNode next =
                corrected(
                        "batch_create",
                        "{\"properties\":{\"issues\":{\"type\":\"string\",\"description\":\"JSON"
                            + " array [1]. Example: [ {\\\"summary\\\": \\\"a]\\\"} ] or such\"}}}",
                        "{\"issues\":\"example\"}",
                        "Invalid JSON in issues");

        assertThat(next.path("issues").asString()).isEqualTo("[ {\"summary\": \"a]\"} ]");
    }

    @Test
    void whatNobodyAskedForIsLeftOutWhenItIsRejected() {
        ObjectNode next =
                corrected(
                        "fetch",
                        "{\"required\":[\"url\"],\"properties\":{\"url\":{\"type\":\"string\"},"
                                + "\"proxy\":{\"type\":\"object\"}}}",
                        "{\"url\":\"https://news.site.example/\",\"proxy\":{}}",
                        "proxy: Invalid input: expected one of basic, auto");

        assertThat(next.has("proxy")).isFalse();
    }

    @Test
    void anAddressBecomesThatOfSuchADocument() {
        ObjectNode next =
                corrected(
                        "fetch_json",
                        "{}",
                        "{\"url\":\"https://news.site.example/\"}",
                        "Unexpected token '<' is not valid JSON");

        assertThat(next.path("url").asString()).isEqualTo("https://news.site.example/feed.json");
    }

    @Test
    void whatIsOfferedGoesWhereTheComplaintSpeaksOf() {
        ObjectNode next =
                corrected(
                        "read_sections",
                        "{}",
                        "{\"url\":\"https://news.site.example/\",\"section_titles\":[\"example\"]}",
                        "No matching sections were found. Available sections: \"Docs\","
                                + " \"Support\".");

        assertThat(next.path("section_titles").path(0).asString()).isEqualTo("Docs");
        assertThat(next.path("url").asString()).isEqualTo("https://news.site.example/");
    }

    @Test
    void whatTheSchemaForbidsIsNotTried() {
        ObjectNode next =
                corrected(
                        "link",
                        "{\"properties\":{\"epic_key\":{\"type\":\"string\",\"pattern\":\"^[A-Z]+-[0-9]+$\",\"description\":\"such"
                            + " as 'PROJ-456'\"}}}",
                        "{\"epic_key\":\"ODU-95\"}",
                        "ODU-95 was not found");

        assertThat(next.path("epic_key").asString()).isEqualTo("PROJ-456");
    }

    @Test
    void ofAlternativesThatAreMissingTheFirstIsAdded() {
        ObjectNode next =
                corrected(
                        "create_page",
                        "{\"properties\":{\"title\":{\"type\":\"string\"},"
                                + "\"content\":{\"type\":\"string\"},"
                                + "\"content_file\":{\"type\":\"string\"}}}",
                        "{\"title\":\"a\"}",
                        "One of 'content' or 'content_file' must be provided.");

        assertThat(next.propertyNames()).containsExactly("title", "content");
    }

    private static LocalDate day(JsonNode text) {
        return OffsetDateTime.parse(text.asString()).toLocalDate();
    }

    private ObjectNode corrected(String tool, String schema, String last, String complaint) {
        ObjectNode sent = object(last);
        var shapes = new Shapes(plausible, new Experience(), "item", "item-a");
        return new Insistence(tool, "", object(schema), sent, shapes)
                .next(sent, sent, new Complaint(complaint))
                .orElseThrow();
    }

    private static ObjectNode object(String text) {
        return (ObjectNode) Json.read(text);
    }
}
