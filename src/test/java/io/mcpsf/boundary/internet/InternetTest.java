package io.mcpsf.boundary.internet;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpsf.boundary.http.Headers;
import io.mcpsf.boundary.http.HttpReply;
import io.mcpsf.boundary.http.HttpRequest;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What the fake internet says to what servers ask. */
class InternetTest {

    private final Internet internet =
            new Internet(Map.of(), Clock.systemUTC(), () -> "tag", Expected.nothing(), false);

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    api.github.com         | /repos/a/b             | "full_name":"a/b"
                    api.github.com         | /repos/a/b/issues      | "number":7
                    api.search.brave.com   | /res/v1/web/search?q=x | "web":
                    registry.npmjs.org     | /left-pad/latest       | "version":"1.0.0"
                    pypi.org               | /pypi/six/json         | "name":"six"
                    api.nuget.org          | /v3/registration5-gz-semver2/serilog/index.json | "catalogEntry":
                    azuresearch-usnc.nuget.org | /query?q=json      | "totalHits":1
                    es.example.com         | /users/_search         | "hits":
                    api.example.com        | /v2/orders             | "id":
                    api.example.com        | /v2/orders/77          | "id":"77"
                    api.example.com        | /v2/status             | "ok":true
                    www.example.com        | /                      | <h1>
                    www.example.com        | /feed                  | <rss
                    www.example.com        | /sitemap.xml           | <urlset
                    www.example.com        | /report.pdf            | %PDF-1.4
                    api.example.com        | /openapi.json          | "openapi":"3.0.3"
                    api.example.com        | /v2/orders?page=2      | []
                    """)
    void answersInTheRightShape(String host, String path, String part) {
        assertThat(text(get(host, path, "*/*"))).contains(part);
    }

    @Test
    void aGraphqlQueryGetsTheFieldsThatItSelects() {
        String query =
                "{\"query\":\"query Q($n: Int) { repository(name: \\\"a\\\") { id isPrivate"
                    + " issues(first: $n) { totalCount nodes { title author { login } } } } }\"}";
        var head =
                new HttpRequest.Head(
                        "POST",
                        "/graphql",
                        "HTTP/1.1",
                        new Headers(List.of(new Headers.Line("Host", "api.example.com"))));
        byte[] body = query.getBytes(StandardCharsets.UTF_8);

        HttpReply reply =
                internet.answer(new HttpRequest(head, body, body.length, true), "api.example.com")
                        .reply();

        assertThat(text(reply))
                .contains("\"repository\":{\"id\":\"1042\",\"isPrivate\":false")
                .contains("\"totalCount\":1")
                .contains("\"nodes\":[{\"title\":\"example\",\"author\":{\"login\":\"example\"}}]");
    }

    @Test
    void picturesArePictures() {
        HttpReply reply = get("img.example.com", "/a/logo.PNG", "*/*");

        assertThat(reply.headers()).containsEntry("Content-Type", "image/png");
        assertThat(reply.body()).startsWith(0x89, 'P', 'N', 'G');
    }

    @Test
    void aPageIsTheSameWithinARunAndAnotherInTheNext() {
        Set<String> pages = new HashSet<>();
        for (int i = 0; i < 10; i++) {
            var run =
                    new Internet(
                            Map.of(), Clock.systemUTC(), () -> "tag", Expected.nothing(), false);
            String page = text(get(run, "www.example.com", "/", "*/*"));
            assertThat(text(get(run, "www.example.com", "/", "*/*"))).isEqualTo(page);
            pages.add(page);
        }

        assertThat(pages).hasSizeGreaterThan(5);
    }

    private HttpReply get(String host, String path, String accept) {
        return get(internet, host, path, accept);
    }

    private static HttpReply get(Internet internet, String host, String path, String accept) {
        var headers =
                new Headers(
                        List.of(
                                new Headers.Line("Host", host),
                                new Headers.Line("Accept", accept)));
        var head = new HttpRequest.Head("GET", path, "HTTP/1.1", headers);
        return internet.answer(new HttpRequest(head, new byte[0], 0, true), host).reply();
    }

    private static String text(HttpReply reply) {
        return new String(reply.body(), StandardCharsets.UTF_8);
    }
}
