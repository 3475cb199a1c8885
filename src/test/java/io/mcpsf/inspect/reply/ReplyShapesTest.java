package io.mcpsf.inspect.reply;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpsf.json.Json;

import org.junit.jupiter.api.Test;

import tools.jackson.databind.JsonNode;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.time.Duration;

final class ReplyShapesTest {

    @Test
    void pythonTakesItsNamesOutOfWhatItParsed() {
        JsonNode answer =
                answer(
                        """
                        news = json.loads(fetch("/latest.json"))
                        for name, rate in news["rates"].items():
                            table[name] = rate
                        if news.get("rev", 0) >= 7:
                            tell()
                        """,
                        "rates.site.example/latest.json");

        assertThat(answer.path("rates").isObject()).isTrue();
        assertThat(answer.path("rates").isEmpty()).isFalse();
        assertThat(answer.path("rev").asInt()).isGreaterThan(7);
    }

    @Test
    void listsHaveElementsWithTheNamesThatTheirVariableIsAskedFor() {
        JsonNode answer =
                answer(
                        """
                        const res = await fetch(`https://api.site.example/crates/${name}`);
                        if (!res.ok) throw new Error(res.status);
                        const body = await res.json();
                        const crate = body.crate;
                        return crate.max_version + body.versions.map((v) => v.num + v.downloads.toFixed(0)).join();
                        """,
                        "api.site.example/crates/left-pad");

        assertThat(answer.path("crate").path("max_version").asString()).isNotEmpty();
        assertThat(answer.path("versions").path(0).path("num").isString()).isTrue();
        assertThat(answer.path("versions").path(0).path("downloads").isNumber()).isTrue();
        assertThat(answer.has("ok")).as("of the response, not of its content").isFalse();
    }

    @Test
    void aListAtTheTopIsAList() {
        JsonNode answer =
                answer(
                        """
                        const servers = await response.json();
                        return servers.map(({ title, github_url: url }) => title + url);
                        """,
                        "registry.site.example/find");

        assertThat(answer.path(0).path("github_url").asString()).startsWith("https://");
    }

    @Test
    void comprehensionsAndComparisonsTellToo() {
        JsonNode answer =
                answer(
                        """
                        data = response.json()
                        if data["status"] != "OK":
                            raise ValueError(data["error"])
                        return [hit["title"] for hit in data["hits"]]
                        """,
                        "search.site.example/x");

        assertThat(answer.path("status").asString()).isEqualTo("OK");
        assertThat(answer.path("hits").path(0).path("title").isString()).isTrue();
        assertThat(answer.has("error")).as("bad news").isFalse();
    }

    @Test
    void whatALibraryOfTheServiceReturnsIsAnAnswerToo() {
        JsonNode answer =
                answer(
                        """
                        page = self.wiki.get_page_by_id(page_id=page_id)
                        key = page.get("space", {}).get("key", "")
                        history = page.get("history", {})
                        comments, labels = page.get("comments", []), page.get("labels", [])
                        """,
                        "wiki.site.example/rest/content/1");

        assertThat(answer.path("space").path("key").isString()).isTrue();
        assertThat(answer.path("history").isObject()).as("by what stands in for it").isTrue();
        assertThat(answer.path("comments").path(0).isObject()).as("a thing").isTrue();
        assertThat(answer.path("labels").path(0).isString()).as("a word").isTrue();
    }

    @Test
    void thereIsNoSecondPage() {
        JsonNode answer =
                answer(
                        """
                        data = self.wiki.get_all_pages(start)
                        while data["_links"].get("next") or data["hasMore"] or data["nextPageToken"]:
                            use(data["results"][0]["title"])
                        """,
                        "wiki.site.example/rest/content");

        assertThat(answer.path("results").path(0).path("title").isString()).isTrue();
        assertThat(answer.path("_links").has("next")).isFalse();
        assertThat(answer.has("hasMore")).isFalse();
        assertThat(answer.has("nextPageToken")).isFalse();
    }

    @Test
    void theNearestAddressCounts() {
        String code =
                """
                const a = await (await fetch("https://one.example/users")).json(); use(a.login);

                const b = await (await fetch("https://one.example/repos")).json(); use(b.stars);
                """;

        assertThat(answer(code, "one.example/repos").has("stars")).isTrue();
        assertThat(answer(code, "two.example/").has("stars")).isTrue();
    }

    @Test
    void codeMadeToTakeLongDoesNot() {
        String hostile = "a = await get(x).json(); a.a.a.a".repeat(30_000);
        ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        long begin = threads.getCurrentThreadCpuTime();

        ReplyShapes.of(hostile).at("x");
        ReplyShapes.of("{".repeat(500_000) + " = ".repeat(300_000) + ".json()").at("x");

        assertThat(Duration.ofNanos(threads.getCurrentThreadCpuTime() - begin))
                .isLessThan(Duration.ofSeconds(20));
    }

    private static JsonNode answer(String code, String address) {
        return ReplyShapes.of(code).at(address).orElse(Json.object().path("nothing"));
    }
}
