package io.mcpsf.boundary.dns;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.HexFormat;
import java.util.Map;
import java.util.Optional;

/** The answers of the fake internet's name service: the same whoever is asked. */
public final class Zone {

    private static final int TTL_SECONDS = 300;
    private static final Map<String, Integer> SERVICES =
            Map.of(
                    "_http",
                    80,
                    "_https",
                    443,
                    "_submission",
                    587,
                    "_imaps",
                    993,
                    "_sip",
                    5060,
                    "_ldap",
                    389,
                    "_kerberos",
                    88,
                    "_xmpp-client",
                    5222,
                    "_minecraft",
                    25565);

    private final Existence existence;
    private final NameBook book;
    private final Rebinding rebinding = new Rebinding();

    public Zone(Existence existence, NameBook book) {
        this.existence = existence;
        this.book = book;
    }

    /**
     * What was asked and the message to send back. An empty query is bytes that were no question;
     * an empty reply means to stay silent.
     */
    @SuppressWarnings("ArrayRecordComponent") // handed to the socket at once, never compared
    public record Answered(Optional<DnsQuery> query, byte[] reply, boolean exists) {}

    public Answered answer(byte[] hostile) {
        Optional<DnsQuery> read = DnsQuery.parse(hostile);
        if (read.isEmpty()) {
            boolean answerable = hostile.length >= 12 && (hostile[2] & 0x80) == 0;
            return new Answered(
                    read, answerable ? DnsReply.formatError(hostile) : new byte[0], false);
        }
        DnsQuery query = read.get();
        var reply = new DnsReply(hostile, query);
        boolean exists = fill(query, reply);
        return new Answered(
                read, reply.bytes(exists ? DnsReply.NO_ERROR : DnsReply.NO_SUCH_NAME), exists);
    }

    /** The same in a world where no name exists. */
    public Answered deny(byte[] hostile) {
        Answered usual = answer(hostile);
        return usual.query()
                .map(
                        query ->
                                new Answered(
                                        usual.query(),
                                        new DnsReply(hostile, query).bytes(DnsReply.NO_SUCH_NAME),
                                        false))
                .orElse(usual);
    }

    private boolean fill(DnsQuery query, DnsReply reply) {
        String name = query.name();
        if (name.endsWith(".in-addr.arpa") || name.endsWith(".ip6.arpa")) {
            return reverse(query, reply);
        }
        if (name.equals("localhost")) {
            return loopback(query, reply);
        }
        if (!existence.exists(name)) {
            String top = name.substring(name.lastIndexOf('.') + 1);
            reply.authority(900, top.isEmpty() || name.indexOf('\\') >= 0 ? "root" : top);
            return false;
        }
        if (Rebinding.covers(name)) {
            rebound(query, reply);
            return true;
        }
        String zone = Existence.registrable(name);
        switch (query.type()) {
            case RecordType.A -> reply.answer(RecordType.A, TTL_SECONDS, four(name));
            case RecordType.AAAA -> six(name, reply);
            case RecordType.ANY -> {
                reply.answer(RecordType.A, TTL_SECONDS, four(name));
                six(name, reply);
            }
            case RecordType.MX ->
                    reply.answer(
                            RecordType.MX,
                            TTL_SECONDS,
                            DnsReply.numbersAndName("mail." + zone, 10));
            case RecordType.NS -> {
                reply.answer(RecordType.NS, TTL_SECONDS, DnsReply.name("ns1." + zone));
                reply.answer(RecordType.NS, TTL_SECONDS, DnsReply.name("ns2." + zone));
            }
            case RecordType.TXT ->
                    reply.answer(RecordType.TXT, TTL_SECONDS, DnsReply.text("v=spf1 mx ~all"));
            case RecordType.SRV -> service(name, reply);
            // No HTTPS and SVCB records: they would let a client hide the name it wants (ECH).
            default -> reply.authority(900, zone);
        }
        return true;
    }

    private byte[] four(String name) {
        if (name.equals("metadata.google.internal")) {
            return new byte[] {(byte) 169, (byte) 254, (byte) 169, (byte) 254};
        }
        return book.address4(name).getAddress();
    }

    private void six(String name, DnsReply reply) {
        if (name.equals("metadata.google.internal")) {
            reply.authority(900, "google.internal");
        } else {
            reply.answer(RecordType.AAAA, TTL_SECONDS, book.address6(name).getAddress());
        }
    }

    private void rebound(DnsQuery query, DnsReply reply) {
        if (query.type() != RecordType.A) {
            reply.authority(0, Existence.registrable(query.name()));
            return;
        }
        byte[] own = {127, 0, 0, 1};
        boolean again = rebinding.again(query.name());
        reply.answer(RecordType.A, 0, again ? own : book.address4(query.name()).getAddress());
    }

    private static boolean loopback(DnsQuery query, DnsReply reply) {
        if (query.type() == RecordType.A) {
            reply.answer(RecordType.A, TTL_SECONDS, new byte[] {127, 0, 0, 1});
        } else if (query.type() == RecordType.AAAA) {
            byte[] one = new byte[16];
            one[15] = 1;
            reply.answer(RecordType.AAAA, TTL_SECONDS, one);
        }
        return true;
    }

    private static void service(String name, DnsReply reply) {
        String service = name.substring(0, Math.max(0, name.indexOf('.')));
        String host = name.replaceFirst("^(_[a-z0-9-]+\\.){1,2}", "");
        reply.answer(
                RecordType.SRV,
                TTL_SECONDS,
                DnsReply.numbersAndName(host, 10, 5, SERVICES.getOrDefault(service, 443)));
    }

    private boolean reverse(DnsQuery query, DnsReply reply) {
        Optional<String> name = address(query.name()).flatMap(book::name);
        if (name.isEmpty()) {
            reply.authority(900, query.name().endsWith("ip6.arpa") ? "ip6.arpa" : "in-addr.arpa");
            return false;
        }
        if (query.type() == RecordType.PTR) {
            reply.answer(RecordType.PTR, TTL_SECONDS, DnsReply.name(name.get()));
        }
        return true;
    }

    private static Optional<InetAddress> address(String arpa) {
        String[] labels = arpa.split("\\.");
        try {
            if (arpa.endsWith(".in-addr.arpa") && labels.length == 6) {
                byte[] bytes = new byte[4];
                for (int i = 0; i < 4; i++) {
                    bytes[3 - i] = (byte) Integer.parseInt(labels[i]);
                }
                return Optional.of(InetAddress.getByAddress(bytes));
            }
            if (arpa.endsWith(".ip6.arpa") && labels.length == 34) {
                var hex = new StringBuilder();
                for (int i = 31; i >= 0; i--) {
                    hex.append(labels[i]);
                }
                return Optional.of(InetAddress.getByAddress(HexFormat.of().parseHex(hex)));
            }
        } catch (IllegalArgumentException | UnknownHostException notAnAddress) {
            return Optional.empty();
        }
        return Optional.empty();
    }
}
