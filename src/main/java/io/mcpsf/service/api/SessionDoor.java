package io.mcpsf.service.api;

import io.helidon.webserver.http.ServerRequest;
import io.mcpsf.service.access.Principal;
import io.mcpsf.service.session.HeldSession;
import io.mcpsf.service.session.SessionDesk;

import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Who works in a session without a key: whoever has the word that was told at its opening. The
 * session is named by a header or, where each has a host name of its own, by that: {@code
 * PORT-ID.domain}.
 */
final class SessionDoor {

    private static final Pattern HOST = Pattern.compile("[0-9]{1,5}-([0-9a-z]{26})\\..*");

    private final SessionDesk desk;

    SessionDoor(SessionDesk desk) {
        this.desk = desk;
    }

    Principal owner(ServerRequest request) {
        return session(name -> ApiRequest.header(request, name)).owner();
    }

    HeldSession session(ApiRequest ask) {
        return session(ask::header);
    }

    private HeldSession session(Function<String, String> header) {
        Optional<HeldSession> one = named(header);
        String token = header.apply("X-Access-Token");
        // Calls about contexts carry the word under this name alone.
        String word = token.isEmpty() ? header.apply("E2B-Traffic-Access-Token") : token;
        return one.filter(session -> session.opens(word)).orElseThrow(Problem::unauthorized);
    }

    /** The session that is asked about, whoever asks; empty when it is over. */
    Optional<HeldSession> named(Function<String, String> header) {
        return desk.find(id(header));
    }

    /** Whether a session is named at all. */
    static boolean names(Function<String, String> header) {
        return !id(header).isEmpty();
    }

    private static String id(Function<String, String> header) {
        String id = header.apply("E2b-Sandbox-Id");
        if (!id.isEmpty()) {
            return id;
        }
        Matcher host = HOST.matcher(header.apply("Host"));
        return host.matches() ? host.group(1) : "";
    }
}
