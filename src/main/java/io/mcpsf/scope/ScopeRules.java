package io.mcpsf.scope;

import io.mcpsf.model.Cidr;
import io.mcpsf.scope.ProjectScope.Exclude;
import io.mcpsf.scope.ProjectScope.ListeningPort;
import io.mcpsf.scope.ProjectScope.Network;
import io.mcpsf.scope.ProjectScope.Service;

import java.net.InetAddress;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** Leaves out what is never scanned unless a person names it, and says of each why. */
final class ScopeRules {

    /** How people get into machines: a scan there locks accounts and wakes people. */
    private static final Set<Integer> MANAGEMENT = Set.of(22, 445, 3389);

    /** Wider than any project's network. */
    private static final int WIDEST_V4 = 16;

    private static final int WIDEST_V6 = 48;

    private final ThisMachine machine;
    private final ScopeFile file;
    private final Set<Exclude> excludes = new LinkedHashSet<>();
    private final List<Network> networks = new ArrayList<>();
    private final List<Service> services = new ArrayList<>();

    ScopeRules(ThisMachine machine, ScopeFile file) {
        this.machine = machine;
        this.file = file;
    }

    ProjectScope apply(Findings found) {
        found.networks().forEach(this::network);
        found.services().forEach(service -> service(service, false));
        for (ScopeFile.Added added : file.add()) {
            service(
                    new Service(added.name(), added.address(), added.ports(), added.why()),
                    file.named());
        }
        List<ListeningPort> ports =
                found.ports().stream().filter(port -> !leftOut("127.0.0.1", port.port())).toList();
        var all = new LinkedHashSet<>(found.excludes());
        all.addAll(excludes);
        always(all);
        return new ProjectScope(networks, services, ports, List.copyOf(all), found.unreadable());
    }

    private void network(Network network) {
        AddressKind kind = AddressKind.of(network.range().base());
        if (!kind.ownable()) {
            excludes.add(new Exclude(text(network.range()), kind.why()));
        } else if (network.range().bits() < widest(network.range())) {
            excludes.add(new Exclude(text(network.range()), "wider than a project's network"));
        } else if (foreign(network)) {
            excludes.add(new Exclude(text(network.range()), "this machine's own network"));
        } else {
            networks.add(network);
        }
    }

    /**
     * A bridge of the project is this machine's too; the engine's word for it counts, a file's not.
     */
    private boolean foreign(Network network) {
        boolean engine = network.why().contains("running project");
        return !engine
                && machine.networks().stream()
                        .anyMatch(
                                mine ->
                                        mine.range().contains(network.range().base())
                                                || network.range().contains(mine.range().base()));
    }

    private void service(Service service, boolean byName) {
        if (service.address().isEmpty()) {
            services.add(service);
            return;
        }
        InetAddress address;
        try {
            address = InetAddress.ofLiteral(service.address());
        } catch (IllegalArgumentException e) {
            excludes.add(new Exclude(label(service), "not an address"));
            return;
        }
        String why = byName ? "" : refusal(address);
        if (!why.isEmpty()) {
            excludes.add(new Exclude(label(service), why));
            return;
        }
        var ports = new TreeSet<Integer>();
        for (int port : service.ports()) {
            if (!byName && MANAGEMENT.contains(port)) {
                excludes.add(
                        new Exclude(
                                service.address() + ":" + port,
                                "a management port; name it in a scope file of your own"));
            } else if (!leftOut(service.address(), port)) {
                ports.add(port);
            }
        }
        if (!ports.isEmpty()) {
            services.add(
                    new Service(service.name(), address.getHostAddress(), ports, service.why()));
        }
    }

    /** Empty when the address may be in scope. */
    private String refusal(InetAddress address) {
        AddressKind kind = AddressKind.of(address);
        if (machine.gateways().contains(address)) {
            return "the gateway of this machine";
        }
        if (kind == AddressKind.LOOPBACK) {
            return "";
        }
        boolean ours = networks.stream().anyMatch(network -> network.range().contains(address));
        return kind.ownable() && ours ? "" : kind.why();
    }

    private boolean leftOut(String address, int port) {
        InetAddress parsed = InetAddress.ofLiteral(address);
        for (ScopeFile.LeftOut out : file.exclude()) {
            boolean hit = out.range().contains(parsed);
            if (hit && (out.ports().isEmpty() || out.ports().contains(port))) {
                excludes.add(new Exclude(address + ":" + port, out.why()));
                return true;
            }
        }
        return false;
    }

    /** What nobody asked for is named all the same, so that a reader sees the wall. */
    private void always(Set<Exclude> all) {
        machine.gateways()
                .forEach(
                        gateway ->
                                all.add(
                                        new Exclude(
                                                gateway.getHostAddress(),
                                                "the gateway of this machine")));
        for (ThisMachine.Attached mine : machine.networks()) {
            boolean project =
                    networks.stream()
                            .anyMatch(network -> network.range().contains(mine.range().base()));
            if (!project) {
                all.add(
                        new Exclude(
                                text(mine.range()), "this machine's network on " + mine.device()));
            }
        }
        all.add(new Exclude("169.254.0.0/16, fe80::/10", "link-local, and cloud metadata"));
        all.add(new Exclude("224.0.0.0/4, ff00::/8", "multicast"));
        all.add(new Exclude("public addresses", "not the project's, unless you name them"));
        all.add(new Exclude("ports 22, 445, 3389", "management, unless you name them"));
    }

    private static int widest(Cidr range) {
        return range.base().getAddress().length == 4 ? WIDEST_V4 : WIDEST_V6;
    }

    private static String label(Service service) {
        return service.address() + " (" + service.name() + ")";
    }

    private static String text(Cidr range) {
        return range.base().getHostAddress() + "/" + range.bits();
    }
}
