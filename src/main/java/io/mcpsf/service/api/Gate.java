package io.mcpsf.service.api;

import io.helidon.common.buffers.DataReader;
import io.helidon.http.HeaderNames;
import io.helidon.http.Status;
import io.helidon.webserver.CloseConnectionException;
import io.helidon.webserver.ServerConnectionException;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import io.mcpsf.service.access.AuditLog;
import io.mcpsf.service.access.Principal;
import io.mcpsf.service.access.Rates;
import io.mcpsf.service.job.BadRequestException;
import io.mcpsf.service.storage.StorageException;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.SocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.regex.Pattern;

/**
 * Every request passes here: who is it, may they, not too often; then the route answers, and it is
 * written down. What changes something is written down before it is answered. Whoever is refused
 * without having said who they are is counted by address, whatever they asked for.
 */
final class Gate {

    private static final Logger LOG = Logger.getLogger(Gate.class.getName());
    private static final int FAILURES_PER_MINUTE = 120;

    /** What is done where there is no route: one word, for a stranger chooses the path. */
    private static final String UNKNOWN = "unknown";

    private static final Duration LINGER = Duration.ofSeconds(5);

    /** For a year, and for this host alone: others below its name are none of our business. */
    private static final String STRICTLY = "max-age=31536000";

    private static final Pattern LAST = Pattern.compile("(?i)(^|,)\\s*close\\s*(,|$)");

    private final Route.Table table;
    private final Identification identification;
    private final Rates rates;
    private final AuditLog audit;
    private final Metrics metrics;
    private final StaticFiles files;
    private final SlowClientGuard patience;
    private final Connections connections;
    private final SessionDoor door;
    private final boolean secure;

    /** What it works with. */
    record Parts(
            Identification identification,
            Rates rates,
            AuditLog audit,
            Metrics metrics,
            StaticFiles files,
            SlowClientGuard patience,
            Connections connections,
            SessionDoor door,
            boolean secure) {}

    Gate(List<Route> routes, Parts parts) {
        this.table = new Route.Table(routes);
        this.identification = parts.identification();
        this.rates = parts.rates();
        this.audit = parts.audit();
        this.metrics = parts.metrics();
        this.files = parts.files();
        this.patience = parts.patience();
        this.connections = parts.connections();
        this.door = parts.door();
        this.secure = parts.secure();
    }

    void handle(ServerRequest request, ServerResponse response) throws InterruptedException {
        long begin = System.nanoTime();
        String path = request.path().rawPath();
        String method = request.prologue().method().text();
        var log = new Entry(request);
        connections.begins(log.peer);
        ApiResponse reply;
        try {
            reply = answered(request, method, path, log);
        } catch (Problem e) {
            reply = refusal(e, log).reply();
        } catch (BadRequestException e) {
            reply = Problem.badRequest(String.valueOf(e.getMessage())).reply();
        } catch (StorageException e) {
            LOG.log(Level.WARNING, "storage: {0}", e.getMessage());
            reply =
                    e.passing()
                            ? Problem.of(503, "unavailable", "The database does not respond.")
                                    .reply()
                            : ourFault(e);
        } catch (UncheckedIOException
                | ServerConnectionException
                | DataReader.InsufficientDataAvailableException e) {
            // The client went away or fell silent in the middle of its body.
            reply = Problem.of(408, "too-slow", "The request body is incomplete.").reply();
        } catch (IOException | RuntimeException e) {
            // The edge: whatever is broken in us is one answer, and the log has the rest.
            reply = ourFault(e);
        }
        ApiResponse.Body body = reply.body();
        try {
            reply = written(log, reply);
            send(response, reply);
        } catch (RuntimeException e) {
            if (BrokenConnection.in(e)) {
                throw new CloseConnectionException("the connection broke", e);
            }
            throw e;
        } finally {
            connections.waits(log.peer);
            if (body instanceof ApiResponse.Body.Flowing flowing) {
                flowing.whenOver().run();
            }
            metrics.request(log.action, reply.status(), System.nanoTime() - begin);
        }
        if (LAST.matcher(ApiRequest.header(request, "Connection")).find()) {
            // The server by itself says that it closes, and leaves the line open until it is idle.
            readAway(request);
            throw new CloseConnectionException("asked to close");
        }
    }

    /** A line that is closed over unread bytes breaks, and its end may never see the answer. */
    private void readAway(ServerRequest request) {
        boolean waits = !ApiRequest.header(request, "Expect").isEmpty();
        if (waits || !request.content().hasEntity() || request.content().consumed()) {
            return;
        }
        patience.until(System.nanoTime() + LINGER.toNanos());
        try {
            request.content().consume();
        } catch (RuntimeException e) {
            LOG.log(Level.FINE, "the rest of a body did not come", e);
        } finally {
            patience.over();
        }
    }

    /** What is refused to somebody unknown costs them a place in the count of their address. */
    private Problem refusal(Problem problem, Entry log) {
        if (!log.key.equals(Principal.NOBODY) || log.counted) {
            return problem;
        }
        return tooOften(log).orElse(problem);
    }

    private Optional<Problem> tooOften(Entry log) {
        log.counted = true;
        return overRate("from " + Connections.origin(log.peer), FAILURES_PER_MINUTE);
    }

