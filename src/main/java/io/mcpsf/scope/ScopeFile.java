package io.mcpsf.scope;

import io.mcpsf.json.BadJsonException;
import io.mcpsf.json.Yaml;
import io.mcpsf.model.Cidr;

import tools.jackson.databind.JsonNode;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * {@code scope.yaml}: what a person adds and leaves out. One that merely lies in the project may
 * add nothing that is always left out, because whoever wrote the project wrote it; one that the
 * user names may.
 */
record ScopeFile(List<Added> add, List<LeftOut> exclude, boolean named) {

    private static final Set<String> KEYS = Set.of("version", "add", "exclude");
    private static final Set<String> ENTRY = Set.of("name", "address", "ports", "why");

    /** A service at one address, never a range: what is always left out is named one by one. */
    record Added(String name, String address, TreeSet<Integer> ports, String why) {}

    /** A range, with certain ports of it or all. */
    record LeftOut(Cidr range, TreeSet<Integer> ports, String why) {}

    static ScopeFile none() {
        return new ScopeFile(List.of(), List.of(), false);
    }

    static ScopeFile read(byte[] hostile, boolean named) {
        JsonNode tree = Yaml.read(hostile);
        known(tree, KEYS);
        var add = new ArrayList<Added>();
        for (JsonNode entry : tree.path("add")) {
            known(entry, ENTRY);
            TreeSet<Integer> ports = ports(entry);
            if (ports.isEmpty()) {
                throw new BadJsonException("an entry under add has no ports");
            }
            String address = entry.path("address").asString("");
            add.add(
                    new Added(
                            entry.path("name").asString(address),
                            address(address),
                            ports,
                            entry.path("why").asString("scope.yaml adds it")));
        }
        var exclude = new ArrayList<LeftOut>();
        for (JsonNode entry : tree.path("exclude")) {
            known(entry, ENTRY);
            exclude.add(
                    new LeftOut(
                            range(entry.path("address").asString("")),
                            ports(entry),
                            entry.path("why").asString("scope.yaml leaves it out")));
        }
        return new ScopeFile(add, exclude, named);
    }

    private static void known(JsonNode node, Set<String> keys) {
        for (String key : node.propertyNames()) {
            if (!keys.contains(key)) {
                throw new BadJsonException(
                        "unknown key "
                                + key
                                + "; there are "
                                + String.join(", ", new TreeSet<>(keys)));
            }
        }
    }

    private static TreeSet<Integer> ports(JsonNode entry) {
        var ports = new TreeSet<Integer>();
        for (JsonNode port : entry.path("ports")) {
            ports.addAll(
                    PublishedPort.range(port.asString(""))
                            .orElseThrow(
                                    () -> new BadJsonException("no port: " + port.asString(""))));
        }
        return ports;
    }

    private static String address(String hostile) {
        Cidr one = range(hostile);
        if (hostile.contains("/")) {
            throw new BadJsonException(hostile + " is a range; add addresses one by one");
        }
        return one.base().getHostAddress();
    }

    private static Cidr range(String hostile) {
        try {
            return Cidr.parse(hostile);
        } catch (IllegalArgumentException e) {
            throw new BadJsonException("no address: " + hostile);
        }
    }
}
