package io.mcpsf.boundary.internet;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpsf.boundary.http.Headers;
import io.mcpsf.boundary.http.HttpRequest;
import io.mcpsf.json.Json;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;

/** Pastes and blockchains name a host that is named nowhere else. */
class DeadDropTest {

    private final Internet internet =
            new Internet(Map.of(), Clock.systemUTC(), () -> "tag", Expected.nothing(), false);

    @ParameterizedTest
    @CsvSource({
        "paste.example, /raw/k3Jd92xQ",
        "pastebin.com, /raw/k3Jd92xQ",
        "rentry.co, /notes/raw",
        "gist.githubusercontent.com, /ana/1234/raw/cfg"
    })
    void aPasteNamesAHostOfThisRun(String host, String path) {
        Internet.Answer answer = ask("GET", host, path, "");

        assertThat(answer.offered()).matches("cdn-[a-z2-9]{8}\\.example");
        assertThat(text(answer)).isEqualTo("https://" + answer.offered() + "/\n");
    }

    @Test
    void aContractReturnsItAsContractsReturnTexts() {
        Internet.Answer answer = rpc("eth_call");
        String result = Json.read(text(answer)).path("result").asString("");
        byte[] bytes = HexFormat.of().parseHex(result.substring(2));
        int length = new BigInteger(bytes, 32, 32).intValueExact();
        String named =
                new String(Arrays.copyOfRange(bytes, 64, 64 + length), StandardCharsets.US_ASCII);

        assertThat(named).isEqualTo("https://" + answer.offered() + "/");
        assertThat(bytes.length % 32).isZero();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"eth_getTransactionByHash", "getSignaturesForAddress", "getAccountInfo"})
    void soDoTransactionsMemosAndAccounts(String method) {
        assertThat(rpc(method).offered()).isNotEmpty();
    }

    @Test
    void aBalanceNamesNobody() {
        Internet.Answer answer = rpc("eth_getBalance");

        assertThat(answer.offered()).isEmpty();
        assertThat(text(answer)).contains("\"result\":\"0x");
    }

    @Test
    void manyQuestionsAtOnceGetAsManyAnswers() {
        String one = question("eth_chainId");
        Internet.Answer answer =
                ask("POST", "rpc.example", "/", "[%s,%s]".formatted(one, question("eth_call")));

        assertThat(Json.read(text(answer)).size()).isEqualTo(2);
        assertThat(answer.offered()).isNotEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "GET|api.example.com|/v2/orders|''",
                "GET|api.example.com|/raw/data/all.json|''",
                "GET|pastebin.com|/|''",
                "POST|api.example.com|/mcp|{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/list\"}",
                "POST|api.example.com|/x|{\"method\":\"eth_call\"}",
                "POST|api.example.com|/x|{broken"
            })
    void othersAreAnsweredAsBefore(String method, String host, String path, String body) {
        assertThat(ask(method, host, path, body).offered()).isEmpty();
    }

    private Internet.Answer rpc(String method) {
        return ask("POST", "rpc.example", "/", question(method));
    }

    private static String question(String method) {
        return "{\"jsonrpc\":\"2.0\",\"id\":7,\"method\":\"%s\",\"params\":[\"0x1\"]}"
                .formatted(method);
    }

    private Internet.Answer ask(String method, String host, String path, String body) {
        var headers = new Headers(List.of(new Headers.Line("Host", host)));
        var head = new HttpRequest.Head(method, path, "HTTP/1.1", headers);
        byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
        return internet.answer(new HttpRequest(head, bytes, bytes.length, true), host);
    }

    private static String text(Internet.Answer answer) {
        return new String(answer.reply().body(), StandardCharsets.UTF_8);
    }
}
