package io.mcpsf.boundary;

import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.random.RandomGenerator;

/**
 * The network that the sandbox believes to be in, that of a home or an office: one device, and a
 * router that is also the resolver. Every sandbox has namespaces of its own, so any addresses would
 * do; they are drawn anew for each, so that none of them says where a sample is.
 *
 * @param doors on so many ports besides those of the web a host answers at once, and on one more
 *     every 20 seconds: whoever asks for one at a time finds it open, as we want a sample to, and
 *     whoever scans finds most of them closed
 */
record Lan(End machine, End router, int doors) {

    /** The addresses of one end of the wire. */
    record End(String address, String address6, String mac) {}

    /** The device on the sandbox's side, and ours on the other end of the wire. */
    static final String DEVICE = "eth0";

    static final String FAR_END = "wire0";
    static final int PROXY_PORT = 15000;

    private static final Path PING_GROUPS = Path.of("/proc/sys/net/ipv4/ping_group_range");

    /** Makers of network cards for desks, and of routers, by the first half of their addresses. */
    private static final List<String> CARDS =
            List.of("3c:fd:fe", "a0:36:9f", "00:e0:4c", "f8:bc:12", "48:0f:cf", "8c:16:45");

    private static final List<String> ROUTERS =
            List.of("50:c7:bf", "3c:a6:2f", "a0:40:a0", "74:ac:b9", "e4:8d:8c", "00:1d:aa");

    static Lan draw(RandomGenerator random) {
        String net =
                switch (random.nextInt(4)) {
                    case 0 -> "10.%d.%d.".formatted(random.nextInt(256), random.nextInt(256));
                    case 1 -> "172.%d.%d.".formatted(random.nextInt(16, 32), random.nextInt(256));
                    default -> "192.168.%d.".formatted(random.nextInt(256));
                };
        // A unique local prefix is drawn by lot on real networks, too.
        String net6 =
                "fd%02x:%x:%x:%x:"
                        .formatted(
                                random.nextInt(256),
                                random.nextInt(1, 65536),
                                random.nextInt(1, 65536),
                                random.nextInt(1, 256));
        return new Lan(
                new End(
                        net + random.nextInt(20, 240),
                        net6
                                + "%x:%x:%x:%x"
                                        .formatted(
                                                random.nextInt(1, 65536),
                                                random.nextInt(1, 65536),
                                                random.nextInt(1, 65536),
                                                random.nextInt(1, 65536)),
                        mac(CARDS, random)),
                new End(
                        net + (random.nextInt(4) == 0 ? 254 : 1),
                        net6 + ":1",
                        mac(ROUTERS, random)),
                random.nextInt(2, 5));
    }

    private static String mac(List<String> makers, RandomGenerator random) {
        return makers.get(random.nextInt(makers.size()))
                + ":%02x:%02x:%02x"
                        .formatted(random.nextInt(256), random.nextInt(256), random.nextInt(256));
    }

    /** The same, where a scan is answered like anything else. */
    Lan withAllDoors() {
        return new Lan(machine, router, 65_535);
    }

    InetAddress resolver() {
        return InetAddress.ofLiteral(router.address());
    }

    /** The commands of {@code ip -batch} for our side: every address in the world is local here. */
    String farEnd() {
        return """
        link set lo up
        link set %3$s address %6$s
        addr add %1$s peer %2$s/32 dev %3$s
        addr add %4$s/128 dev %3$s nodad
        link set %3$s up
        route add %5$s/128 dev %3$s
        route add local 0.0.0.0/0 dev lo table main
        route add local ::/0 dev lo table main
        """
                .formatted(
                        router.address(),
                        machine.address(),
                        FAR_END,
                        router.address6(),
                        machine.address6(),
                        router.mac());
    }

