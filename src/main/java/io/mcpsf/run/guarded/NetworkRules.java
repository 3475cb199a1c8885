package io.mcpsf.run.guarded;

import io.mcpsf.boundary.Admission;
import io.mcpsf.boundary.EgressPolicy;
import io.mcpsf.boundary.LinkBounds;
import io.mcpsf.boundary.SecretPlace;
import io.mcpsf.policy.NetworkAccess;
import io.mcpsf.policy.NetworkAccess.Destination;
import io.mcpsf.policy.NetworkAccess.PortRange;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** The network part of a policy, in the words of the boundary that holds it. */
public final class NetworkRules {

    private NetworkRules() {}

    public static EgressPolicy of(NetworkAccess access, List<SecretPlace> secrets) {
        var sites = new ArrayList<Admission.Site>();
        var ranges = new ArrayList<Admission.Range>();
        for (Destination place : access.allow()) {
            switch (place) {
                case Destination.Host host ->
                        sites.add(
                                new Admission.Site(
                                        host.host(),
                                        ports(host.ports()),
                                        Set.copyOf(host.methods()),
                                        host.paths()));
                case Destination.Range range ->
                        ranges.add(new Admission.Range(range.cidr(), ports(range.ports())));
            }
        }
        List<Admission.Ports> blocked = ports(access.blockedPorts());
        boolean refusing = access.otherwise() == NetworkAccess.Otherwise.REFUSE;
        NetworkAccess.Rates rates = access.rates();
        return EgressPolicy.guarding(
                new Admission(sites, ranges, blocked, secrets, refusing),
                rates.connections(),
                new LinkBounds(
                        rates.newPerSecond(),
                        rates.newPerSecond(),
                        rates.bitsPerSecond(),
                        true,
                        refusing ? blocked : List.of()));
    }

    private static List<Admission.Ports> ports(List<PortRange> ranges) {
        return ranges.stream().map(range -> new Admission.Ports(range.from(), range.to())).toList();
    }
}
