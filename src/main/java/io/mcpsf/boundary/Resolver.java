package io.mcpsf.boundary;

import io.mcpsf.boundary.dns.DnsQuery;
import io.mcpsf.boundary.dns.Existence;
import io.mcpsf.boundary.dns.Zone;
import io.mcpsf.model.NetworkObservation.ContactFailed;
import io.mcpsf.model.NetworkObservation.EgressRefused;
import io.mcpsf.model.NetworkObservation.PacketSent;
import io.mcpsf.model.SocketObservation.DnsAsked;

import java.nio.charset.StandardCharsets;
import java.util.Optional;

/** Answers questions for names, and tells and searches them. */
final class Resolver {

    private final Services services;

    Resolver(Services services) {
        this.services = services;
    }

    byte[] answer(Flow flow, byte[] hostile) {
        boolean nothing = services.is(NetworkFault.NXDOMAIN);
        Zone zone = services.names().zone();
        boolean refused = refused(hostile);
        Zone.Answered answered = nothing || refused ? zone.deny(hostile) : zone.answer(hostile);
        Witness witness = services.witness();
        Optional<DnsQuery> query = answered.query();
        if (query.isEmpty()) {
            witness.saw(
                    flow,
                    new PacketSent(
                            flow.transport(),
                            flow.address(),
                            flow.port(),
                            hostile.length,
                            Excerpt.packet(hostile)));
            witness.search(flow, "dns", flow.destination(), hostile);
        } else {
            asked(flow, query.get(), hostile);
            if (refused) {
                String zoneName = Existence.registrable(query.get().name());
                witness.saw(
                        flow,
                        new EgressRefused("dns", query.get().name(), "not in the policy"),
                        zoneName);
            }
            if (nothing) {
                String how = NetworkFault.NXDOMAIN.word();
                witness.saw(flow, new ContactFailed("dns", query.get().name(), how));
            }
        }
        return answered.reply();
    }

    /** A name that no policy names does not exist, and nobody outside is asked for it. */
    private boolean refused(byte[] hostile) {
        Admission admission = services.policy().get().admission();
        return admission.refusing()
                && DnsQuery.parse(hostile)
                        .filter(
                                query ->
                                        !query.name().equals("localhost")
                                                && !query.name().endsWith(".arpa")
                                                && !admission.knows(query.name()))
                        .isPresent();
    }

    private void asked(Flow flow, DnsQuery query, byte[] hostile) {
        Witness witness = services.witness();
        String zone = Existence.registrable(query.name());
        witness.saw(flow, new DnsAsked(query.name(), query.typeName(), flow.address()), zone);
        String asked = query.asked();
        int below = Math.max(0, asked.length() - zone.length());
        String labels = asked.substring(0, below).replace(".", "");
        byte[] joined = labels.getBytes(StandardCharsets.UTF_8);
        boolean found = witness.search(flow, "dns", zone, asked.getBytes(StandardCharsets.UTF_8));
        found = found || witness.search(flow, "dns", zone, hostile);
        if (!found && !labels.isEmpty()) {
            found = witness.search(flow, "dns", zone, joined);
        }
        // By type: asking once for IPv4 and once for IPv6 must not double the pieces of a tunnel.
        if (!found && !witness.searchPiece(flow, "dns", zone, query.typeName(), joined)) {
            witness.searchAmong(flow, "dns", zone, query.typeName() + " " + asked);
            String first = asked.substring(0, Math.max(0, asked.indexOf('.')));
            witness.searchPiece(
                    flow,
                    "dns",
                    zone,
                    query.typeName() + "1",
                    first.getBytes(StandardCharsets.UTF_8));
        }
    }
}
