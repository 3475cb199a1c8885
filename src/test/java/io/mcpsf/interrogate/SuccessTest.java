package io.mcpsf.interrogate;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpsf.json.Json;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import tools.jackson.databind.node.ObjectNode;

class SuccessTest {

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Error: ENOENT: no such file or directory, open '/x'",
                "❌ Error: the branch exists already",
                "**Error** - no such page",
                "Error executing tool git_log: outside the allowed repository",
                "Error fetching the page: 404",
                "An error occurred while searching: timeout",
                "ValueError: not a number",
                "Traceback (most recent call last):\n  File",
                "Failed to fetch https://news.site.example/: 500",
                "Failed to launch the browser process!",
                "Unable to connect to the database",
                "Could not find the entity",
                "Invalid date",
                "fatal: not a git repository",
                "ENOENT: no such file",
                "MCP error -32602: Invalid arguments",
                "Entity with name x not found",
                "FIRECRAWL_API_KEY is required",
                "Please set your API key first",
                "HTTP 404 from the upstream",
                "{\"error\":\"no such table\"}",
                "{\"ok\":false,\"reason\":\"gone\"}",
                "{\"success\": false}",
                "{\"status\":\"error\",\"message\":\"x\"}",
                "{\"errors\":[{\"message\":\"x\"}]}",
                "{\"result\":\"Error: x\"}",
            })
    void anErrorMessageInAResultIsNoSuccess(String text) {
        assertThat(Success.of(said(text))).isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "4",
                "Errors are values: an essay on how Go programs handle what goes wrong.",
                "Failure modes of bridges, a lecture",
                "No results found for \"quarterly report\".",
                "Successfully wrote to /home/jordan/notes.txt",
                "Repository status:\nOn branch main\nnothing to commit",
                "{\"error\":null,\"data\":[1]}",
                "{\"errors\":[],\"items\":[]}",
                "{\"ok\":true}",
                "{\"status\":\"ok\"}",
                "[{\"error\":\"this is a row of a table\"}]",
                "Echo: item",
                "Canada is a country",
                "0 errors, 3 warnings",
                "Validated: the input is fine",
            })
    void aResultThatTellsSomethingElseIsOne(String text) {
        assertThat(Success.of(said(text))).isTrue();
    }

    @Test
    void aLongTextThatMentionsAFailureIsAboutSomething() {
        String page = "A page about the web. ".repeat(40) + "404 not found is a status.";

        assertThat(Success.of(said(page))).isTrue();
    }

    @Test
    void aMarkedErrorIsNoSuccessWhateverItSays() {
        assertThat(Success.of(said("fine").put("isError", true))).isFalse();
    }

    @Test
    void structuredContentMayTellTheFailure() {
        ObjectNode result = said("see below");
        result.putObject("structuredContent").put("error", "no such user");

        assertThat(Success.of(result)).isFalse();
    }

    private static ObjectNode said(String text) {
        ObjectNode result = Json.object();
        result.putArray("content").addObject().put("type", "text").put("text", text);
        return result;
    }
}
