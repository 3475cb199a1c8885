package io.mcpsf.run.scanning;

import io.mcpsf.boundary.ScopedNetwork.Door;
import io.mcpsf.guard.Breach;
import io.mcpsf.guard.BreachFinder;
import io.mcpsf.model.Observation;
import io.mcpsf.model.Observation.Lost;
import io.mcpsf.model.ProcessObservation.CallRefused;
import io.mcpsf.model.RunObservation.PolicyViolated;
import io.mcpsf.model.Seen;
import io.mcpsf.model.Sense;
import io.mcpsf.model.Sink;
import io.mcpsf.model.SocketObservation.Bound;
import io.mcpsf.model.SocketObservation.Connected;
import io.mcpsf.model.SocketObservation.Sent;
import io.mcpsf.model.Violation;
import io.mcpsf.os.Last;
import io.mcpsf.policy.MergedPolicy;

import java.net.InetAddress;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Names what a scanner tried outside of its scope. It has failed already, for want of a wire; so
 * what is read here decides nothing. Tells on a thread of its own: who writes evidence must not
 * wait for evidence.
 */
final class ScopeBreaches implements AutoCloseable {

    private static final int MOST = 1000;

    private final Set<Door> doors;
    private final Sink sink;
    private final BreachFinder finder =
            new BreachFinder(
                    MergedPolicy.of(List.of()).policy(), "/home/scan", "/home/scan", _ -> false);
    private final Set<Door> atHome = new LinkedHashSet<>();
    private final Set<Integer> own = new HashSet<>();
    private final Set<String> told = new HashSet<>();
    private final BlockingQueue<Optional<Seen>> queue = new ArrayBlockingQueue<>(MOST);
    private volatile Optional<Violation> fatal = Optional.empty();
    private final AtomicLong dropped = new AtomicLong();
    private final Thread thread = Thread.ofPlatform().name("scope-breaches").unstarted(this::run);

    ScopeBreaches(Set<Door> doors, Sink sink) {
        this.doors = Set.copyOf(doors);
        this.sink = sink;
        thread.start();
    }

    void saw(Seen seen) {
        switch (seen.what()) {
            case Bound _, Connected _, Sent _, CallRefused _ -> {
                if (!queue.offer(Optional.of(seen))) {
                    dropped.incrementAndGet();
                }
            }
            default -> {}
        }
    }

    @Override
    public void close() {
        while (thread.isAlive() && !queue.offer(Optional.empty())) {
            Thread.onSpinWait();
        }
        Last.of(thread);
    }

    private void run() {
        try {
            for (Optional<Seen> next = queue.take(); next.isPresent(); next = queue.take()) {
                name(next.get());
            }
            // Programs call themselves, and may do so before they listen.
            for (Door door : atHome) {
                if (!own.contains(door.port())) {
                    escape("tcp", door.address().getHostAddress(), door.port());
                }
            }
            if (dropped.get() > 0) {
                sink.saw(new Lost(Sense.NETWORK, dropped.get(), "too many at once to name"));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void name(Seen seen) {
        Observation what = seen.what();
        if (what instanceof Bound(_, _, int port)) {
            own.add(port);
        } else if (what instanceof Connected(String transport, String address, int port)) {
            // To connect a datagram socket only asks for a way.
            if (transport.equals("tcp") || !inScope(address, port)) {
                outside(transport, address, port);
            }
        } else if (what instanceof Sent(String transport, String address, int port, _, _)) {
            outside(transport, address, port);
        } else {
            finder.find(seen).ifPresent(breach -> call(breach, what));
        }
    }

    /** A socket for raw packets is refused; a call that reaches for more rights is the end. */
    private void call(Breach breach, Observation what) {
        boolean socket = what instanceof CallRefused refused && refused.call().equals("socket");
        tell(
                breach.violation(),
                breach.detail(),
                socket ? Violation.Action.DENY : Violation.Action.KILL);
        if (!socket) {
            fatal = Optional.of(breach.violation());
        }
    }

    /** What the scanner must be ended for. */
    Optional<Violation> fatal() {
        return fatal;
    }

    /** Unix sockets, and datagram sockets that only ask for a way, have no port. */
    private void outside(String transport, String address, int port) {
        if (port == 0 || !transport.matches("tcp|udp|raw|icmp")) {
            return;
        }
        try {
            InetAddress to = InetAddress.ofLiteral(address);
            var door = new Door(to, port);
            if (transport.equals("tcp") && doors.contains(door)) {
                return;
            }
            if (to.isLoopbackAddress() && transport.equals("tcp")) {
                if (atHome.size() < MOST) {
                    atHome.add(door);
                }
                return;
            }
        } catch (IllegalArgumentException e) {
            // No address at all is no door either.
        }
        escape(transport, address, port);
    }

    private boolean inScope(String address, int port) {
        try {
            return doors.contains(new Door(InetAddress.ofLiteral(address), port));
        } catch (IllegalArgumentException e) {
            return false;
        }
    }

    private void escape(String transport, String address, int port) {
        tell(
                Violation.NETWORK_ESCAPE,
                "%s to %s port %d: not in the scope".formatted(transport, address, port),
                Violation.Action.DENY);
    }

    private void tell(Violation violation, String detail, Violation.Action action) {
        if (told.size() < MOST && told.add(violation + detail)) {
            sink.saw(new PolicyViolated(violation, detail, action));
        }
    }
}
