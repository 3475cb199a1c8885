package io.mcpsf.service.api;

import io.mcpsf.policy.MergedPolicy;
import io.mcpsf.policy.PolicyLayer;
import io.mcpsf.service.TestService;
import io.mcpsf.service.access.AuditLog;
import io.mcpsf.service.job.CaseFiles;
import io.mcpsf.service.job.EventHub;
import io.mcpsf.service.job.EventLog;
import io.mcpsf.service.job.Knowledge;
import io.mcpsf.service.job.SourcePolicy;
import io.mcpsf.service.session.Approvals;
import io.mcpsf.service.session.ExecutionArchive;
import io.mcpsf.service.session.SessionDesk;
import io.mcpsf.service.session.SnapshotStore;
import io.mcpsf.service.worker.WorkerRegistry;

import java.net.InetAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** The table of routes, for tests that walk it. */
final class Routes {

    private Routes() {}

    static List<Route> all(TestService service) {
        var f = service.foundation();
        var attendance = new WorkerRegistry(f.database(), "h", "v");
        var house =
                new Api.House(
                        f.database(),
                        f.keys(),
                        new AuditLog(
                                f.database(), f.place().master(), f.auditPin(), f.clock(), _ -> {}),
                        f.jobs(),
                        f.uploads(),
                        new CaseFiles(f.database(), f.blobs()),
                        f.erasure(),
                        new EventHub(f.database(), new EventLog(f.database())),
                        new Knowledge(f.database(), f.clock()),
                        attendance,
                        () -> 0,
                        new SourcePolicy(SourcePolicy.Allowed.nothing(), InetAddress::getAllByName),
                        new SessionDesk(
                                new SessionDesk.Means(
                                        SessionDesk.Rooms.none(),
                                        SessionDesk.Setup.of(
                                                MergedPolicy.of(List.of(PolicyLayer.execution()))),
                                        new ExecutionArchive(f.database(), f.blobs(), f.ids()),
                                        new SnapshotStore(f.database(), f.blobs(), f.ids()),
                                        new Approvals(f.ids(), Duration.ZERO),
                                        (_, _, _) -> {},
                                        _ -> true,
                                        Path.of("."),
                                        f.ids()),
                                SessionDesk.Bounds.usual()),
                        new ExecutionArchive(f.database(), f.blobs(), f.ids()));
        var settings =
                new Api.Settings(
                        "127.0.0.1",
                        0,
                        Optional.empty(),
                        "never",
                        1,
                        Path.of("."),
                        "v",
                        false,
                        "files",
                        Set.of());
        return Api.routes(
                house,
                settings,
                f.clock(),
                new Metrics(f.database(), attendance, () -> 0),
                () -> true);
    }
}
