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
 * A key in the format of OpenSSH. {@code secret} is the part of the text of the private file that
 * its public file does not tell.
 */
record SshKey(String privateFile, String publicLine, String secret) {

    private static final int COLUMNS = 70;

    private static final int MODULUS_BYTES = 384;
    private static final byte[] EXPONENT = {1, 0, 1};
    private static final BigInteger SMALL_PRIMES =
            new BigInteger("16294579238595022365"); // 3 * 5 * … * 53

    /**
     * Behind a passphrase that nobody knows: such a file can't be told from a real one, and saves
     * the half second that looking for two primes takes.
     */
    static SshKey lockedRsa(Forge forge, String comment) {
        byte[] publicBlob = blob(text("ssh-rsa"), EXPONENT, modulus(forge));
        byte[] lock = join(blob(forge.bytes(16)), new byte[] {0, 0, 0, 24});
        byte[] head = head(blob(text("aes256-ctr"), text("bcrypt"), lock), publicBlob);
        int open = 8 + publicBlob.length;
        int hidden = 4 + MODULUS_BYTES + 4 + MODULUS_BYTES / 2 + 2 * (4 + MODULUS_BYTES / 2 + 1);
        int blocks = (open + hidden + 4 + comment.length() + 15) / 16;
        byte[] all = join(head, blob(forge.bytes(16 * blocks)));
        return write("ssh-rsa", publicBlob, comment, all, head.length + 4, all.length);
    }

    /** An odd number without small factors: whether it has large ones nobody can find out. */
    private static byte[] modulus(Forge forge) {
        while (true) {
            byte[] bytes = forge.bytes(MODULUS_BYTES);
            bytes[0] |= (byte) 0xc0;
            bytes[MODULUS_BYTES - 1] |= 1;
            BigInteger number = new BigInteger(1, bytes);
            if (number.gcd(SMALL_PRIMES).equals(BigInteger.ONE)) {
                return number.toByteArray();
            }
        }
    }

    /** The public line of a host whose private key nobody has: any bytes look like one. */
    static String anyHost(Forge forge) {
        return "ssh-ed25519 "
                + Base64.getEncoder().encodeToString(blob(text("ssh-ed25519"), forge.bytes(32)));
    }

    static SshKey ed25519(Forge forge, String comment) {
        byte[] seed = forge.bytes(32);
        byte[] point = Ed25519.publicKey(seed);
        byte[] publicBlob = blob(text("ssh-ed25519"), point);
        byte[] head = head(blob(text("none"), text("none"), new byte[0]), publicBlob);
        byte[] check = forge.bytes(4);
        byte[] open = join(join(check, check), publicBlob);
        byte[] hidden = blob(join(seed, point), text(comment));
        byte[] all = join(head, blob(padded(join(open, hidden))));
        int from = head.length + 4 + open.length + 4;
        return write("ssh-ed25519", publicBlob, comment, all, from, from + seed.length);
    }

    private static byte[] head(byte[] lock, byte[] publicBlob) {
        byte[] one = {0, 0, 0, 1};
        return join(join(text("openssh-key-v1\0"), lock), join(one, blob(publicBlob)));
    }

    /** The secret is what stands between two bytes of the private file. */
    private static SshKey write(
            String type, byte[] publicBlob, String comment, byte[] all, int from, int to) {
        String body = lines(Base64.getEncoder().encodeToString(all));
        String file =
                "-----BEGIN OPENSSH PRIVATE KEY-----\n"
                        + body
                        + "\n-----END OPENSSH PRIVATE KEY-----\n";
        String line =
                type + " " + Base64.getEncoder().encodeToString(publicBlob) + " " + comment + "\n";
        return new SshKey(file, line, body.substring(column(from, true), column(to, false)));
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
