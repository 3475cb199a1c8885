package io.mcpsf.scan;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpsf.model.ScanObservation.WeaknessReported;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.TreeSet;

class ZapScannerTest {

    @TempDir Path home;

    private static final String ALERT =
            """
            {"pluginId":"40012","name":"Cross Site Scripting (Reflected)","risk":"%s","cweid":"79",\
            "method":"GET","url":"http://172.29.0.3/search?q=%s","param":"q","attack":"<b>",\
            "evidence":"<b>","solution":"Escape it."}\
            """;

    @Test
    void alertsBecomeWeaknessesEachOnce() {
        NetworkScanner.Reading reading =
                read(
                        "VERSION {\"version\":\"2.17.0\"}",
                        "RULES {\"scanners\":[{},{}]}",
                        "ALERTS {\"alerts\":["
                                + ALERT.formatted("High", "a")
                                + ","
                                + ALERT.formatted("High", "b")
                                + "]}",
                        "ALERTS {\"alerts\":[]}",
                        "DONE");

        assertThat(reading.trouble()).isEmpty();
        assertThat(reading.version()).isEqualTo("2.17.0 (2 active rules)");
        assertThat(reading.seen())
                .singleElement()
                .isInstanceOfSatisfying(
                        WeaknessReported.class,
                        weakness -> {
                            assertThat(weakness.cwe()).isEqualTo(79);
                            assertThat(weakness.severity()).isEqualTo("high");
                            assertThat(weakness.parameter()).isEqualTo("q");
                        });
    }

    @Test
    void requestAndResponseThatProvedItGoAlong() {
        String alert = ALERT.formatted("High", "a").replaceFirst("}$", ",\"messageId\":\"7\"}");

        NetworkScanner.Reading reading =
                read(
                        "RULES {\"scanners\":[{}]}",
                        "ALERTS {\"alerts\":[" + alert + "]}",
                        "MESSAGE {\"message\":{\"id\":\"7\",\"requestHeader\":\"GET"
                            + " /search?q=%3Cb%3E"
                            + " HTTP/1.1\",\"requestBody\":\"\",\"responseHeader\":\"HTTP/1.1 200"
                            + " OK\\r"
                            + "\\n"
                            + "\\r"
                            + "\\n"
                            + "\",\"responseBody\":\"<b>\"}}",
                        "DONE");

        assertThat(reading.seen())
                .singleElement()
                .isInstanceOfSatisfying(
                        WeaknessReported.class,
                        weakness -> {
                            assertThat(weakness.request()).startsWith("GET /search?q=%3Cb%3E");
                            assertThat(weakness.response()).endsWith("\r\n\r\n<b>");
                        });
    }

    @Test
    void anApiDescriptionAndALoginGoAlongAndNoSecretDoes() throws Exception {
        Files.createFile(home.resolve("zap-2.17.0.jar"));
        var operation = new ApiOperation(0, "POST", "/items?a=1", "application/json", "{\"b\": 2}");
        var zap =
                new ZapScanner(
                        home, List.of(operation), new ScanLogin("Authorization", "Bearer standin"));
        var target =
                new ScanTarget(InetAddress.ofLiteral("172.29.0.3"), new TreeSet<>(List.of(80)));

        NetworkScanner.Start start = zap.starts(List.of(target), ScanDepth.STANDARD).getFirst();

        assertThat(ApiOperation.of(start.argv().getLast())).isEqualTo(operation);
        assertThat(start.env()).containsEntry("ZAP_AUTH_HEADER_VALUE", "Bearer standin");
    }

    @Test
    void oneThatDidNotFinishOrHasNoRulesProvesNothing() {
        assertThat(read("VERSION {\"version\":\"2.17.0\"}", "RULES {\"scanners\":[{}]}").trouble())
                .isEqualTo("it did not come to its end");
        assertThat(read("RULES {\"scanners\":[]}", "ALERTS {\"alerts\":[]}", "DONE").trouble())
                .contains("no rules");
        assertThat(read("ALERTS {\"alerts\":[", "DONE").trouble()).contains("cannot be read");
    }

    @Test
    void oddAnswersHurtNobody() {
        assertThat(
                        read("", "ALERTS 7", "ALERTS {\"alerts\":[null,3,{\"cweid\":{}}]}", "DONE")
                                .seen())
                .hasSizeLessThanOrEqualTo(3);
    }

    @Test
    void onlyAddressesAndPortsOfTheScopeAreOnItsCommandLine() throws Exception {
        Files.createFile(home.resolve("zap-2.17.0.jar"));
        var zap = new ZapScanner(home);
        var four = new ScanTarget(InetAddress.ofLiteral("172.29.0.3"), new TreeSet<>(List.of(80)));
        var six = new ScanTarget(InetAddress.ofLiteral("fd00::7"), new TreeSet<>(List.of(8080)));

        NetworkScanner.Start start = zap.starts(List.of(four, six), ScanDepth.DEEP).getFirst();

        assertThat(start.argv())
                .endsWith(
                        "DEEP",
                        "/opt/zap",
                        "/home/scan/zap",
                        "172.29.0.3:80",
                        "[fd00:0:0:0:0:0:0:7]:8080");
        assertThat(start.shown()).containsEntry(home, "/opt/zap");
        assertThat(zap.missing()).isEmpty();
        assertThat(new ZapScanner(home.resolve("no")).missing())
                .get()
                .asString()
                .contains("ZAP_HOME");
        assertThat(zap.starts(List.of(), ScanDepth.DEEP)).isEmpty();
    }

    @Test
    void aCrawlFollowsLinksAndFormsOfItsOwnSiteOnly() {
        var pages = new HashMap<String, String>();
        pages.put(
                "http://172.29.0.3/",
                """
                <a href="/a?x=1#f">a</a> <a href='http://172.29.0.4/'>other</a> <a href="javascript:1">
                <form action="/find"><input name=q value="v"></form>
                <form action="in" method="POST"><input name="user"><textarea name=t></textarea></form>
                <a href="http://172.29.0.3.example/">look-alike</a> <a href="::">odd</a>\
                """);
        pages.put("http://172.29.0.3/a?x=1", "<a href=\"../b\">b</a><a href='/'>home</a>");

        List<String> asked =
                new PageCrawl("http://172.29.0.3", 20, (_, url, _) -> pages.getOrDefault(url, ""))
                        .run();

        assertThat(asked)
                .containsExactlyInAnyOrder(
                        "GET http://172.29.0.3/",
                        "GET http://172.29.0.3/a?x=1",
                        "GET http://172.29.0.3/find?q=v",
                        "POST http://172.29.0.3/in user=1&t=1",
                        "GET http://172.29.0.3/b");
        assertThat(
                        new PageCrawl(
                                        "http://172.29.0.3",
                                        2,
                                        (_, url, _) -> pages.getOrDefault(url, ""))
                                .run())
                .hasSize(2);
    }

    private NetworkScanner.Reading read(String... lines) {
        return new ZapScanner(home).read(String.join("\n", lines).getBytes(StandardCharsets.UTF_8));
    }
}
