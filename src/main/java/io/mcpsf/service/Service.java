package io.mcpsf.service;

import io.mcpsf.json.Json;
import io.mcpsf.policy.MergedPolicy;
import io.mcpsf.policy.PolicyLayer;
import io.mcpsf.service.access.AuditLog;
import io.mcpsf.service.access.Keys;
import io.mcpsf.service.access.Principal;
import io.mcpsf.service.api.Api;
import io.mcpsf.service.job.CaseFiles;
import io.mcpsf.service.job.EventHub;
import io.mcpsf.service.job.EventLog;
import io.mcpsf.service.job.Jobs;
import io.mcpsf.service.job.Knowledge;
import io.mcpsf.service.job.SourcePolicy;
import io.mcpsf.service.session.Approvals;
import io.mcpsf.service.session.ExecutionArchive;
import io.mcpsf.service.session.SessionDesk;
import io.mcpsf.service.session.SnapshotStore;
import io.mcpsf.service.worker.Runner;

import tools.jackson.databind.JsonNode;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.List;
import java.util.logging.Logger;

/** The whole service: the API, its workers, and what keeps them in order. */
public final class Service implements AutoCloseable {

    private static final Logger LOG = Logger.getLogger(Service.class.getName());

    private final Foundation foundation;
    private final AuditLog audit;
    private final EventHub hub;
    private final Workshop workshop;
    private final SessionDesk sessions;
    private final Api api;

    /** Listening elsewhere than on loopback takes a key. */
    public static final class NeedsKeyException extends RuntimeException {
        NeedsKeyException(String host) {
            super("refusing to listen on " + host + " without an API key");
        }
    }

    /** The foundation stays the caller's to close. */
    public Service(
            Foundation foundation,
            Runner runner,
            Api.Settings settings,
            SourcePolicy policy,
            Workshop.Manner manner) {
        this(foundation, runner, settings, policy, manner, Sessions.none());
    }

    /** How sessions are run here, and within what policy and bounds. */
    public record Sessions(
            SessionDesk.Rooms rooms, SessionDesk.Setup setup, SessionDesk.Bounds bounds) {

        public static Sessions none() {
            return new Sessions(
                    SessionDesk.Rooms.none(),
                    SessionDesk.Setup.of(MergedPolicy.of(List.of(PolicyLayer.execution()))),
                    SessionDesk.Bounds.usual());
        }
    }

    /** With sessions. */
    public Service(
            Foundation foundation,
            Runner runner,
            Api.Settings settings,
            SourcePolicy policy,
            Workshop.Manner manner,
            Sessions sessions) {
        Keys keys = foundation.keys();
        if (!isLoopback(settings.host()) && !keys.any()) {
            throw new NeedsKeyException(settings.host());
        }
        this.foundation = foundation;
        this.audit =
                new AuditLog(
                        foundation.database(),
                        foundation.place().master(),
                        foundation.auditPin(),
                        foundation.clock(),
                        LOG::warning);
        this.hub = new EventHub(foundation.database(), new EventLog(foundation.database()));
        this.workshop = new Workshop(foundation, runner, manner);
        Jobs jobs = foundation.jobs(workshop::wake);
        var archive =
                new ExecutionArchive(foundation.database(), foundation.blobs(), foundation.ids());
        this.sessions =
                new SessionDesk(
                        new SessionDesk.Means(
                                sessions.rooms(),
                                sessions.setup(),
                                archive,
                                new SnapshotStore(
                                        foundation.database(),
                                        foundation.blobs(),
                                        foundation.ids()),
                                new Approvals(foundation.ids(), sessions.setup().approval()),
                                this::restored,
                                who -> who.isLocal() ? !keys.any() : keys.opens(who.keyId()),
                                foundation.place().data().resolve("sessions"),
                                foundation.ids()),
                        sessions.bounds());
        this.api =
                new Api(
                        new Api.House(
                                foundation.database(),
                                keys,
                                audit,
                                jobs,
                                foundation.uploads(),
                                new CaseFiles(foundation.database(), foundation.blobs()),
                                foundation.erasure(),
                                hub,
                                new Knowledge(foundation.database(), foundation.clock()),
                                workshop.attendance(),
                                workshop::warm,
                                policy,
                                this.sessions,
                                archive),
                        settings,
                        foundation.clock());
    }

    /** Personal data was put back in a session: one entry, with where to and what for. */
    private void restored(Principal who, String session, String line) {
        JsonNode said = Json.read(line);
        String resource =
                "%s to %s for %s %s"
                        .formatted(
                                session,
                                Json.text(said, "to"),
                                Json.text(said, "purpose"),
                                Json.text(said.path("kinds")));
        try {
            var _ =
                    audit.add(
                            new AuditLog.Access(
                                    who.keyId(),
                                    who.role().word(),
                                    "session",
                                    "restorePersonalData",
                                    resource.replaceAll("[^ -~]", "?"),
                                    200));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    public Service start() {
        audit.start();
        hub.start();
        workshop.start();
        sessions.start();
        api.start();
        return this;
    }

    public int port() {
        return api.port();
    }

    /** Whether only this machine can reach it. */
    static boolean isLoopback(String host) {
        try {
            return InetAddress.getByName(host).isLoopbackAddress();
        } catch (UnknownHostException e) {
            return false;
        }
    }

    /** Jobs that run get so long to end; what is left goes back to the queue. */
    public void close(Duration patience) {
        api.announceEnd();
        sessions.close();
        workshop.close(patience);
        api.close();
        audit.close();
    }

    @Override
    public void close() {
        close(Duration.ZERO);
    }

    Foundation foundation() {
        return foundation;
    }
}
