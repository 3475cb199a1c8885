package io.mcpsf.service.api;

import com.sun.management.UnixOperatingSystemMXBean;

import io.helidon.common.socket.SocketOptions;
import io.helidon.common.tls.Tls;
import io.helidon.http.encoding.ContentEncodingContext;
import io.helidon.webserver.WebServer;
import io.helidon.webserver.WebServerConfig;
import io.helidon.webserver.http.HttpRouting;
import io.helidon.webserver.http1.Http1Config;
import io.mcpsf.os.Scratch;
import io.mcpsf.service.access.AuditLog;
import io.mcpsf.service.access.Keys;
import io.mcpsf.service.access.Rates;
import io.mcpsf.service.job.CaseFiles;
import io.mcpsf.service.job.Erasure;
import io.mcpsf.service.job.EventHub;
import io.mcpsf.service.job.Jobs;
import io.mcpsf.service.job.Knowledge;
import io.mcpsf.service.job.SourcePolicy;
import io.mcpsf.service.job.Uploads;
import io.mcpsf.service.session.ExecutionArchive;
import io.mcpsf.service.session.SessionDesk;
import io.mcpsf.service.storage.Database;
import io.mcpsf.service.worker.WorkerRegistry;

import tools.jackson.databind.node.ObjectNode;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.IntSupplier;

/** The HTTP server: one gate before one table of routes. */
public final class Api implements AutoCloseable {

    /** Two words of 200 characters that take twelve bytes each in an address, and some. */
    private static final int LONGEST_ADDRESS = 32 << 10;

    /**
     * How much of a body that is too large is still read: whoever is hung up on while sending sees
     * a broken line and not the answer that says why.
     */
    private static final long READ_AWAY = 16 << 20;

    private final WebServer server;
    private final EventHub hub;
    private final SlowClientGuard patience = new SlowClientGuard();
    private final Connections connections = new Connections(Connections.Bounds.usual(mostFiles()));
    private volatile boolean open = true;

    /** What is behind the routes. */
    public record House(
            Database database,
            Keys keys,
            AuditLog audit,
            Jobs jobs,
            Uploads uploads,
            CaseFiles files,
            Erasure erasure,
            EventHub hub,
            Knowledge knowledge,
            WorkerRegistry attendance,
            IntSupplier warm,
            SourcePolicy policy,
            SessionDesk sessions,
            ExecutionArchive executions) {}

    /** Where it listens and by what rules; detectors are those that a job may select. */
    public record Settings(
            String host,
            int port,
            Optional<TlsFiles> tls,
            String approval,
            long uploadBytes,
            Path scratch,
            String version,
            boolean encrypted,
            String storage,
            Set<String> detectors) {}

    public Api(House house, Settings settings, InstantSource clock) {
        this.hub = house.hub();
        Scratch.sweep(settings.scratch());
        var metrics = new Metrics(house.database(), house.attendance(), house.warm());
        List<Route> routes = new ArrayList<>(routes(house, settings, clock, metrics, () -> open));
        var door = new SessionDoor(house.sessions());
        routes.addAll(foreign(house, settings, door));
        var gate =
                new Gate(
                        routes,
                        new Gate.Parts(
                                new Identification(house.keys()),
                                new Rates(System::nanoTime),
                                house.audit(),
                                metrics,
                                new StaticFiles(),
                                patience,
                                connections,
                                door,
                                settings.tls().isPresent()));
        WebServerConfig.Builder config =
                WebServer.builder()
                        .host(settings.host())
                        .port(settings.port())
                        .shutdownHook(false)
                        // No bound of the server's own: at it, nobody at all is let in.
                        .maxTcpConnections(-1)
                        .maxPayloadSize(settings.uploadBytes() + READ_AWAY)
                        .shutdownGracePeriod(Duration.ofMillis(500))
                        .idleConnectionTimeout(Duration.ofSeconds(30))
                        // Whoever sends nothing for so long is not waited for.
                        .connectionOptions(
                                new WatchedSockets(
                                        SocketOptions.builder()
                                                .readTimeout(Duration.ofSeconds(20))
                                                .connectTimeout(Duration.ofSeconds(10))
                                                .tcpNoDelay(true)
                                                .socketReuseAddress(true)
                                                .build(),
                                        connections))
                        .addProtocol(
                                Http1Config.builder()
                                        .maxPrologueLength(LONGEST_ADDRESS)
                                        .maxHeadersSize(LONGEST_ADDRESS)
                                        .build())
                        .contentEncoding(
                                ContentEncodingContext.builder()
                                        .contentEncodingsDiscoverServices(false)
                                        .addContentEncoding(new BodyEncoding())
                                        .build())
                        .routing(HttpRouting.builder().any(gate::handle));
        settings.tls()
                .ifPresent(files -> config.tls(Tls.builder().sslContext(files.context()).build()));
        this.server = config.build();
    }

