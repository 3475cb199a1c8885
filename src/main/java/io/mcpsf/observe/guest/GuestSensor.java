package io.mcpsf.observe.guest;

import io.mcpsf.json.BadJsonException;
import io.mcpsf.json.Json;
import io.mcpsf.model.FileObservation.Access;
import io.mcpsf.model.FileObservation.Act;
import io.mcpsf.model.FileObservation.FileActed;
import io.mcpsf.model.FileObservation.FileOpened;
import io.mcpsf.model.NetworkObservation.EgressRefused;
import io.mcpsf.model.ProcessObservation.CallRefused;
import io.mcpsf.model.ProcessObservation.Image;
import io.mcpsf.model.ProcessObservation.ProcessStarted;
import io.mcpsf.model.Sense;
import io.mcpsf.model.SenseHealth;
import io.mcpsf.model.Sink;
import io.mcpsf.model.SocketObservation.Connected;
import io.mcpsf.observe.Sensor;
import io.mcpsf.observe.Watch;
import io.mcpsf.sandbox.Sandbox;
import io.mcpsf.sandbox.SandboxSpec;
import io.mcpsf.sandbox.World;

import tools.jackson.databind.JsonNode;

import java.net.InetAddress;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Believes a guest's account of what its code calls, for want of another: the host sees nothing in
 * there. The guest's kernel holds each of these calls until it is told, so code alone can't hide
 * one; code that has taken over the guest can.
 */
public final class GuestSensor implements Sensor {

    private static final Set<Sense> SENSES =
            Set.of(Sense.FILES, Sense.PROCESSES, Sense.SOCKETS, Sense.SYSCALLS);
    private static final String WHOSE = "reported by the virtual machine itself";
    private static final int LONGEST = 4096;
    private static final int MOST_WORDS = 64;

    private final AtomicInteger processes;

    public GuestSensor(AtomicInteger processes) {
        this.processes = processes;
    }

    @Override
    public Watch arm(SandboxSpec spec, Sink sink) {
        return new Hearing(spec, sink, processes);
    }

    private static final class Hearing implements Watch {

        private final SandboxSpec spec;
        private final Sink sink;
        private final AtomicInteger processes;
        private final boolean connected;
        private final Map<Long, Integer> numbers = new HashMap<>();
        private final Map<Sense, Long> seen = new EnumMap<>(Sense.class);
        private long unreadable;

        Hearing(SandboxSpec spec, Sink sink, AtomicInteger processes) {
            this.spec = spec.with(new SandboxSpec.Listener.Told(this::hear));
            this.sink = sink;
            this.processes = processes;
            this.connected = spec.world().network() instanceof World.Network.Joined;
        }

        /** One line; by the one thread that listens to the guest. */
        private synchronized void hear(byte[] hostile) {
            try {
                tell(Json.read(hostile));
            } catch (BadJsonException | IllegalArgumentException e) {
                unreadable++;
            }
        }

        private void tell(JsonNode told) {
            int process = number(told.path("pid").asLong(0));
            String path = text(told, "path");
            switch (told.path("what").asString("")) {
                case "open" ->
                        saw(
                                process,
                                Sense.FILES,
                                new FileOpened(
                                        path,
                                        path,
                                        Access.valueOf(text(told, "access")),
                                        told.path("found").asBoolean(false)));
                case "act" ->
                        saw(
                                process,
                                Sense.FILES,
                                new FileActed(
                                        Act.valueOf(text(told, "act")), path, text(told, "to")));
                case "exec" ->
                        saw(
                                process,
                                Sense.PROCESSES,
                                new ProcessStarted(
                                        process,
                                        0,
                                        path,
                                        words(told.path("argv")),
                                        told.path("found").asBoolean(false)
                                                ? Image.FILE
                                                : Image.MISSING,
                                        List.of()));
                case "refused" ->
                        saw(
                                process,
                                Sense.SYSCALLS,
                                new CallRefused(
                                        text(told, "call"),
                                        "request " + told.path("argument").asLong(0) + " ",
                                        "x86_64"));
                case "connect" -> connect(process, told);
                case "other" -> {} // A socket of another family, which leads nowhere in a guest.
                default -> unreadable++;
            }
        }

        private void connect(int process, JsonNode told) {
            String transport = text(told, "socket").equals("udp") ? "udp" : "tcp";
            InetAddress peer = InetAddress.ofLiteral(text(told, "address"));
            String address = peer.getHostAddress();
            int port = Math.clamp(told.path("port").asInt(0), 0, 65535);
            saw(process, Sense.SOCKETS, new Connected(transport, address, port));
            // Where there is a device, the boundary at its other end tells what it refuses.
            if (!connected && !peer.isLoopbackAddress() && port > 0) {
                String place =
                        address.contains(":")
                                ? "[%s]:%d".formatted(address, port)
                                : "%s:%d".formatted(address, port);
                sink.saw(
                        process,
                        new EgressRefused(
                                transport, place, "the virtual machine has no network device"));
            }
        }

        private void saw(int process, Sense sense, io.mcpsf.model.Observation what) {
            seen.merge(sense, 1L, Long::sum);
            sink.saw(process, what);
        }

        private int number(long pid) {
            return pid <= 0 ? 0 : numbers.computeIfAbsent(pid, _ -> processes.incrementAndGet());
        }

        private static String text(JsonNode told, String member) {
            String text = told.path(member).asString("");
            return text.length() > LONGEST ? text.substring(0, LONGEST) : text;
        }

        private static List<String> words(JsonNode told) {
            var words = new ArrayList<String>();
            for (JsonNode word : told) {
                if (words.size() < MOST_WORDS) {
                    words.add(word.asString(""));
                }
            }
            return words;
        }

        @Override
        public SandboxSpec spec() {
            return spec;
        }

        @Override
        public void started(Sandbox sandbox) {}

        @Override
        public void ending(Sandbox sandbox) {}

        @Override
        public void close() {}

        @Override
        public synchronized Map<Sense, SenseHealth> health() {
            var health = new EnumMap<Sense, SenseHealth>(Sense.class);
            for (Sense sense : SENSES) {
                long events = seen.getOrDefault(sense, 0L);
                health.put(
                        sense,
                        unreadable == 0
                                ? new SenseHealth(
                                        SenseHealth.full(events).health(), events, 0, WHOSE)
                                : SenseHealth.lossy(
                                        events, unreadable, "calls that could not be read"));
            }
            health.put(
                    Sense.FILE_CHANGES,
                    SenseHealth.blind("files of a virtual machine are not compared"));
            return health;
        }
    }
}
