package io.mcpsf.boundary.dns;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Which address stands for which name. The address of a name is drawn from ranges where real
 * services live, always the same for the same name in one run and another in the next; and it can
 * be turned back, so that a connection to a bare address is known by the name it was given for.
 */
public final class NameBook {

    /** More names than an honest program asks for; beyond that the oldest are forgotten. */
    private static final int MAX_NAMES = 20_000;

    private static final int[][] PREFIXES4 = {
        {104, 18}, {104, 21}, {172, 67}, {151, 101}, {52, 84}, {52, 216}, {54, 230}, {13, 32},
        {34, 120}, {34, 149}, {35, 190}, {20, 60}, {185, 199}, {199, 232}, {95, 216}, {167, 71},
    };
    private static final int[][] PREFIXES6 = {
        {0x2606, 0x4700}, {0x2a04, 0x4e42}, {0x2600, 0x9000}, {0x2600, 0x1901}, {0x2a01, 0x04f8},
    };

    private final String salt;
    private final Map<String, String> names =
            new LinkedHashMap<>() {
                @Override
                protected boolean removeEldestEntry(Map.Entry<String, String> eldest) {
                    return size() > 2 * MAX_NAMES;
                }
            };

    /**
     * @param salt of this run: with the same one, names have the same addresses
     */
    public NameBook(String salt) {
        this.salt = salt;
    }

    public synchronized InetAddress address4(String name) {
        return draw(name, 4);
    }

    public synchronized InetAddress address6(String name) {
        return draw(name, 16);
    }

    /** An address that is known beforehand to stand for a name. */
    public synchronized void fix(String name, InetAddress address) {
        names.put(address.getHostAddress(), name);
    }

    /** The name that an address was given for. */
    public synchronized Optional<String> name(InetAddress address) {
        return Optional.ofNullable(names.get(address.getHostAddress()));
    }

    private InetAddress draw(String name, int size) {
        for (int attempt = 0; ; attempt++) {
            byte[] hash = hash(salt + "/" + size + "/" + attempt + "/" + name);
            InetAddress address = size == 4 ? four(hash) : six(hash);
            String holder = names.putIfAbsent(address.getHostAddress(), name);
            if (holder == null || holder.equals(name) || attempt > 8) {
                return address;
            }
        }
    }

    private static InetAddress four(byte[] hash) {
        int[] prefix = PREFIXES4[(hash[0] & 0xff) % PREFIXES4.length];
        // Neither a network's nor a broadcast address: the last byte is 1 to 254.
        int last = 1 + (hash[2] & 0xff) % 254;
        return of(new byte[] {(byte) prefix[0], (byte) prefix[1], hash[1], (byte) last});
    }

    private static InetAddress six(byte[] hash) {
        int[] prefix = PREFIXES6[(hash[0] & 0xff) % PREFIXES6.length];
        byte[] bytes = new byte[16];
        bytes[0] = (byte) (prefix[0] >> 8);
        bytes[1] = (byte) prefix[0];
        bytes[2] = (byte) (prefix[1] >> 8);
        bytes[3] = (byte) prefix[1];
        System.arraycopy(hash, 1, bytes, 4, 4);
        System.arraycopy(hash, 5, bytes, 12, 4);
        return of(bytes);
    }

    private static InetAddress of(byte[] bytes) {
        try {
            return InetAddress.getByAddress(bytes);
        } catch (UnknownHostException e) {
            throw new IllegalStateException("4 or 16 bytes are an address", e);
        }
    }

    private static byte[] hash(String text) {
        try {
            return MessageDigest.getInstance("SHA-256")
                    .digest(text.getBytes(StandardCharsets.UTF_8));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }
}
