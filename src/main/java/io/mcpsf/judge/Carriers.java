package io.mcpsf.judge;

import io.mcpsf.model.NetworkObservation.MailSent;
import io.mcpsf.model.NetworkObservation.PacketSent;
import io.mcpsf.model.NetworkObservation.RequestSent;
import io.mcpsf.model.NetworkObservation.ServiceAsked;
import io.mcpsf.model.Observation;
import io.mcpsf.model.Seen;
import io.mcpsf.model.SocketObservation.BaitLeft;

import java.util.Optional;

/** The request, mail or packet in which a decoy was found: told just before the find. */
final class Carriers {

    private static final int NEAR = 64;

    private Carriers() {}

    static Optional<Seen> of(Trail trail, Seen left) {
        return left.what() instanceof BaitLeft bait
                ? trail.before(left, NEAR, seen -> carries(seen, left, bait))
                : Optional.empty();
    }

    private static boolean carries(Seen seen, Seen left, BaitLeft bait) {
        if (seen.at().process() != left.at().process()) {
            return false;
        }
        return switch (seen.what()) {
            case RequestSent request ->
                    bait.where().equals("http")
                            && Hosts.of(request.url()).equals(Hosts.of(bait.destination()));
            case MailSent _ -> bait.where().equals("smtp");
            case PacketSent packet -> packet.protocol().equals(bait.where());
            case ServiceAsked asked -> asked.service().equals(bait.where());
            default -> false;
        };
    }

    /** What it is, in a few words, with where it went. */
    static String words(Observation carrier) {
        return switch (carrier) {
            case RequestSent request ->
                    "the request "
                            + Message.cut(request.method())
                            + " "
                            + Message.cut(request.url(), 100);
            case MailSent mail -> "a mail to " + Message.list(mail.to(), 3);
            case PacketSent packet ->
                    "traffic to "
                            + Message.cut(Hosts.endpoint(packet.address(), packet.port()))
                            + " over "
                            + packet.protocol();
            case ServiceAsked asked ->
                    "a query to "
                            + asked.service()
                            + " at "
                            + Message.cut(Hosts.endpoint(asked.address(), asked.port()));
            default -> "network traffic";
        };
    }

    /** By what it travelled, as a person would call it, or empty. */
    static String protocol(BaitLeft left, Optional<Seen> carrier) {
        return switch (left.where()) {
            case "http" ->
                    carrier.map(Seen::what)
                                    .filter(w -> w instanceof RequestSent r && r.tls())
                                    .isPresent()
                            ? "HTTPS"
                            : "HTTP";
            case "smtp" -> "mail";
            case "postgresql" -> "PostgreSQL";
            case "mysql" -> "MySQL";
            case "redis" -> "Redis";
            case "mongodb" -> "MongoDB";
            case "websocket" -> "a WebSocket";
            case "dns" -> "DNS";
            case "tcp" -> "TCP";
            case "udp" -> "UDP";
            case "quic" -> "QUIC";
            case "icmp" -> "ICMP";
            default -> "";
        };
    }
}
