package io.mcpsf.judge;

import tools.jackson.databind.JsonNode;
import tools.jackson.dataformat.yaml.YAMLMapper;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Names with the domains that belong to them, as a table that comes with the program. */
record DomainTable(Map<String, List<String>> domains) {

    DomainTable {
        domains = Map.copyOf(domains);
    }

    static DomainTable load(String table) {
        try (InputStream in = DomainTable.class.getResourceAsStream(table)) {
            if (in == null) {
                throw new BadRuleException("not on the class path: " + table);
            }
            Map<String, List<String>> domains = new TreeMap<>();
            for (var entry : new YAMLMapper().readTree(in).properties()) {
                List<String> hosts = new ArrayList<>();
                for (JsonNode host : entry.getValue()) {
                    hosts.add(host.asString());
                }
                domains.put(entry.getKey(), List.copyOf(hosts));
            }
            return new DomainTable(domains);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + table, e);
        }
    }

    /** The host is a domain of the table, of whatever name, or lies below one. */
    boolean holds(String host) {
        return domains.values().stream()
                .flatMap(List::stream)
                .anyMatch(domain -> Hosts.within(host, domain));
    }
}
