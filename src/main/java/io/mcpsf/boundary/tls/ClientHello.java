package io.mcpsf.boundary.tls;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** What a client says before anything is encrypted: the name it wants, and how it wants to talk. */
public record ClientHello(
        String random, String serverName, List<String> protocols, String fingerprint) {

    /** A hello of more bytes than this is no honest one; those with large keys need some 4 KiB. */
    public static final int MAX_BYTES = 32 << 10;

    public ClientHello {
        protocols = List.copyOf(protocols);
    }

    /** What reading the first bytes of a connection came to. */
    public sealed interface Reading {
        record Whole(ClientHello hello) implements Reading {}

        record NeedsMore() implements Reading {}

        record Malformed(String why) implements Reading {}
    }

    /** Reads the records at the beginning of a connection as far as they are there. */
    public static Reading read(byte[] hostile) {
        byte[] handshake = new byte[Math.min(hostile.length, MAX_BYTES)];
        int have = 0;
        int at = 0;
        while (at + 5 <= hostile.length) {
            if (hostile[at] != 0x16) {
                return new Reading.Malformed("not a handshake record");
            }
            int length = ((hostile[at + 3] & 0xff) << 8) | (hostile[at + 4] & 0xff);
            int there = Math.min(length, hostile.length - at - 5);
            if (length == 0 || length > 16640 || have + there > handshake.length) {
                return new Reading.Malformed("a record of " + length + " bytes");
            }
            System.arraycopy(hostile, at + 5, handshake, have, there);
            have += there;
            at += 5 + length;
            if (have >= 4) {
                int wanted =
                        ((handshake[1] & 0xff) << 16)
                                | ((handshake[2] & 0xff) << 8)
                                | (handshake[3] & 0xff);
                if (handshake[0] != 1 || wanted > MAX_BYTES) {
                    return new Reading.Malformed("not a client hello");
                }
                if (have >= wanted + 4) {
                    return message(ByteBuffer.wrap(handshake, 4, wanted));
                }
            }
        }
        return hostile.length >= MAX_BYTES
                ? new Reading.Malformed("a hello without end")
                : new Reading.NeedsMore();
    }

    private static Reading message(ByteBuffer in) {
        try {
            return new Reading.Whole(parse(in));
        } catch (RuntimeException cutShort) {
            // Every length is checked by the buffer; there is nothing better to do for a bad one.
            return new Reading.Malformed("a hello that contradicts its lengths");
        }
    }

    private static ClientHello parse(ByteBuffer in) {
        var ja4 = new Ja4();
        ja4.version(u16(in));
        byte[] random = new byte[32];
        in.get(random);
        slice(in, in.get() & 0xff);
        ByteBuffer ciphers = slice(in, u16(in));
        while (ciphers.remaining() >= 2) {
            ja4.cipher(u16(ciphers));
        }
        slice(in, in.get() & 0xff);
        String name = "";
        List<String> protocols = List.of();
        ByteBuffer extensions = in.remaining() >= 2 ? slice(in, u16(in)) : slice(in, 0);
        while (extensions.remaining() >= 4) {
            int type = u16(extensions);
            ByteBuffer data = slice(extensions, u16(extensions));
            ja4.extension(type);
            switch (type) {
                case 0 -> name = serverName(data).orElse(name);
                case 16 -> protocols = protocols(data);
                case 13 -> numbers(slice(data, u16(data))).forEach(ja4::signature);
                case 43 -> numbers(slice(data, data.get() & 0xff)).forEach(ja4::version);
                default -> {}
            }
        }
        return new ClientHello(
                HexFormat.of().formatHex(random),
                name,
                protocols,
                ja4.text(!name.isEmpty(), protocols));
    }

    private static Optional<String> serverName(ByteBuffer data) {
        ByteBuffer list = slice(data, u16(data));
        while (list.remaining() >= 3) {
            int kind = list.get();
            String name = text(slice(list, u16(list)));
            if (kind == 0) {
                return Optional.of(name.toLowerCase(Locale.ROOT));
            }
        }
        return Optional.empty();
    }

    private static List<String> protocols(ByteBuffer data) {
        List<String> found = new ArrayList<>();
        ByteBuffer list = slice(data, u16(data));
        while (list.hasRemaining() && found.size() < 32) {
            found.add(text(slice(list, list.get() & 0xff)));
        }
        return found;
    }

    private static List<Integer> numbers(ByteBuffer data) {
        List<Integer> found = new ArrayList<>();
        while (data.remaining() >= 2) {
            found.add(u16(data));
        }
        return found;
    }

    private static String text(ByteBuffer data) {
        return StandardCharsets.ISO_8859_1.decode(data).toString();
    }

    private static ByteBuffer slice(ByteBuffer in, int length) {
        ByteBuffer slice = in.slice(in.position(), length);
        in.position(in.position() + length);
        return slice;
    }

    private static int u16(ByteBuffer in) {
        return in.getShort() & 0xffff;
    }
}
