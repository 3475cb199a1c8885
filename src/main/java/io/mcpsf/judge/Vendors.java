package io.mcpsf.judge;

import tools.jackson.databind.JsonNode;
import tools.jackson.dataformat.yaml.YAMLMapper;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** Whose credential belongs to which hosts, as a table that comes with the program. */
final class Vendors {

    private static final String TABLE = "vendors.yaml";

    private final Map<String, List<String>> domains;

    private Vendors(Map<String, List<String>> domains) {
        this.domains = Map.copyOf(domains);
    }

    static Vendors load() {
        try (InputStream in = Vendors.class.getResourceAsStream(TABLE)) {
            if (in == null) {
                throw new BadRuleException("not on the class path: " + TABLE);
            }
            Map<String, List<String>> domains = new TreeMap<>();
            for (var entry : new YAMLMapper().readTree(in).properties()) {
                List<String> hosts = new ArrayList<>();
                for (JsonNode host : entry.getValue()) {
                    hosts.add(host.asString());
                }
                domains.put(entry.getKey(), List.copyOf(hosts));
            }
            return new Vendors(domains);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + TABLE, e);
        }
    }

    Set<String> names() {
        return domains.keySet();
    }

    /** The vendor of a credential by our name of its form, or empty for one of no known vendor. */
    String vendor(String form) {
        String name = form.replaceFirst("-(app|user|id|session)$", "");
        return domains.containsKey(name) ? name : "";
    }

    /** The host is the vendor's own, or one where its users run the service themselves. */
    boolean home(String vendor, String host) {
        return Hosts.label(host).equals(vendor.replace("-", ""))
                || domains.getOrDefault(vendor, List.of()).stream()
                        .anyMatch(domain -> fits(host, domain));
    }

    private static boolean fits(String host, String domain) {
        return domain.endsWith(".*")
                ? host.startsWith(domain.substring(0, domain.length() - 1))
                : Hosts.within(host, domain);
    }
}
