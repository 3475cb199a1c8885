package io.mcpsf.scope;

import io.mcpsf.model.Cidr;

import java.net.InetAddress;
import java.nio.file.Path;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;

/** What belongs to a project, and what is left out of it, each with its reason. */
public record ProjectScope(
        List<Network> networks,
        List<Service> services,
        List<ListeningPort> ports,
        List<Exclude> excludes,
        List<Unreadable> unreadable) {

    public ProjectScope {
        networks = List.copyOf(networks);
        services = List.copyOf(services);
        ports = List.copyOf(ports);
        excludes = List.copyOf(excludes);
        unreadable = List.copyOf(unreadable);
    }

    /** A network that is the project's own. */
    public record Network(Cidr range, String why) {}

    /** A service at an address, or at none as long as nothing says where it runs. */
    public record Service(String name, String address, SortedSet<Integer> ports, String why) {
        public Service {
            ports = new TreeSet<>(ports);
        }
    }

    /** Something on this machine that listens. */
    public record ListeningPort(int port, String process, String why) {}

    /** What is not scanned, though it was found or could be thought of. */
    public record Exclude(String what, String why) {}

    /** A file that is there and could not be read. */
    public record Unreadable(Path file, String why) {}

    /** Whether this address and port is a service, or a port of this machine, in scope. */
    public boolean holds(InetAddress address, int port) {
        String literal = address.getHostAddress();
        return services.stream()
                        .anyMatch(s -> s.address().equals(literal) && s.ports().contains(port))
                || (address.isLoopbackAddress() && ports.stream().anyMatch(p -> p.port() == port));
    }
}
