package io.mcpsf.judge;

import java.util.List;
import java.util.Map;
import java.util.Set;

/** Whose credential belongs to which hosts, as a table that comes with the program. */
final class Vendors {

    private final Map<String, List<String>> domains;

    private Vendors(Map<String, List<String>> domains) {
        this.domains = Map.copyOf(domains);
    }

    static Vendors load() {
        return new Vendors(DomainTable.load("vendors.yaml").domains());
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
