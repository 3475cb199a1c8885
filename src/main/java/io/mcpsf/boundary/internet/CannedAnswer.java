package io.mcpsf.boundary.internet;

import io.mcpsf.boundary.http.HttpReply;
import io.mcpsf.boundary.http.HttpRequest;

import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * One answer kept as data. {@code host} and {@code path} are globs (<code>*</code> is anything); in
 * the body <code>{1}</code> stands for what the first star of the path matched.
 */
record CannedAnswer(String method, Pattern host, Pattern path, Said said) {

    /** What is said when a request fits. */
    record Said(int status, String type, Map<String, String> headers, String body) {
        Said {
            headers = Map.copyOf(headers);
        }
    }

    boolean fits(String asked, String askedHost, String askedPath) {
        return (method.equals("*") || method.equals(asked))
                && host.matcher(askedHost).matches()
                && path.matcher(bare(askedPath)).matches();
    }

    HttpReply reply(HttpRequest request) {
        Matcher matched = path.matcher(bare(request.head().path()));
        String body = said.body();
        if (matched.matches() && matched.groupCount() > 0) {
            body = body.replace("{1}", safe(matched.group(1)));
        }
        Map<String, String> headers = new LinkedHashMap<>(said.headers());
        headers.put("Content-Type", said.type());
        return new HttpReply(said.status(), headers, body.getBytes(StandardCharsets.UTF_8));
    }

    /** A glob as a pattern; each star is a group. */
    static Pattern glob(String text) {
        var pattern = new StringBuilder();
        for (String part : text.split("\\*", -1)) {
            pattern.append(pattern.isEmpty() ? "" : "(.*?)").append(Pattern.quote(part));
        }
        return Pattern.compile(pattern.toString());
    }

    private static String bare(String path) {
        int question = path.indexOf('?');
        String bare = question < 0 ? path : path.substring(0, question);
        return bare.length() > 2048 ? bare.substring(0, 2048) : bare;
    }

    private static String safe(String hostile) {
        String safe = hostile.replaceAll("[^A-Za-z0-9@._/-]", "");
        return safe.length() > 100 ? safe.substring(0, 100) : safe;
    }
}
