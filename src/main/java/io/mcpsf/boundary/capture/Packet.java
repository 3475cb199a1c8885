package io.mcpsf.boundary.capture;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Arrays;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * What a frame carries that no socket of ours receives: datagrams, echo requests, raw protocols.
 * {@code protocol} is our word for it.
 */
@SuppressWarnings("ArrayRecordComponent") // looked at once, never compared
public record Packet(String protocol, String address, int port, int sourcePort, byte[] payload) {

    private static final int IPV4 = 0x0800;
    private static final int IPV6 = 0x86dd;
    private static final int ARP = 0x0806;
    private static final int TCP = 6;
    private static final int UDP = 17;
    private static final int ICMP = 1;
    private static final int ICMP6 = 58;
    private static final int IGMP = 2;
    private static final int MAX_EXTENSIONS = 8;

    /**
     * Nothing for what sockets handle (TCP, questions to resolvers) and for the link's own talk.
     */
    public static Optional<Packet> of(byte[] hostile) {
        if (hostile.length < 14) {
            return Optional.empty();
        }
        if (segment(hostile) > 0) {
            return Optional.empty();
        }
        int type = u16(hostile, 12);
        return switch (type) {
            case ARP -> Optional.empty();
            case IPV4 -> four(hostile);
            case IPV6 -> six(hostile);
            default ->
                    Optional.of(
                            new Packet(
                                    "ethernet-%04x".formatted(type), "", 0, 0, from(hostile, 14)));
        };
    }

    /** The port that a plain TCP segment goes to, or comes from. */
    public static OptionalInt tcpPort(byte[] frame, boolean to) {
        int at = segment(frame);
        return at < 0 ? OptionalInt.empty() : OptionalInt.of(u16(frame, to ? at + 2 : at));
    }

    /** The first segment of a connection, without what it may carry. */
    public static Optional<Packet> opening(byte[] frame) {
        int at = segment(frame);
        if (at < 0 || (frame[at + 13] & 0x17) != 0x02) {
            return Optional.empty();
        }
        boolean six = u16(frame, 12) == IPV6;
        String to = address(Arrays.copyOfRange(frame, six ? 38 : 30, six ? 54 : 34));
        return Optional.of(new Packet("tcp", to, u16(frame, at + 2), u16(frame, at), new byte[0]));
    }

    /**
     * The refusal of a connection, told as the segment that it answers: its sequence begins at
     * nothing, as that of a reset within a connection does not.
     */
    public static Optional<Packet> refusal(byte[] frame) {
        int at = segment(frame);
        if (at < 0
                || (frame[at + 13] & 0x17) != 0x14
                || u16(frame, at + 4) + u16(frame, at + 6) != 0) {
            return Optional.empty();
        }
        boolean six = u16(frame, 12) == IPV6;
        String to = address(Arrays.copyOfRange(frame, six ? 22 : 26, six ? 38 : 30));
        return Optional.of(new Packet("tcp", to, u16(frame, at), u16(frame, at + 2), new byte[0]));
    }

    /** Where the TCP header begins; negative if there is none right behind that of IP. */
    private static int segment(byte[] frame) {
        if (frame.length < 54) {
            return -1;
        }
        int type = u16(frame, 12);
        if (type == IPV4 && frame[23] == TCP && (u16(frame, 20) & 0x1fff) == 0) {
            int at = 14 + (frame[14] & 0x0f) * 4;
            return at + 20 <= frame.length ? at : -1;
        }
        return type == IPV6 && frame[20] == TCP && frame.length >= 74 ? 54 : -1;
    }

    private static Optional<Packet> four(byte[] frame) {
        if (frame.length < 34) {
            return Optional.of(new Packet("ip", "", 0, 0, from(frame, 14)));
        }
        int header = (frame[14] & 0x0f) * 4;
        boolean later = (u16(frame, 20) & 0x1fff) != 0;
        String to = address(Arrays.copyOfRange(frame, 30, 34));
        int protocol = frame[23] & 0xff;
        return later
                ? Optional.of(new Packet("fragment", to, 0, 0, from(frame, 14 + header)))
                : transport(protocol, to, from(frame, 14 + header));
    }

    private static Optional<Packet> six(byte[] frame) {
        if (frame.length < 54) {
            return Optional.of(new Packet("ip", "", 0, 0, from(frame, 14)));
        }
        String to = address(Arrays.copyOfRange(frame, 38, 54));
        int next = frame[20] & 0xff;
        int at = 54;
        for (int i = 0; i < MAX_EXTENSIONS && extension(next) && at + 8 <= frame.length; i++) {
            int length = next == 44 ? 8 : ((frame[at + 1] & 0xff) + 1) * 8;
            next = frame[at] & 0xff;
            at += length;
        }
        return transport(next, to, from(frame, at));
    }

    private static Optional<Packet> transport(int protocol, String to, byte[] data) {
        return switch (protocol) {
            case TCP, IGMP -> Optional.empty();
            case UDP -> {
                int port = data.length < 8 ? 0 : u16(data, 2);
                int source = data.length < 8 ? 0 : u16(data, 0);
                yield port == 53
                        ? Optional.empty()
                        : Optional.of(
                                new Packet(
                                        quic(port, data) ? "quic" : "udp",
                                        to,
                                        port,
                                        source,
                                        from(data, 8)));
            }
            case ICMP ->
                    data.length > 0 && data[0] == 3
                            ? Optional.empty()
                            : Optional.of(new Packet("icmp", to, 0, 0, from(data, 8)));
            case ICMP6 -> {
                // Neighbours and groups are the link's own talk; 1 is its complaint.
                int type = data.length == 0 ? 0 : data[0] & 0xff;
                yield type == 1 || (type >= 130 && type <= 143)
                        ? Optional.empty()
                        : Optional.of(new Packet("icmp", to, 0, 0, from(data, 8)));
            }
            case 0, 59 -> Optional.empty();
            default -> Optional.of(new Packet("ip-" + protocol, to, 0, 0, data));
        };
    }

    private static boolean extension(int next) {
        return next == 0 || next == 43 || next == 44 || next == 60;
    }

    private static boolean quic(int port, byte[] data) {
        return port == 443 && data.length > 20 && (data[8] & 0xc0) == 0xc0;
    }

    private static byte[] from(byte[] bytes, int at) {
        return at >= bytes.length ? new byte[0] : Arrays.copyOfRange(bytes, at, bytes.length);
    }

    private static int u16(byte[] bytes, int at) {
        return ((bytes[at] & 0xff) << 8) | (bytes[at + 1] & 0xff);
    }

    private static String address(byte[] bytes) {
        try {
            return InetAddress.getByAddress(bytes).getHostAddress();
        } catch (UnknownHostException e) {
            throw new IllegalStateException("4 or 16 bytes are an address", e);
        }
    }
}
