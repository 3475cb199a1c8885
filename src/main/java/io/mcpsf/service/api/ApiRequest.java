package io.mcpsf.service.api;

import io.helidon.http.HeaderNames;
import io.helidon.webserver.http.ServerRequest;
import io.mcpsf.json.BadJsonException;
import io.mcpsf.json.Json;
import io.mcpsf.service.access.Principal;

import tools.jackson.databind.JsonNode;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/** One request as a route sees it: everything in it is a stranger's word, read within bounds. */
final class ApiRequest {

    private static final int LARGEST_JSON = 256 << 10;

    /** Slower senders than this are not waited for. */
    private static final long SLOWEST_BYTES_PER_SECOND = 8 << 10;

    private static final Duration PATIENCE = Duration.ofSeconds(20);

    private final ServerRequest request;
    private final Map<String, String> parameters;
    private final Principal who;
    private final BooleanSupplier standing;
    private final SlowClientGuard patience;

    ApiRequest(
            ServerRequest request,
            Map<String, String> parameters,
            Principal who,
            BooleanSupplier standing,
            SlowClientGuard patience) {
        this.standing = standing;
        this.patience = patience;
        this.request = request;
        this.parameters = Map.copyOf(parameters);
        this.who = who;
    }

    Principal who() {
        return who;
    }

    /** Whether what they were let in with still opens: for answers that go on and on. */
    boolean stillAdmitted() {
        return standing.getAsBoolean();
    }

    /** A part of the path. */
    String part(String name) {
        return parameters.getOrDefault(name, "");
    }

    /** A word behind the question mark; empty when there is none. */
    String query(String name) {
        String value = request.query().first(name).orElse("");
        if (value.chars().anyMatch(c -> c < ' ')) {
            throw Problem.badRequest(name + " contains a control character.");
        }
        return value;
    }

    String query(String name, int longest) {
        String value = query(name);
        if (value.codePointCount(0, value.length()) > longest) {
            throw Problem.badRequest("%s is longer than %d characters.".formatted(name, longest));
        }
        return value;
    }

    long number(String name, long least, long most, long otherwise) {
        if (!request.query().contains(name)) {
            return otherwise;
        }
        String value = query(name);
        if (!value.matches("[0-9]{1,18}")
                || Long.parseLong(value) < least
                || Long.parseLong(value) > most) {
            throw Problem.badRequest(
                    "%s must be an integer from %d to %d.".formatted(name, least, most));
        }
        return Long.parseLong(value);
    }

    boolean asked(String name) {
        return request.query().contains(name);
    }

    String header(String name) {
        return header(request, name);
    }

    static String header(ServerRequest request, String name) {
        Optional<String> value = request.headers().first(HeaderNames.create(name));
        return value.orElse("");
    }

    /** The word of the session's cookie. */
    Optional<String> session() {
        return Identification.session(request);
    }

    /** The whole body as JSON. */
    JsonNode json() {
        need("application/json");
        var bytes = new ByteArrayOutputStream();
        copy(bytes, LARGEST_JSON);
        try {
            return Json.read(bytes.toByteArray());
        } catch (BadJsonException e) {
            throw Problem.of(400, "bad-json", String.valueOf(e.getMessage()));
        }
    }

    void need(String... types) {
        String type = header("Content-Type").toLowerCase(Locale.ROOT).split(";", 2)[0].strip();
        for (String one : types) {
            if (type.equals(one)) {
                return;
            }
        }
        throw Problem.of(415, "unsupported-media-type", "Send " + String.join(" or ", types) + ".");
    }

    /** Copies the body, which may not be larger, nor come slower than anybody honest sends. */
    long copy(OutputStream to, long largest) {
        String length = header("Content-Length");
        if (length.matches("[0-9]{1,18}") && Long.parseLong(length) > largest) {
            throw tooLarge(largest);
        }
        if (!request.content().hasEntity()) {
            return 0;
        }
        long count = 0;
        long begin = System.nanoTime();
        patience.until(begin + PATIENCE.toNanos());
        try (InputStream in = request.content().inputStream()) {
            var buffer = new byte[1 << 15];
            for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
                count += n;
                if (count > largest) {
                    throw tooLarge(largest);
                }
                to.write(buffer, 0, n);
                long seconds = PATIENCE.toSeconds() + count / SLOWEST_BYTES_PER_SECOND;
                patience.until(begin + seconds * 1_000_000_000);
            }
            return count;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } finally {
            patience.over();
        }
    }

    private static Problem tooLarge(long largest) {
        return Problem.of(
                413, "too-large", "The request body is limited to %,d bytes.".formatted(largest));
    }
}
