package io.mcpsf.scope;

import io.mcpsf.model.Cidr;
import io.mcpsf.scope.ProjectScope.Exclude;
import io.mcpsf.scope.ProjectScope.ListeningPort;
import io.mcpsf.scope.ProjectScope.Network;
import io.mcpsf.scope.ProjectScope.Service;
import io.mcpsf.scope.ProjectScope.Unreadable;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.SortedSet;

/** What the readers of files, containers and sockets hand in, before anything is left out. */
final class Findings {

    /** More than any project has; a file that lists more is not read further. */
    static final int MAX = 2_000;

    private final Set<Network> networks = new LinkedHashSet<>();
    private final Set<Service> services = new LinkedHashSet<>();
    private final Set<ListeningPort> ports = new LinkedHashSet<>();
    private final Set<Exclude> excludes = new LinkedHashSet<>();
    private final List<Unreadable> unreadable = new ArrayList<>();

    void network(Cidr range, String why) {
        add(networks, new Network(range, why));
    }

    void service(String name, String address, SortedSet<Integer> ports, String why) {
        add(services, new Service(name, address, ports, why));
    }

    void listening(ListeningPort port) {
        add(ports, port);
    }

    void exclude(String what, String why) {
        add(excludes, new Exclude(what, why));
    }

    void unreadable(Path file, String why) {
        unreadable.add(new Unreadable(file, why));
    }

    Set<Network> networks() {
        return networks;
    }

    Set<Service> services() {
        return services;
    }

    Set<ListeningPort> ports() {
        return ports;
    }

    Set<Exclude> excludes() {
        return excludes;
    }

    List<Unreadable> unreadable() {
        return unreadable;
    }

    private static <T> void add(Set<T> set, T one) {
        if (set.size() < MAX) {
            set.add(one);
        }
    }
}
