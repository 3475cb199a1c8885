package io.mcpsf.boundary;

import io.mcpsf.boundary.capture.CaptureFile;
import io.mcpsf.boundary.dns.Existence;
import io.mcpsf.boundary.dns.NameBook;
import io.mcpsf.boundary.dns.Zone;
import io.mcpsf.boundary.internet.Internet;
import io.mcpsf.boundary.service.SampleData;
import io.mcpsf.boundary.tls.Terminator;
import io.mcpsf.linux.AnyAddressUdp;
import io.mcpsf.linux.NetworkNamespace;
import io.mcpsf.linux.PacketRing;
import io.mcpsf.linux.TransparentSocket;
import io.mcpsf.model.NetworkObservation.EgressRefused;
import io.mcpsf.model.Sense;
import io.mcpsf.model.SenseHealth;
import io.mcpsf.model.Sink;
import io.mcpsf.os.Cleanup;

import java.io.IOException;
import java.net.InetAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Clock;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/**
 * The fake internet of one assessment. A sandbox joins {@link #namespace}; whatever it sends ends
 * here, is told to the sink and searched for bait, and gets a plausible answer. Nothing leads from
 * there to anywhere else; what policy allows, we fetch ourselves. After close nothing is left but
 * the files in the folder.
 */
public final class Boundary implements AutoCloseable {

    private static final int RING_BLOCKS = 16;
    private static final int BACKLOG = 1024;
    private static final long SETTLE_NANOS = 250_000_000L;
    private static final int CALM = 3;

    /** Where systems have it whose git reads another bundle than the one that we show. */
    private static final Path OTHER_BUNDLES = Path.of("/etc/pki/tls");

    private final Path folder;
    private final Wires wires;
    private final Lan lan;
    private final Cleanup undo;
    private final Witness witness;
    private final BooleanSupplier settled;
    private final AtomicReference<EgressPolicy> policy;
    private final AtomicReference<NetworkFault> networkFault;

    private Boundary(
            Path folder,
            Wires wires,
            Lan lan,
            Cleanup undo,
            Witness witness,
            BooleanSupplier settled,
            AtomicReference<EgressPolicy> policy,
            AtomicReference<NetworkFault> networkFault) {
        this.folder = folder;
        this.wires = wires;
        this.lan = lan;
        this.undo = undo;
        this.witness = witness;
        this.settled = settled;
        this.policy = policy;
        this.networkFault = networkFault;
    }

    /** Builds everything and listens, or throws and leaves nothing behind. */
    public static Boundary open(BoundarySpec spec, Backbone backbone, Sink sink)
            throws InterruptedException {
        var witness = new Witness(sink, spec.options().owners(), spec.secrets().finder());
        var policy = new AtomicReference<>(spec.options().policy());
        Lan drawn = backbone.nextLan();
        // Where real hosts are reached, these say themselves which ports they have.
        Lan lan = policy.get().admission().refusing() ? drawn.withAllDoors() : drawn;
        try (var undo = new Cleanup()) {
            var file =
                    new CaptureFile(
                            spec.folder().resolve("traffic.pcapng"), spec.options().captureBytes());
            undo.add(file::close);
            // Made while the kernel lays the wires, which takes longer than anything else here.
            var answering =
                    new FutureTask<>(
                            () -> {
                                trust(spec.folder(), backbone);
                                return services(spec, backbone, witness, policy, file, lan);
                            });
            Thread beside = Thread.ofPlatform().name("boundary-services").start(answering);
            undo.add(beside::join);
            Wires wires = Wires.lay(backbone.nextId());
            undo.add(wires::close);
            // A server in use finds on its own machine what is there, and nothing of ours.
            boolean alone = !policy.get().admission().refusing();
            LinkBounds bounds = spec.options().policy().bounds();
            Ends ends = connect(wires, spec.folder(), lan, bounds, alone);
            Services services = answering.get();
            undo.add(() -> services.web().har().write(spec.folder().resolve("traffic.har")));
            Clock clock = backbone.clock();
            BooleanSupplier settled =
                    start(
                            undo,
                            wires,
                            ends.far(),
                            file,
                            services,
                            clock,
                            spec.options().announcing());
            Services local = services.local(clock);
            for (ServerSocketChannel listener : ends.near().listeners()) {
                undo.add(new TcpService(listener, local, clock, false)::close);
            }
            return new Boundary(
                    spec.folder(),
                    wires,
                    lan,
                    undo.release(),
                    witness,
                    settled,
                    policy,
                    services.networkFault());
        } catch (IOException e) {
            throw new BoundaryException("cannot open the boundary in " + spec.folder(), e);
        } catch (ExecutionException e) {
            throw new BoundaryException("cannot open the boundary in " + spec.folder(), e);
        }
    }

