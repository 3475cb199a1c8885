package io.mcpsf.scope;

import io.mcpsf.model.Cidr;

import java.net.InetAddress;
import java.util.List;
import java.util.stream.Stream;

/** What sort of address it is, and why that sort is left out unless a person names it. */
enum AddressKind {
    LOOPBACK(""),
    UNSPECIFIED("not the address of a host"),
    METADATA("cloud metadata, which hands out credentials"),
    LINK_LOCAL("link-local: any host on the same network segment"),
    MULTICAST("multicast or broadcast"),
    RESERVED("reserved"),
    PRIVATE("a private network that is not the project's"),
    PUBLIC("a public address");

    private record Range(AddressKind kind, Cidr cidr) {}

    /** The first that fits counts. */
    private static final List<Range> RANGES =
            Stream.of(
                            ranges(LOOPBACK, "127.0.0.0/8", "::1/128"),
                            ranges(UNSPECIFIED, "0.0.0.0/8", "::/128"),
                            ranges(METADATA, "169.254.169.254", "169.254.170.2"),
                            ranges(METADATA, "100.100.100.200", "168.63.129.16", "fd00:ec2::254"),
                            ranges(LINK_LOCAL, "169.254.0.0/16", "fe80::/10"),
                            ranges(MULTICAST, "224.0.0.0/4", "255.255.255.255", "ff00::/8"),
                            ranges(RESERVED, "240.0.0.0/4"),
                            ranges(PRIVATE, "10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16"),
                            ranges(PRIVATE, "100.64.0.0/10", "fc00::/7"))
                    .flatMap(List::stream)
                    .toList();

    private final String why;

    AddressKind(String why) {
        this.why = why;
    }

    /** IPv6 forms that carry an IPv4 address are read by Java as that address. */
    static AddressKind of(InetAddress address) {
        return RANGES.stream()
                .filter(range -> range.cidr().contains(address))
                .map(Range::kind)
                .findFirst()
                .orElse(PUBLIC);
    }

    String why() {
        return why;
    }

    /** Whether a project can own a network of this sort. */
    boolean ownable() {
        return this == LOOPBACK || this == PRIVATE;
    }

    private static List<Range> ranges(AddressKind kind, String... cidrs) {
        return Stream.of(cidrs).map(cidr -> new Range(kind, Cidr.parse(cidr))).toList();
    }
}
