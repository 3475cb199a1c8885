package io.mcpsf.model;

import java.net.InetAddress;

/** A range of addresses. */
public record Cidr(InetAddress base, int bits) {

    public Cidr {
        if (bits < 0 || bits > base.getAddress().length * 8) {
            throw new IllegalArgumentException("no such prefix: " + bits);
        }
    }

    /** Reads {@code 10.0.0.0/8}, {@code fc00::/7} or a single address. */
    public static Cidr parse(String text) {
        int slash = text.indexOf('/');
        try {
            InetAddress base = InetAddress.ofLiteral(slash < 0 ? text : text.substring(0, slash));
            int bits =
                    slash < 0
                            ? base.getAddress().length * 8
                            : Integer.parseInt(text.substring(slash + 1));
            return new Cidr(base, bits);
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("no range of addresses: " + text, e);
        }
    }

    public boolean contains(InetAddress address) {
        byte[] mine = base.getAddress();
        byte[] other = address.getAddress();
        if (mine.length != other.length) {
            return false;
        }
        for (int bit = 0; bit < bits; bit++) {
            if (((mine[bit / 8] ^ other[bit / 8]) & (0x80 >> (bit % 8))) != 0) {
                return false;
            }
        }
        return true;
    }
}
