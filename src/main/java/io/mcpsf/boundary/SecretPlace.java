package io.mcpsf.boundary;

import io.mcpsf.boundary.http.Headers;
import io.mcpsf.boundary.http.HttpRequest;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * A secret that is put into requests here and is nowhere inside: its stand-in, as long as the value
 * itself, is exchanged for the value where host, method and place fit, and the value for the
 * stand-in in what comes back.
 */
public record SecretPlace(
        String name, String standIn, String value, List<String> hosts, Set<String> methods, In in) {

    /** Before the name of each secret that a forwarded request was given. */
    static final String USED = " with the secret ";

    private static final String BASIC = "Basic ";

    /** The part of a request that it may stand in. */
    public enum In {
        HEADER,
        QUERY,
        BODY
    }

    public SecretPlace {
        hosts = List.copyOf(hosts);
        methods = Set.copyOf(methods);
        if (standIn.length() != value.length()) {
            throw new IllegalArgumentException("a stand-in is as long as its value");
        }
    }

    /**
     * The secrets that a forwarded request was given, by the note that it was written down with.
     */
    public static List<String> used(String note) {
        return Arrays.stream((" " + note).split(USED))
                .map(String::strip)
                .filter(name -> !name.isEmpty() && note.contains(USED.strip()))
                .toList();
    }

    /** The other way round, for the stream that goes out. */
    SecretPlace turned() {
        return new SecretPlace(name, value, standIn, hosts, methods, in);
    }

    boolean fits(String host, String method) {
        return (methods.isEmpty() || methods.contains(method))
                && hosts.stream().anyMatch(each -> covers(each, host));
    }

    private static boolean covers(String pattern, String host) {
        String folded = host.toLowerCase(Locale.ROOT);
        String wanted = pattern.toLowerCase(Locale.ROOT);
        return wanted.startsWith("*.")
                ? folded.endsWith(wanted.substring(1)) && folded.length() >= wanted.length()
                : folded.equals(wanted);
    }

    /** The request with {@code to} in the place of every {@code from} in this place of it. */
    private HttpRequest exchanged(HttpRequest request, String from, String to) {
        HttpRequest.Head head = request.head();
        return switch (in) {
            case HEADER -> {
                var lines = new ArrayList<Headers.Line>();
                for (Headers.Line line : head.headers().lines()) {
                    lines.add(new Headers.Line(line.name(), header(line.value(), from, to)));
                }
                yield with(request, head.target(), new Headers(lines), request.body());
            }
            case QUERY -> {
                int question = head.target().indexOf('?');
                String target =
                        question < 0
                                ? head.target()
                                : head.target().substring(0, question)
                                        + head.target().substring(question).replace(from, to);
                yield with(request, target, head.headers(), request.body());
            }
            case BODY ->
                    with(
                            request,
                            head.target(),
                            head.headers(),
                            replaced(request.body(), from, to));
        };
    }

    /** As the host gets it. */
    HttpRequest revealed(HttpRequest request) {
        return exchanged(request, standIn, value);
    }

    /** Whether the stand-in is in its place, so that this request uses the secret. */
    boolean used(HttpRequest request) {
        HttpRequest bare = without(request);
        return !bare.head().target().equals(request.head().target())
                || !bare.head().headers().lines().equals(request.head().headers().lines())
                || bare.body().length != request.body().length;
    }

    /** Without the stand-in where it may stand: what is left of it elsewhere is misuse. */
    HttpRequest without(HttpRequest request) {
        return exchanged(request, standIn, "");
    }

    /** Also inside of a basic login, which hides it in base64. */
    private static String header(String value, String from, String to) {
        if (value.regionMatches(true, 0, BASIC, 0, BASIC.length())) {
            try {
                byte[] login = Base64.getDecoder().decode(value.substring(BASIC.length()).strip());
                byte[] other = replaced(login, from, to);
                return other.length == login.length && java.util.Arrays.equals(other, login)
                        ? value
                        : BASIC + Base64.getEncoder().encodeToString(other);
            } catch (IllegalArgumentException notBase64) {
                return value.replace(from, to);
            }
        }
        return value.replace(from, to);
    }

    private static HttpRequest with(
            HttpRequest request, String target, Headers headers, byte[] body) {
        HttpRequest.Head head = request.head();
        return new HttpRequest(
                new HttpRequest.Head(head.method(), target, head.version(), headers),
                body,
                request.bodyBytes() + body.length - request.body().length,
                request.whole());
    }

    static byte[] replaced(byte[] bytes, String from, String to) {
        byte[] wanted = from.getBytes(StandardCharsets.UTF_8);
        byte[] instead = to.getBytes(StandardCharsets.UTF_8);
        var out = new ByteArrayOutputStream(bytes.length);
        int at = 0;
        while (at < bytes.length) {
            if (matches(bytes, at, wanted)) {
                out.writeBytes(instead);
                at += wanted.length;
            } else {
                out.write(bytes[at++]);
            }
        }
        return out.toByteArray();
    }

    static boolean matches(byte[] bytes, int at, byte[] wanted) {
        if (at + wanted.length > bytes.length) {
            return false;
        }
        for (int i = 0; i < wanted.length; i++) {
            if (bytes[at + i] != wanted[i]) {
                return false;
            }
        }
        return true;
    }

    /** Never the value. */
    @Override
    public String toString() {
        return "SecretPlace[" + name + "]";
    }
}
