package io.mcpsf.boundary;

import io.mcpsf.linux.NetworkNamespace;
import io.mcpsf.model.NetworkObservation.FlowOpened;
import io.mcpsf.model.Sink;
import io.mcpsf.os.Cleanup;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A network in which exactly the named doors exist. It has no wire: its loopback holds the
 * addresses of the scope, and behind each door that is really open we listen and dial the real one
 * ourselves. Whatever else is tried meets a kernel that knows no way, so that no packet can leave.
 * A closed door is closed here too.
 */
public final class ScopedNetwork implements AutoCloseable {

    private static final Duration KNOCK = Duration.ofSeconds(3);
    private static final Duration DIAL = Duration.ofSeconds(5);
    private static final int KNOCKS_AT_ONCE = 32;
    private static final int BACKLOG = 64;
    private static final int CHUNK = 16 << 10;

    private final Wires wires;
    private final Cleanup undo = new Cleanup();
    private final Set<Door> open = new LinkedHashSet<>();
    private final Pace starts;
    private final Pace bytes;
    private final Semaphore places;
    private final Sink sink;
    private final List<SecretPlace> secrets;
    private final AtomicLong connections = new AtomicLong();
    private final AtomicLong failed = new AtomicLong();
    private final Set<Socket> live = ConcurrentHashMap.newKeySet();
    private final ExecutorService carriers = Executors.newVirtualThreadPerTaskExecutor();

    /** One port of one address. */
    public record Door(InetAddress address, int port) {}

    /** How much may go through: connections at once, new ones and bytes each second. */
    public record Bounds(int atOnce, int perSecond, long bytesPerSecond) {}

    private ScopedNetwork(Wires wires, Bounds bounds, Sink sink, List<SecretPlace> secrets) {
        this.wires = wires;
        this.secrets = List.copyOf(secrets);
        this.sink = sink;
        this.starts = new Pace(bounds.perSecond());
        this.bytes = new Pace(bounds.bytesPerSecond());
        this.places = new Semaphore(bounds.atOnce());
    }

    public static ScopedNetwork open(Set<Door> doors, Bounds bounds, Sink sink)
            throws InterruptedException, IOException {
        return open(doors, bounds, sink, List.of());
    }

    /**
     * Knocks at every door once, and listens where somebody answered. Stand-ins become secrets on
     * their way to a door, where nobody has encrypted them, and secrets that come back stand-ins.
     */
    public static ScopedNetwork open(
            Set<Door> doors, Bounds bounds, Sink sink, List<SecretPlace> secrets)
            throws InterruptedException, IOException {
        byte[] id = new byte[5];
        ThreadLocalRandom.current().nextBytes(id);
        Wires wires = Wires.none(HexFormat.of().formatHex(id));
        var network = new ScopedNetwork(wires, bounds, sink, secrets);
        try (var half = new Cleanup()) {
            half.add(network::close);
            network.wires.answerTo(
                    doors.stream()
                            .map(Door::address)
                            .filter(address -> !address.isLoopbackAddress())
                            .map(InetAddress::getHostAddress)
                            .distinct()
                            .toList());
            network.open.addAll(network.knock(doors));
            for (Door door : network.open) {
                network.listen(door);
            }
            half.release();
        }
        return network;
    }

    /** The network namespace for the sandbox to join. */
    public Path namespace() {
        return wires.near();
    }

    /** The doors behind which somebody answered. */
    public Set<Door> answering() {
        return Set.copyOf(open);
    }

    /**
     * What a door answers to a few bytes of ours, asked from inside: carried, paced, counted and
     * told like all that a scanner sends. No more than so many bytes; none where nobody answers.
     */
    public byte[] answer(Door door, byte[] question, int most) throws InterruptedException {
        return new NetworkNamespace(wires.near())
                .inside(
                        () -> {
                            try (var socket = new Socket(door.address(), door.port())) {
                                socket.setSoTimeout((int) DIAL.toMillis());
                                socket.getOutputStream().write(question);
                                return socket.getInputStream().readNBytes(most);
                            } catch (IOException silent) {
                                return new byte[0];
                            }
                        });
    }

