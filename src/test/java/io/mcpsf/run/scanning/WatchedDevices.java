package io.mcpsf.run.scanning;

import io.mcpsf.linux.PacketRing;
import io.mcpsf.os.Last;

import java.net.InetAddress;
import java.net.NetworkInterface;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Devices of this machine, watched for frames that must not be there: from or to certain addresses,
 * or with a certain word in them. Other programs use the same devices, so everything else is no
 * concern of ours.
 */
final class WatchedDevices implements AutoCloseable {

    private static final int ETHERNET = 14;
    private static final String EVERYTHING = "";

    private final Set<InetAddress> forbidden;
    private final String mark;
    private final AtomicBoolean stop = new AtomicBoolean();
    private final ConcurrentLinkedQueue<String> found = new ConcurrentLinkedQueue<>();
    private final List<Thread> watchers = new ArrayList<>();

    private WatchedDevices(Set<InetAddress> forbidden, String mark) {
        this.forbidden = Set.copyOf(forbidden);
        this.mark = mark;
    }

    /** Every device that is up. */
    static WatchedDevices all(Set<InetAddress> forbidden, String mark) throws Exception {
        var names = new ArrayList<String>();
        for (NetworkInterface device : Collections.list(NetworkInterface.getNetworkInterfaces())) {
            if (device.isUp()) {
                names.add(device.getName());
            }
        }
        return of(names, forbidden, mark);
    }

    /** One device on which nobody may speak IPv4, or ask for an address of it. */
    static WatchedDevices silent(String device) {
        return of(List.of(device), Set.of(), EVERYTHING);
    }

    private static WatchedDevices of(
            List<String> devices, Set<InetAddress> forbidden, String mark) {
        var watched = new WatchedDevices(forbidden, mark);
        for (String device : devices) {
            PacketRing ring = PacketRing.open(device, 4);
            ring.begin();
            watched.watchers.add(
                    Thread.ofPlatform().daemon().start(() -> watched.watch(device, ring)));
        }
        return watched;
    }

    /** What was seen so far, in words. */
    List<String> found() {
        return List.copyOf(found);
    }

    /** Waits until something was seen; false when nothing is within a few seconds. */
    boolean sees() {
        long deadline = System.nanoTime() + 5_000_000_000L;
        while (found.isEmpty() && System.nanoTime() < deadline) {
            Thread.onSpinWait();
        }
        return !found.isEmpty();
    }

    @Override
    public void close() {
        stop.set(true);
        watchers.forEach(Last::of);
    }

    private void watch(String device, PacketRing ring) {
        try (ring) {
            while (!stop.get()) {
                ring.read(
                        20,
                        (_, _, _, frame) -> {
                            String why = why(frame);
                            if (!why.isEmpty()) {
                                found.add(device + ": " + why);
                            }
                        });
            }
        }
    }

    private String why(byte[] frame) {
        if (mark.equals(EVERYTHING)) {
            boolean four =
                    frame.length > ETHERNET && frame[12] == 8 && (frame[13] == 0 || frame[13] == 6);
            return four ? "IPv4" : "";
        }
        for (InetAddress address : forbidden) {
            byte[] wanted = address.getAddress();
            // IPv4: source and target; IPv6: the same; ARP: whom it asks for.
            List<Integer> places = wanted.length == 4 ? List.of(12, 16, 24) : List.of(8, 24);
            for (int place : places) {
                int at = ETHERNET + place;
                if (at + wanted.length <= frame.length
                        && Arrays.equals(frame, at, at + wanted.length, wanted, 0, wanted.length)) {
                    return address.getHostAddress();
                }
            }
        }
        return new String(frame, StandardCharsets.ISO_8859_1).contains(mark) ? mark : "";
    }
}