    /**
     * Gives the wires their ends; {@code alone} with fake services on the near one. The memory for
     * their frames is made at the same time.
     */
    private static Ends connect(Wires wires, Path folder, Lan lan, LinkBounds bounds, boolean alone)
            throws InterruptedException, ExecutionException {
        Future<Sockets> opening = new NetworkNamespace(wires.far()).beside(Sockets::open);
        try (var half = new Cleanup()) {
            half.add(() -> opening.get().close());
            wires.connect(folder, lan, bounds);
            LocalPorts local =
                    new NetworkNamespace(wires.near())
                            .inside(
                                    () -> {
                                        Lan.letPing();
                                        return alone ? LocalPorts.open() : LocalPorts.none();
                                    });
            half.add(local::close);
            Sockets sockets = opening.get();
            sockets.ring.begin();
            half.release();
            return new Ends(sockets, local);
        }
    }

    /** What makes the sandbox's programs believe our certificates. */
    private static void trust(Path folder, Backbone backbone) throws IOException {
        Files.writeString(
                folder.resolve("ca-bundle.pem"),
                backbone.systemCertificates() + backbone.authority().pem());
        Files.write(folder.resolve("cacerts"), JavaTrust.with(backbone.authority().der()));
    }

    /** Removes the namespaces that dead processes left behind; returns how many. */
    public static int sweep() {
        return Wires.sweep();
    }

    /** The network namespace for the sandbox to join. */
    public Path namespace() {
        return wires.near();
    }

    /** The resolver that belongs in the sandbox's resolv.conf. */
    public InetAddress resolver() {
        return lan.resolver();
    }

    /** The system's certificates and our authority's, to be shown in the sandbox's own place. */
    public Path bundle() {
        return folder.resolve("ca-bundle.pem");
    }

    /** The same for Java, which reads no bundle. */
    public Path javaStore() {
        return folder.resolve("cacerts");
    }

    /** The places inside where the Java store belongs. */
    public static Set<Path> javaStores() {
        return JavaTrust.places();
    }

    /** What the usual clients need in their environment to trust the bundle at a path inside. */
    public static Map<String, String> environment(String bundleInside) {
        var env = new HashMap<String, String>();
        // What a company sets that reads its own traffic: three variables, for what looks elsewhere
        // than in the system's bundle (Node.js, and clients that bring certificates of their own).
        for (String name : List.of("NODE_EXTRA_CA_CERTS", "SSL_CERT_FILE", "REQUESTS_CA_BUNDLE")) {
            env.put(name, bundleInside);
        }
        if (Files.isDirectory(OTHER_BUNDLES)) {
            env.put("GIT_SSL_CAINFO", bundleInside);
        }
        return env;
    }

    /** From now on this may leave. */
    public void permit(EgressPolicy next) {
        policy.set(next);
    }

    /**
     * From now on new connections, questions and requests meet this; what is under way goes on.
     * Each that fails for it is told as {@code ContactFailed}.
     */
    public void networkFault(NetworkFault next) throws InterruptedException {
        NetworkFault before = networkFault.getAndSet(next);
        if ((before == NetworkFault.REFUSED) != (next == NetworkFault.REFUSED)) {
            wires.refuse(next == NetworkFault.REFUSED);
        }
    }

