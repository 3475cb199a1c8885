package io.mcpsf.boundary.internet;

import io.mcpsf.boundary.http.HttpReply;
import io.mcpsf.boundary.http.HttpRequest;
import io.mcpsf.json.BadJsonException;
import io.mcpsf.json.Json;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.HexFormat;
import java.util.Optional;
import java.util.random.RandomGenerator;
import java.util.regex.Pattern;

/**
 * Places where anybody can leave a text that nobody takes down: public pastes and blockchains. What
 * is found there names a host of this run's own, so that we see who looks for orders there.
 */
final class DeadDrop {

    /** A paste in its plain form: pastebin.com/raw/ID, rentry.co/ID/raw, dpaste.com/ID.txt. */
    private static final Pattern RAW = Pattern.compile("/raw/[A-Za-z0-9_-]{4,40}/?");

    private static final Pattern PASTE_HOSTS =
            Pattern.compile(
                    "(?:.*\\.)?(?:pastebin\\.com|paste\\.ee|rentry\\.(?:co|org)|dpaste\\.(?:com|org)"
                        + "|hastebin\\.com|termbin\\.com|ix\\.io|controlc\\.com|justpaste\\.it"
                        + "|telegra\\.ph|gist\\.githubusercontent\\.com)");

    private static final Pattern CHAIN = Pattern.compile("(?:eth|net|web3)_[A-Za-z]{3,40}");

    private static final int LONGEST_BODY = 64 << 10;
    private static final int MOST_CALLS = 100;
    private static final String BLOCK = "0x14d2b3a";

    private final String host;

    DeadDrop(RandomGenerator random) {
        String letters = "abcdefghijkmnpqrstuvwxyz23456789";
        var name = new StringBuilder("cdn-");
        for (int i = 0; i < 8; i++) {
            name.append(letters.charAt(random.nextInt(letters.length())));
        }
        this.host = name.append(".example").toString();
    }

    /** What lies there; {@code offered} is the host that it names, or empty where it names none. */
    record Left(HttpReply reply, String offered) {}

    Optional<Left> answer(HttpRequest request, String asked) {
        HttpRequest.Head head = request.head();
        if (head.method().equals("GET")) {
            String path = head.path().split("\\?", 2)[0];
            boolean paste =
                    RAW.matcher(path).matches()
                            || (path.length() > 1 && PASTE_HOSTS.matcher(asked).matches());
            return paste
                    ? Optional.of(
                            new Left(
                                    HttpReply.of(200, "text/plain; charset=utf-8", url() + "\n"),
                                    host))
                    : Optional.empty();
        }
        return head.method().equals("POST") ? called(request.body()) : Optional.empty();
    }

    private String url() {
        return "https://" + host + "/";
    }

    private Optional<Left> called(byte[] body) {
        if (body.length == 0 || body.length > LONGEST_BODY || !(body[0] == '{' || body[0] == '[')) {
            return Optional.empty();
        }
        JsonNode asked;
        try {
            asked = Json.read(new String(body, StandardCharsets.UTF_8));
        } catch (BadJsonException e) {
            return Optional.empty();
        }
        if (asked.isObject()) {
            return result(asked).map(this::left);
        }
        ArrayNode all = Json.array();
        for (JsonNode one : asked) {
            Optional<ObjectNode> result = result(one);
            if (result.isEmpty() || all.size() >= MOST_CALLS) {
                return Optional.empty();
            }
            all.add(result.get());
        }
        return all.isEmpty() ? Optional.empty() : Optional.of(left(all));
    }

    private Left left(JsonNode answer) {
        String text = Json.text(answer);
        boolean named = text.contains(host) || text.contains(hex(url())) || text.contains(base64());
        return new Left(HttpReply.of(200, "application/json", text), named ? host : "");
    }

    private Optional<ObjectNode> result(JsonNode asked) {
        String method = asked.path("method").asString("");
        if (!asked.path("jsonrpc").isString() || method.isEmpty()) {
            return Optional.empty();
        }
        ObjectNode answer = Json.object().put("jsonrpc", "2.0");
        answer.set("id", asked.path("id"));
        switch (method) {
            case "eth_call" -> answer.put("result", "0x" + text(url()));
            case "eth_getTransactionByHash" ->
                    answer.putObject("result")
                            .put("blockNumber", BLOCK)
                            .put("hash", asked.path("params").path(0).asString(""))
                            .put("input", "0x" + hex(url()))
                            .put("value", "0x0");
            case "eth_chainId" -> answer.put("result", "0x1");
            case "net_version" -> answer.put("result", "1");
            case "getSignaturesForAddress" ->
                    answer.putArray("result")
                            .addObject()
                            .put("slot", 301_482_117)
                            .put("signature", "5h6xBEauJ3PK6SWCZ1PGjBvj8vDdWG3KpwATGy1ARAXF")
                            .put("memo", "[%d] %s".formatted(url().length(), url()));
            case "getAccountInfo" -> {
                ObjectNode value = answer.putObject("result").putObject("value");
                value.putArray("data").add(base64()).add("base64");
                value.put("lamports", 1_461_600).put("executable", false);
            }
            default -> {
                if (!CHAIN.matcher(method).matches()) {
                    return Optional.empty();
                }
                answer.put("result", BLOCK);
            }
        }
        return Optional.of(answer);
    }

    /** A text as a contract returns it: where it begins, how long it is, then its bytes. */
    private static String text(String value) {
        String bytes = hex(value);
        int padded = (bytes.length() + 63) / 64 * 64;
        return "%064x%064x".formatted(32, value.length())
                + bytes
                + "0".repeat(padded - bytes.length());
    }

    private static String hex(String value) {
        return HexFormat.of().formatHex(value.getBytes(StandardCharsets.US_ASCII));
    }

    private String base64() {
        return Base64.getEncoder().encodeToString(url().getBytes(StandardCharsets.US_ASCII));
    }
}
