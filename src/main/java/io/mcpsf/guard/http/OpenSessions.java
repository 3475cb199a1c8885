package io.mcpsf.guard.http;

import io.mcpsf.json.Json;
import io.mcpsf.mcp.Reading;
import io.mcpsf.mcp.RelayedLine;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/** The sessions of all clients, within a bound; those that nobody uses any more are ended. */
final class OpenSessions {

    /** Where each is a sandbox of its own. */
    static final int MOST = 8;

    /** A client that is away for longer has to begin anew. */
    private static final Duration IDLE = Duration.ofMinutes(30);

    private final int most;
    private final Supplier<ClientSession> opener;
    private final Map<String, ClientSession> sessions = new LinkedHashMap<>();
    private final List<ClientSession> shared = new ArrayList<>();

    OpenSessions(int most, Supplier<ClientSession> opener) {
        this.most = most;
        this.opener = opener;
    }

    synchronized Optional<ClientSession> find(String id) {
        sweep();
        return Optional.ofNullable(sessions.get(id));
    }

    /** Another one, unless there are too many. */
    synchronized Optional<ClientSession> open() {
        sweep();
        if (sessions.size() + shared.size() >= most) {
            return Optional.empty();
        }
        ClientSession session = opener.get();
        sessions.put(session.id(), session);
        return Optional.of(session);
    }

    /**
     * One for requests of the revision without sessions, in which none of these ids is in use:
     * clients that know nothing of each other count alike.
     */
    synchronized Optional<ClientSession> shared(RelayedLine line) {
        sweep();
        Set<String> ids =
                line.messages().stream()
                        .filter(Reading.Request.class::isInstance)
                        .map(message -> Json.text(((Reading.Request) message).id()))
                        .collect(Collectors.toSet());
        for (ClientSession session : shared) {
            if (!session.uses(ids)) {
                return Optional.of(session);
            }
        }
        if (sessions.size() + shared.size() >= most) {
            return Optional.empty();
        }
        ClientSession session = opener.get();
        shared.add(session);
        return Optional.of(session);
    }

    synchronized boolean shares(ClientSession session) {
        return shared.contains(session);
    }

    synchronized void close() {
        sessions.values().forEach(ClientSession::leave);
        shared.forEach(ClientSession::leave);
    }

    synchronized void sweep() {
        for (ClientSession session : sessions.values()) {
            if (session.idle().compareTo(IDLE) > 0) {
                session.leave();
            }
        }
        for (ClientSession session : shared) {
            if (session.idle().compareTo(IDLE) > 0) {
                session.leave();
            }
        }
        sessions.values().removeIf(ClientSession::over);
        shared.removeIf(ClientSession::over);
    }
}