    /** The same for the sandbox's side: one address, and a way that leads only to us. */
    String nearEnd() {
        return """
        link set lo up
        link set %2$s address %6$s
        addr add %1$s/24 dev %2$s
        addr add %3$s/128 dev %2$s nodad
        link set %2$s up
        route add 0.0.0.0/0 via %4$s
        route add %5$s dev %2$s
        route add ::/0 via %5$s
        """
                .formatted(
                        machine.address(),
                        DEVICE,
                        machine.address6(),
                        router.address(),
                        router.address6(),
                        machine.mac());
    }

    /**
     * Steers TCP connections to our listener, refuses those of a scan, and bounds what a flood can
     * cost us. Datagrams other than questions to a resolver are seen by the capture, before this,
     * and go no further. Nothing is ever forwarded; there is also nowhere to forward to.
     */
    String firewall(LinkBounds bounds) {
        return """
        table inet boundary {
          counter syn_over {}
          counter dns_over {}
          counter icmp_over {}
          counter port_over {}
          set open4 { type ipv4_addr . inet_service; size 16384; flags dynamic,timeout; timeout 1h; }
          set open6 { type ipv6_addr . inet_service; size 16384; flags dynamic,timeout; timeout 1h; }
          set tried4 { type ipv4_addr; size 16384; flags dynamic,timeout; timeout 2m; }
          set tried6 { type ipv6_addr; size 16384; flags dynamic,timeout; timeout 2m; }
          chain fault {
          }
          chain doors {
            tcp dport { 80, 443 } return
            ip daddr . tcp dport @open4 return
            ip6 daddr . tcp dport @open6 return
            update @tried4 { ip daddr limit rate over 3/minute burst %6$d packets } \
        reject with tcp reset
            update @tried6 { ip6 daddr limit rate over 3/minute burst %6$d packets } \
        reject with tcp reset
            update @open4 { ip daddr . tcp dport } return
            update @open6 { ip6 daddr . tcp dport } return
          }
          chain pre {
            type filter hook prerouting priority mangle; policy drop;
            iifname "lo" accept
            iifname != "%1$s" drop
            tcp flags & (syn|ack) == syn limit rate over %3$d/second burst %4$d packets \
        counter name syn_over drop
            tcp flags & (fin|syn|rst|ack) == syn jump fault
            %5$s
            tcp flags & (fin|syn|rst|ack) == syn jump doors
            meta l4proto tcp meta nfproto ipv4 tproxy ip to :%2$d accept
            meta l4proto tcp meta nfproto ipv6 tproxy ip6 to :%2$d accept
            udp dport 53 limit rate over 500/second burst 200 packets counter name dns_over drop
            udp dport 53 accept
            icmpv6 type { nd-neighbor-solicit, nd-neighbor-advert, nd-router-solicit } accept
            meta l4proto { 1, 58 } limit rate over 50/second burst 50 packets \
        counter name icmp_over drop
            meta l4proto udp drop
            accept
          }
          chain forw { type filter hook forward priority filter; policy drop; }
        }
        """
                .formatted(
                        FAR_END,
                        PROXY_PORT,
                        bounds.newPerSecond(),
                        bounds.burst(),
                        bounds.shutRule(),
                        doors);
    }

    /**
     * Lets every user send echo requests, as most systems do; to be called inside the sandbox's
     * namespace. Where it cannot be, they are refused, which the sensors see.
     */
    static boolean letPing() {
        // In a user namespace only its own groups can be named.
        return List.of("0 2147483647", "0 0").stream().anyMatch(Lan::allowGroups);
    }

    private static boolean allowGroups(String range) {
        try {
            Files.writeString(PING_GROUPS, range);
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    /** What the sandbox can send at most; its own user cannot change this. */
    static String upload(LinkBounds bounds) {
        return queue(DEVICE, bounds);
    }

    /** What the sandbox can receive at most. */
    static String download(LinkBounds bounds) {
        return bounds.bothWays() ? queue(FAR_END, bounds) : "";
    }

    private static String queue(String device, LinkBounds bounds) {
        return "qdisc add dev %s root tbf rate %dbit burst 64kb latency 50ms\n"
                .formatted(device, bounds.bitsPerSecond());
    }
}
