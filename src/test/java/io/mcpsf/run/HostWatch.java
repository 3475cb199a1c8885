package io.mcpsf.run;

import io.mcpsf.linux.PacketRing;

import java.io.IOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;

/** Looks at every frame on every device of the host for words and addresses of the samples. */
final class HostWatch implements AutoCloseable {

    private static final String GUARD = "mcpsf-guard-datagram";

    /** Where a header has its two addresses, behind an Ethernet header and without one. */
    private static final int[] PLACES4 = {26, 30, 12, 16};

    private static final int[] PLACES6 = {22, 38, 8, 24};

    private final Set<String> wanted = ConcurrentHashMap.newKeySet();
    private final Set<InetAddress> addresses = ConcurrentHashMap.newKeySet();
    private final Set<String> found = ConcurrentHashMap.newKeySet();
    private final AtomicBoolean stop = new AtomicBoolean();
    private final List<Thread> watchers = new ArrayList<>();

    HostWatch() throws IOException {
        wanted.add(GUARD);
        for (NetworkInterface device : Collections.list(NetworkInterface.getNetworkInterfaces())) {
            if (device.isUp()) {
                PacketRing ring = PacketRing.open(device.getName(), 4);
                ring.begin();
                watchers.add(Thread.ofPlatform().daemon().start(() -> watch(ring)));
            }
        }
    }

    /** Bytes in a frame as they stand; a name is looked for as it stands in a question too. */
    void lookForWord(String word) {
        wanted.add(word);
    }

    void lookForAddress(String address) {
        addresses.add(InetAddress.ofLiteral(address));
    }

    /** What was seen so far, after making sure that seeing works. */
    Set<String> seen() throws IOException {
        byte[] guard = GUARD.getBytes(StandardCharsets.US_ASCII);
        try (var socket = new DatagramSocket()) {
            socket.send(
                    new DatagramPacket(guard, guard.length, InetAddress.getLoopbackAddress(), 9));
        }
        long deadline = System.nanoTime() + 10_000_000_000L;
        while (!found.contains(GUARD)) {
            if (System.nanoTime() > deadline) {
                throw new AssertionError("the guard was not seen: the watch is blind");
            }
            Thread.onSpinWait();
        }
        Set<String> seen = new TreeSet<>(found);
        seen.remove(GUARD);
        return seen;
    }

    private void watch(PacketRing ring) {
        try (ring) {
            while (!stop.get()) {
                ring.read(
                        20,
                        (outgoing, nanos, bytes, frame) -> {
                            String text = new String(frame, StandardCharsets.ISO_8859_1);
                            wanted.stream().filter(text::contains).forEach(found::add);
                            addresses.stream()
                                    .filter(address -> concerns(frame, address.getAddress()))
                                    .forEach(address -> found.add(address.getHostAddress()));
                        });
            }
        }
    }

    private static boolean concerns(byte[] frame, byte[] address) {
        return Arrays.stream(address.length == 4 ? PLACES4 : PLACES6)
                .filter(at -> at + address.length <= frame.length)
                .anyMatch(
                        at ->
                                Arrays.equals(
                                        frame,
                                        at,
                                        at + address.length,
                                        address,
                                        0,
                                        address.length));
    }

    @Override
    public void close() {
        stop.set(true);
        try {
            for (Thread watcher : watchers) {
                watcher.join();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
