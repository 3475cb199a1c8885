package io.mcpsf.bait;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;

/**
 * A working key in the format of OpenSSH. {@code secret} is the part of the text of the private
 * file that its public file does not tell.
 */
record SshKey(String privateFile, String publicLine, String secret) {

    private static final int COLUMNS = 70;

    /** The private part is what the public one has, {@code shared}, and then what is hidden. */
    private static final class Fields {
        private final String type;
        private final byte[] publicBlob;
        private final byte[] shared;
        private final byte[] hidden;

        Fields(String type, byte[] publicBlob, byte[] shared, byte[] hidden) {
            this.type = type;
            this.publicBlob = publicBlob;
            this.shared = shared;
            this.hidden = hidden;
        }
    }

    static SshKey rsa(Forge forge, String comment) {
        BigInteger e = BigInteger.valueOf(65537);
        BigInteger p = prime(forge, e);
        BigInteger q = prime(forge, e);
        BigInteger n = p.multiply(q);
        BigInteger one = BigInteger.ONE;
        BigInteger d = e.modInverse(p.subtract(one).multiply(q.subtract(one)));
        var fields =
                new Fields(
                        "ssh-rsa",
                        blob(text("ssh-rsa"), e.toByteArray(), n.toByteArray()),
                        blob(text("ssh-rsa"), n.toByteArray(), e.toByteArray()),
                        blob(
                                d.toByteArray(),
                                q.modInverse(p).toByteArray(),
                                p.toByteArray(),
                                q.toByteArray()));
        return write(fields, forge, comment);
    }

    /** The public line of a host whose private key nobody has: any bytes look like one. */
    static String anyHost(Forge forge) {
        return "ssh-ed25519 "
                + Base64.getEncoder().encodeToString(blob(text("ssh-ed25519"), forge.bytes(32)));
    }

    static SshKey ed25519(Forge forge, String comment) {
        byte[] seed = forge.bytes(32);
        byte[] point = Ed25519.publicKey(seed);
        var fields =
                new Fields(
                        "ssh-ed25519",
                        blob(text("ssh-ed25519"), point),
                        blob(text("ssh-ed25519"), point),
                        blob(join(seed, point)));
        return write(fields, forge, comment);
    }

    private static SshKey write(Fields fields, Forge forge, String comment) {
        byte[] check = forge.bytes(4);
        byte[] open = join(join(check, check), fields.shared);
        byte[] section = padded(join(join(open, fields.hidden), blob(text(comment))));
        byte[] head =
                join(
                        text("openssh-key-v1\0"),
                        join(
                                blob(text("none"), text("none"), new byte[0]),
                                join(new byte[] {0, 0, 0, 1}, blob(fields.publicBlob))));
        byte[] all = join(head, blob(section));
        int from = head.length + 4 + open.length + 4;
        int to = from + fields.hidden.length - 4;
        if (fields.type.equals("ssh-ed25519")) {
            to = from + 32;
        }
        String body = Base64.getEncoder().encodeToString(all);
        String secret = lines(body).substring(column(from, true), column(to, false));
        String file =
                "-----BEGIN OPENSSH PRIVATE KEY-----\n"
                        + lines(body)
                        + "\n-----END OPENSSH PRIVATE KEY-----\n";
        String line =
                fields.type
                        + " "
                        + Base64.getEncoder().encodeToString(fields.publicBlob)
                        + " "
                        + comment
                        + "\n";
        return new SshKey(file, line, secret);
    }

    /**
     * Where a byte stands in the lines: the first digit wholly after, or the last wholly before.
     */
    private static int column(int at, boolean up) {
        int digit = (at * 8 + (up ? 5 : 0)) / 6;
        return digit + digit / COLUMNS;
    }

    private static String lines(String body) {
        var lines = new StringBuilder();
        for (int at = 0; at < body.length(); at += COLUMNS) {
            lines.append(at == 0 ? "" : "\n")
                    .append(body, at, Math.min(body.length(), at + COLUMNS));
        }
        return lines.toString();
    }

    private static byte[] padded(byte[] section) {
        byte[] padded = Arrays.copyOf(section, (section.length + 7) / 8 * 8);
        for (int i = section.length; i < padded.length; i++) {
            padded[i] = (byte) (i - section.length + 1);
        }
        return padded;
    }

    private static BigInteger prime(Forge forge, BigInteger e) {
        while (true) {
            byte[] bytes = forge.bytes(128);
            bytes[0] |= (byte) 0xc0;
            BigInteger prime = new BigInteger(1, bytes).nextProbablePrime();
            if (prime.subtract(BigInteger.ONE).gcd(e).equals(BigInteger.ONE)) {
                return prime;
            }
        }
    }

    private static byte[] blob(byte[]... parts) {
        var out = new ByteArrayOutputStream();
        var data = new DataOutputStream(out);
        try {
            for (byte[] part : parts) {
                data.writeInt(part.length);
                data.write(part);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return out.toByteArray();
    }

    private static byte[] join(byte[] a, byte[] b) {
        byte[] joined = Arrays.copyOf(a, a.length + b.length);
        System.arraycopy(b, 0, joined, a.length, b.length);
        return joined;
    }

    private static byte[] text(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }
}
