package io.mcpsf.judge;

import java.util.List;

/** Which hosts are of one hand, by tables that come with the program. */
final class Companies {

    /** Services that answer at more than one site. */
    private static final DomainTable SITES = DomainTable.load("companies.yaml");

    /** Domains below which anybody can have a host. */
    private static final DomainTable HOSTING = DomainTable.load("hosting.yaml");

    private Companies() {}

    /** Both hosts are of one service: of one site, or of sites that the table names together. */
    static boolean one(String host, String other) {
        if (host.equals(other)) {
            return true;
        }
        // A landlord's own hosts go with those of each tenant; two tenants do not go together.
        boolean tenants = hosted(host) && hosted(other);
        boolean together = Hosts.site(host).equals(Hosts.site(other)) && !tenants;
        return together
                || SITES.domains().values().stream()
                        .anyMatch(sites -> among(sites, host) && among(sites, other));
    }

    /** One of the table's services, where nobody else can answer. */
    static boolean known(String host) {
        return SITES.holds(host);
    }

    /** What stands before the domain is somebody's, and nothing says whose. */
    static boolean hosted(String host) {
        return HOSTING.holds(host);
    }

    private static boolean among(List<String> sites, String host) {
        return sites.stream().anyMatch(site -> Hosts.within(host, site));
    }
}
