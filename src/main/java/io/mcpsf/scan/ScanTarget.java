package io.mcpsf.scan;

import java.net.Inet6Address;
import java.net.InetAddress;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;

/** One address and the ports of it that are in scope. */
public record ScanTarget(InetAddress address, SortedSet<Integer> ports) {

    public ScanTarget {
        ports = new TreeSet<>(ports);
        if (ports.isEmpty() || ports.first() < 1 || ports.last() > 65_535) {
            throw new IllegalArgumentException("a target has ports from 1 to 65535");
        }
    }

    /** Each port as it stands in the address of a page. */
    List<String> doors() {
        String host = address.getHostAddress();
        String shown = address instanceof Inet6Address ? "[" + host + "]" : host;
        return ports.stream().map(port -> shown + ":" + port).toList();
    }
}