    /** How many connections were carried to a real door so far. */
    public long connections() {
        return connections.get();
    }

    /** How many came to a door that had closed meanwhile. */
    public long failed() {
        return failed.get();
    }

    @Override
    public void close() {
        undo.close();
        carriers.shutdownNow();
        live.forEach(ScopedNetwork::close);
        wires.close();
    }

    private List<Door> knock(Set<Door> doors) throws InterruptedException {
        var at = new Semaphore(KNOCKS_AT_ONCE);
        var answers = new ArrayList<Future<Boolean>>();
        var asked = List.copyOf(doors);
        for (Door door : asked) {
            at.acquire();
            answers.add(
                    carriers.submit(
                            () -> {
                                try (Socket socket = dial(door, KNOCK)) {
                                    return socket.isConnected();
                                } catch (IOException closed) {
                                    return false;
                                } finally {
                                    at.release();
                                }
                            }));
        }
        var found = new ArrayList<Door>();
        for (int i = 0; i < asked.size(); i++) {
            try {
                if (answers.get(i).get()) {
                    found.add(asked.get(i));
                }
            } catch (ExecutionException e) {
                throw new BoundaryException("cannot knock at " + asked.get(i), e);
            }
        }
        return found;
    }

    private Socket dial(Door door, Duration atMost) throws IOException, InterruptedException {
        starts.take(1);
        var socket = new Socket();
        try {
            socket.connect(
                    new InetSocketAddress(door.address(), door.port()), (int) atMost.toMillis());
            socket.setTcpNoDelay(true);
            return socket;
        } catch (IOException e) {
            socket.close();
            throw e;
        }
    }

    private void listen(Door door) throws InterruptedException {
        ServerSocket listener =
                new NetworkNamespace(wires.near())
                        .inside(() -> new ServerSocket(door.port(), BACKLOG, door.address()));
        undo.add(listener::close);
        carriers.execute(() -> accept(listener, door));
    }

    private void accept(ServerSocket listener, Door door) {
        while (!listener.isClosed()) {
            try {
                Socket inside = listener.accept();
                live.add(inside);
                carriers.execute(() -> carry(inside, door));
            } catch (IOException closed) {
                return;
            }
        }
    }

    private void carry(Socket inside, Door door) {
        boolean entered = false;
        try (inside) {
            places.acquire();
            entered = true;
            try (Socket outside = dial(door, DIAL)) {
                connections.incrementAndGet();
                sink.saw(
                        new FlowOpened("tcp", door.address().getHostAddress(), door.port(), "", 0));
                Thread back = Thread.ofVirtual().start(() -> copy(outside, secrets, inside));
                copy(inside, turned(), outside);
                back.join();
            } catch (IOException e) {
                failed.incrementAndGet();
                inside.setSoLinger(true, 0); // As the real one would: a reset, not a quiet end.
            }
        } catch (IOException | InterruptedException over) {
            Thread.currentThread().interrupt();
        } finally {
            live.remove(inside);
            if (entered) {
                places.release();
            }
        }
    }

    private List<SecretPlace> turned() {
        return secrets.stream().map(SecretPlace::turned).toList();
    }

    private void copy(Socket from, List<SecretPlace> exchanged, Socket to) {
        byte[] chunk = new byte[CHUNK];
        try {
            InputStream in =
                    exchanged.isEmpty()
                            ? from.getInputStream()
                            : new MaskedStream(from.getInputStream(), exchanged);
            while (true) {
                int n = in.read(chunk);
                if (n < 0) {
                    to.shutdownOutput();
                    return;
                }
                bytes.take(n);
                to.getOutputStream().write(chunk, 0, n);
            }
        } catch (IOException | InterruptedException over) {
            close(from);
            close(to);
        }
    }

    private static void close(Socket socket) {
        try {
            socket.close();
        } catch (IOException e) {
            // It is as closed as it gets.
        }
    }
}
