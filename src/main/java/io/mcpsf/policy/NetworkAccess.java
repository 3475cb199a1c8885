package io.mcpsf.policy;

import io.mcpsf.model.Cidr;

import java.util.List;
import java.util.Locale;

/** Where a run may connect to. What is not named is refused, or answered by the fake internet. */
public record NetworkAccess(
        List<Destination> allow, Otherwise otherwise, List<PortRange> blockedPorts, Rates rates) {

    public NetworkAccess {
        allow = List.copyOf(allow);
        blockedPorts = List.copyOf(blockedPorts);
    }

    /** What a connection to anywhere else meets. */
    public enum Otherwise {
        REFUSE,
        FAKE
    }

    /** Connections at once, new ones per second, and bits per second in each direction. */
    public record Rates(int connections, int newPerSecond, long bitsPerSecond) {}

    /** One place that may be reached. */
    public sealed interface Destination {

        List<PortRange> ports();

        /**
         * A host by name, {@code *.name} for all below it. Methods and paths are held for HTTP;
         * none named means all.
         */
        record Host(String host, List<PortRange> ports, List<String> methods, List<String> paths)
                implements Destination {
            public Host {
                host = host.toLowerCase(Locale.ROOT);
                ports = List.copyOf(ports);
                methods = List.copyOf(methods);
                paths = List.copyOf(paths);
            }

            public boolean covers(String name) {
                String folded = name.toLowerCase(Locale.ROOT);
                return host.startsWith("*.")
                        ? folded.endsWith(host.substring(1)) && folded.length() >= host.length()
                        : folded.equals(host);
            }
        }

        /** A range of addresses, dialled by address. */
        record Range(Cidr cidr, List<PortRange> ports) implements Destination {
            public Range {
                ports = List.copyOf(ports);
            }
        }
    }

    /** Ports from one to another, both included. */
    public record PortRange(int from, int to) {
        public PortRange {
            if (from < 1 || to > 65535 || from > to) {
                throw new IllegalArgumentException("no such ports: " + from + "-" + to);
            }
        }

        public boolean contains(int port) {
            return port >= from && port <= to;
        }

        @Override
        public String toString() {
            return from == to ? Integer.toString(from) : from + "-" + to;
        }
    }
}
