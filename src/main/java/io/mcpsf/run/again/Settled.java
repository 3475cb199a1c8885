package io.mcpsf.run.again;

import io.mcpsf.interrogate.LoadClock;
import io.mcpsf.model.Exit;
import io.mcpsf.model.FileObservation.BaitTouched;
import io.mcpsf.model.NetworkObservation.FlowOpened;
import io.mcpsf.model.NetworkObservation.PacketSent;
import io.mcpsf.model.NetworkObservation.RequestSent;
import io.mcpsf.model.ProcessObservation.ProcessStarted;
import io.mcpsf.model.Seen;
import io.mcpsf.model.SocketObservation.Connected;
import io.mcpsf.model.SocketObservation.DnsAsked;
import io.mcpsf.model.SocketObservation.Sent;

import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/**
 * Tells when a server has come to rest after its last answer: a look-up is followed by a connection
 * and that by a request, and whoever ends the server in between sees the first and misses the rest.
 */
final class Settled implements Consumer<Seen> {

    /** What a timer of a second still shows. */
    private static final Duration LEAST = Duration.ofMillis(1_200);

    /** Between one step of a conversation and the next. */
    private static final Duration QUIET = Duration.ofMillis(500);

    private static final Duration MOST = Duration.ofSeconds(4);
    private static final Duration LOOK = Duration.ofMillis(50);

    private final LoadClock clock;
    private final LongSupplier nanos;
    private volatile long last;

    /** Waits for a server to end, for so long at most. */
    @FunctionalInterface
    interface End {
        Optional<Exit> await(Duration most) throws InterruptedException;
    }

    Settled(LoadClock clock) {
        this(clock, System::nanoTime);
    }

    Settled(LoadClock clock, LongSupplier nanos) {
        this.clock = clock;
        this.nanos = nanos;
        this.last = nanos.getAsLong();
    }

    @Override
    public void accept(Seen seen) {
        switch (seen.what()) {
            case DnsAsked _,
                    FlowOpened _,
                    RequestSent _,
                    PacketSent _,
                    Connected _,
                    Sent _,
                    BaitTouched _,
                    ProcessStarted _ ->
                    last = nanos.getAsLong();
            default -> {}
        }
    }

    /** Returns when it rests, has ended, or never comes to rest. */
    void await(End end) throws InterruptedException {
        long begin = nanos.getAsLong();
        long quietly = clock.stretched(QUIET).toNanos();
        long least = clock.stretched(LEAST).toNanos();
        long most = clock.stretched(MOST).toNanos();
        while (true) {
            long now = nanos.getAsLong();
            boolean quiet = now - last > quietly && now - begin > least;
            if (quiet || now - begin > most || end.await(LOOK).isPresent()) {
                return;
            }
        }
    }
}
