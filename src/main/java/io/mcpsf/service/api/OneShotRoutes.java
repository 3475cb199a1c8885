package io.mcpsf.service.api;

import io.mcpsf.run.code.CodeSession;
import io.mcpsf.service.access.Role;
import io.mcpsf.service.session.HeldSession;
import io.mcpsf.service.session.SessionDesk;

import tools.jackson.databind.JsonNode;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Code that is run once: in a session of its own, which ends with it. */
final class OneShotRoutes {

    private final SessionDesk desk;

    OneShotRoutes(SessionDesk desk) {
        this.desk = desk;
    }

    List<Route> routes() {
        return List.of(
                Route.of("executeOnce", "POST /api/v1/executions", Role.SUBMITTER, this::execute));
    }

    private ApiResponse execute(ApiRequest ask) throws InterruptedException {
        JsonNode body =
                SessionRoutes.body(
                        ask, Set.of("code", "language", "env", "timeoutSeconds", "hosts"));
        CodeSession.Code run = SessionRoutes.code(body);
        var wish =
                new SessionDesk.Wish(
                        Map.of(), Map.of(), Duration.ZERO, SessionRoutes.hosts(body, "hosts"));
        HeldSession one = SessionProblems.told(() -> desk.open(ask.who(), wish));
        if (SessionRoutes.live(ask)) {
            return SessionRoutes.flowing(one, run, () -> desk.close(one));
        }
        try {
            return SessionRoutes.whole(one, run);
        } finally {
            desk.close(one);
        }
    }
}