    private ApiResponse answered(ServerRequest request, String method, String path, Entry log)
            throws IOException, InterruptedException {
        List<Route.Match> here = table.at(path);
        if (here.isEmpty()) {
            if (method.equals("GET") && !path.startsWith("/api/")) {
                log.skip = true;
                return files.answer(path, ApiRequest.header(request, "If-None-Match"));
            }
            throw Problem.notFound("Not found.");
        }
        Route.Match match =
                here.stream()
                        .filter(m -> m.route().method().equals(method))
                        .findFirst()
                        .orElseThrow(
                                () ->
                                        Problem.notAllowed(
                                                String.join(
                                                        ", ",
                                                        here.stream()
                                                                .map(m -> m.route().method())
                                                                .toList())));
        Route route = match.route();
        log.of(match);
        if (route.bySession()) {
            identification.refuseStrangers(request, route.changes());
            Principal owner = door.owner(request);
            admit(owner, log);
            return route.handler()
                    .answer(new ApiRequest(request, match.parts(), owner, () -> true, patience));
        }
        if (route.role() == null) {
            identification.refuseStrangers(request, route.changes());
            Optional<Problem> tooOften = route.changes() ? tooOften(log) : Optional.empty();
            if (tooOften.isPresent()) {
                throw tooOften.get();
            }
            return route.handler()
                    .answer(
                            new ApiRequest(
                                    request,
                                    match.parts(),
                                    Identification.NOBODY,
                                    () -> true,
                                    patience));
        }
        Principal who = admitted(request, route, log);
        if (!who.role().reaches(route.role())) {
            throw Problem.forbidden(
                    "This requires a key with the role " + route.role().word() + ".");
        }
        return route.handler()
                .answer(
                        new ApiRequest(
                                request,
                                match.parts(),
                                who,
                                identification.standing(request),
                                patience));
    }

    private Principal admitted(ServerRequest request, Route route, Entry log) {
        Principal who = identification.who(request, route.changes());
        admit(who, log);
        return who;
    }

    private void admit(Principal who, Entry log) {
        log.key = who.keyId();
        log.role = who.role().word();
        Optional<Problem> tooOften = overRate("key " + who.keyId(), who.limits().perMinute());
        if (tooOften.isPresent()) {
            throw tooOften.get();
        }
        // While there are no keys there is nobody else.
        if (!connections.admitted(log.peer, who.isLocal() ? "" : who.keyId())) {
            throw Problem.tooMany("too-many-at-once", 5, "The key has too many open requests.");
        }
    }

    private Optional<Problem> overRate(String name, int perMinute) {
        int seconds = rates.take(name, perMinute);
        return seconds == 0
                ? Optional.empty()
                : Optional.of(
                        Problem.tooMany(
                                "rate-limited",
                                seconds,
                                "Rate limit exceeded: %d requests per minute."
                                        .formatted(perMinute)));
    }

    private static ApiResponse ourFault(Exception e) {
        LOG.log(Level.SEVERE, "a request failed", e);
        return Problem.of(
                        500,
                        "internal",
                        "Internal error; the details are in the log of the service.")
                .reply();
    }

    /** A change that can't be written down is not confirmed. */
    private ApiResponse written(Entry log, ApiResponse reply) throws InterruptedException {
        if (log.skip) {
            return reply;
        }
        var access =
                new AuditLog.Access(
                        log.key, log.role, log.from, log.action, log.resource, reply.status());
        var writing = audit.add(access);
        if (log.changes && reply.status() < 400) {
            try {
                writing.get(20, TimeUnit.SECONDS);
            } catch (ExecutionException | TimeoutException e) {
                return Problem.of(503, "unavailable", "The audit log could not be written.")
                        .reply();
            }
        }
        return reply;
    }

    private void send(ServerResponse response, ApiResponse reply) throws InterruptedException {
        response.status(Status.create(reply.status()));
        boolean dressed = reply.headers().containsKey("Content-Security-Policy");
        for (Map.Entry<String, String> header : reply.headers().entrySet()) {
            response.header(HeaderNames.create(header.getKey()), header.getValue());
        }
        response.header("X-Content-Type-Options", "nosniff");
        response.header("Referrer-Policy", "no-referrer");
        if (secure) {
            response.header("Strict-Transport-Security", STRICTLY);
        }
        response.header("Cross-Origin-Resource-Policy", "same-origin");
        if (!dressed) {
            response.header(
                    "Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'");
        }
        if (!reply.headers().containsKey("Cache-Control")) {
            response.header("Cache-Control", "no-store");
        }
        switch (reply.body()) {
            case ApiResponse.Body.Whole(byte[] bytes) -> {
                patience.until(System.nanoTime() + UnreadGuard.PATIENCE.toNanos());
                try {
                    response.send(bytes);
                } finally {
                    patience.over();
                }
            }
            case ApiResponse.Body.Flowing(ApiResponse.Writer writer, Runnable _) -> {
                try (OutputStream out =
                        new UnreadGuard(response.outputStream(), patience, UnreadGuard.PATIENCE)) {
                    writer.write(out);
                } catch (IOException | UncheckedIOException e) {
                    // Whoever asked is gone.
                    LOG.log(Level.FINE, "an answer was not read to its end", e);
                }
            }
        }
    }

    /** What will be written down about a request. */
    private static final class Entry {
        private final SocketAddress peer;
        private final String from;
        private String key = Principal.NOBODY;
        private String role = "";
        private String action = UNKNOWN;
        private String resource;
        private boolean changes;
        private boolean skip;
        private boolean counted;

        Entry(ServerRequest request) {
            this.peer = request.remotePeer().address();
            this.from = plain(request.remotePeer().host(), 60);
            this.resource =
                    plain(request.prologue().method().text() + " " + request.path().rawPath(), 120);
        }

        void of(Route.Match match) {
            action = match.route().operation();
            resource = plain(String.join(" ", match.parts().values()), 120);
            changes = match.route().changes();
            // Machines ask these all day, and they tell nothing about anybody.
            skip = List.of("health", "ready", "openapi").contains(action);
        }

        private static String plain(String hostile, int longest) {
            String ascii = hostile.replaceAll("[^ -~]", "?");
            return ascii.length() <= longest ? ascii : ascii.substring(0, longest);
        }
    }
}