    /**
     * Tells what is still on its way and the counts gathered so far: to be called before a phase or
     * a tool call ends. Without traffic it takes no time.
     */
    public void flush() {
        long deadline = System.nanoTime() + SETTLE_NANOS;
        // A few times in a row: between the kernel and our threads things are on their way, unseen.
        for (int calm = settled.getAsBoolean() ? CALM : 0;
                calm < CALM && System.nanoTime() - deadline < 0; ) {
            LockSupport.parkNanos(1_000_000);
            calm = settled.getAsBoolean() ? calm + 1 : 0;
        }
        witness.flush();
    }

    /** Takes everything down and finishes the files. Twice is harmless. */
    @Override
    public void close() {
        undo.close();
        witness.flush();
    }

    /** The account of the network sense; final after {@link #close}. */
    public Map<Sense, SenseHealth> health() {
        return Map.of(Sense.NETWORK, witness.health());
    }

    /** All that answers, without the namespaces: what the bench compares with. */
    static Services services(
            BoundarySpec spec,
            Backbone backbone,
            Witness witness,
            AtomicReference<EgressPolicy> policy,
            CaptureFile file,
            Lan lan) {
        var book = new NameBook(backbone.nextTag());
        var values = new HashMap<>(spec.secrets().values());
        values.put("machine.address", lan.machine().address());
        return new Services(
                witness,
                new Services.Names(
                        new Zone(new Existence(spec.options().known()), book),
                        book,
                        lan.resolver()),
                new Terminator(backbone.authority(), file::key),
                new Services.Web(
                        new Internet(
                                values,
                                backbone.clock(),
                                backbone::nextTag,
                                spec.options().expected(),
                                spec.options().hostilePeers()),
                        backbone.forwarder(),
                        new HarFile(backbone.clock()),
                        spec.options().answers()),
                new SampleData(new SecureRandom()),
                policy::get,
                ConcurrentHashMap.newKeySet(),
                new AtomicReference<>(NetworkFault.NONE));
    }

    /** Starts all services; returns what tells whether they are done with all that came. */
    private static BooleanSupplier start(
            Cleanup undo,
            Wires wires,
            Sockets sockets,
            CaptureFile file,
            Services services,
            Clock clock,
            boolean announcing) {
        var capture = new Capture(sockets.ring, file, services, clock);
        undo.add(
                () -> {
                    capture.close();
                    if (capture.flooded()) {
                        tellStopped(wires, services.witness(), clock);
                    }
                });
        var names = new UdpService(sockets.names, services, clock);
        undo.add(names::close);
        var connections = new TcpService(sockets.connections, services, clock, announcing);
        undo.add(connections::close);
        // Runs first: the longest part of the end is waiting for the kernel to take it all down.
        undo.add(
                () -> {
                    if (!capture.flooded()) {
                        wires.cutSoon();
                    }
                });
        return () -> capture.settled() && connections.settled();
    }

    private static void tellStopped(Wires wires, Witness witness, Clock clock)
            throws InterruptedException {
        var flow = new Flow("any", "", 0, "", 0, clock.instant());
        for (String stopped : wires.stopped()) {
            witness.saw(
                    flow,
                    new EgressRefused(
                            stopped.substring(0, stopped.indexOf(' ')),
                            "any",
                            stopped.substring(stopped.indexOf(' ') + 1)
                                    + " packets above the rate limit were dropped"));
        }
    }

    /** What listens on our side of the wire, and what on the sandbox's. */
    private record Ends(Sockets far, LocalPorts near) {}

    /** What listens in the far namespace; each is closed by its service once that runs. */
    private record Sockets(PacketRing ring, AnyAddressUdp names, ServerSocketChannel connections) {

        void close() throws IOException {
            connections.close();
            names.close();
            ring.close();
        }

        static Sockets open() throws IOException {
            try (var half = new Cleanup()) {
                PacketRing ring = PacketRing.open(Lan.FAR_END, RING_BLOCKS);
                half.add(ring::close);
                AnyAddressUdp names = AnyAddressUdp.bind(53, UdpService.MAX_BYTES);
                half.add(names::close);
                var sockets =
                        new Sockets(ring, names, TransparentSocket.listen(Lan.PROXY_PORT, BACKLOG));
                half.release();
                return sockets;
            }
        }
    }
}