    private static long mostFiles() {
        return ManagementFactory.getOperatingSystemMXBean()
                        instanceof UnixOperatingSystemMXBean system
                ? system.getMaxFileDescriptorCount()
                : Integer.MAX_VALUE;
    }

    static List<Route> routes(
            House house,
            Settings settings,
            InstantSource clock,
            Metrics metrics,
            BooleanSupplier open) {
        var rules =
                new SubmitRoutes.Rules(
                        settings.approval(),
                        settings.uploadBytes(),
                        settings.scratch(),
                        settings.detectors());
        ObjectNode shown =
                MachineRoutes.settings(settings.version(), rules)
                        .put("localSources", !house.policy().allowed().folders().isEmpty())
                        .put("privateTargets", house.policy().allowed().privateTargets())
                        .put("encrypted", settings.encrypted())
                        .put(
                                "database",
                                house.database()
                                        .dialect()
                                        .name()
                                        .toLowerCase(java.util.Locale.ROOT))
                        .put("storage", settings.storage());
        var routes = new ArrayList<Route>();
        routes.addAll(
                new SubmitRoutes(house.jobs(), house.uploads(), house.keys(), house.policy(), rules)
                        .routes());
        routes.addAll(
                new ScanRoutes(house.jobs(), house.keys(), house.policy(), settings.approval())
                        .routes());
        routes.addAll(new JobRoutes(house.jobs(), house.keys(), house.erasure()).routes());
        routes.addAll(new CaseRoutes(house.jobs(), house.files()).routes());
        routes.addAll(new EventRoutes(house.jobs(), house.hub(), metrics.streams()).routes());
        routes.addAll(new KnowledgeRoutes(house.knowledge()).routes());
        routes.addAll(new SessionRoutes(house.sessions(), settings.uploadBytes()).routes());
        routes.addAll(new OneShotRoutes(house.sessions()).routes());
        routes.addAll(new SnapshotRoutes(house.sessions(), house.erasure()).routes());
        routes.addAll(new ApprovalRoutes(house.sessions().approvals()).routes());
        routes.addAll(new ExecutionRoutes(house.executions()).routes());
        routes.addAll(
                new AccessRoutes(
                                house.keys(),
                                house.erasure(),
                                house.jobs(),
                                house.sessions()::closeAll,
                                clock,
                                settings.tls().isPresent())
                        .routes());
        routes.addAll(
                new MachineRoutes(
                                house.database(),
                                house.attendance(),
                                house.warm(),
                                house.audit(),
                                metrics,
                                shown,
                                new SessionDoor(house.sessions()),
                                open)
                        .routes());
        return routes;
    }

    /** What others have specified: the protocol of E2B. It is not in our document. */
    private static List<Route> foreign(House house, Settings settings, SessionDoor door) {
        var routes = new ArrayList<Route>();
        routes.addAll(new SandboxRoutes(house.sessions()).routes());
        routes.addAll(new EnvdProcessRoutes(door::session).routes());
        routes.addAll(new EnvdFileRoutes(door::session, settings.uploadBytes()).routes());
        routes.addAll(new InterpreterRoutes(door::session).routes());
        return routes;
    }

    public Api start() {
        patience.start();
        connections.start();
        server.start();
        if (!server.isRunning()) {
            // It logs why, and throws nothing.
            throw new UncheckedIOException(new IOException("the port could not be opened"));
        }
        return this;
    }

    public int port() {
        return server.port();
    }

    /** Says that it is not ready any more; requests are still answered. */
    public void announceEnd() {
        open = false;
    }

    @Override
    public void close() {
        open = false;
        hub.close();
        server.stop();
        connections.close();
        patience.close();
    }
}
