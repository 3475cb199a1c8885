package io.mcpsf.bait;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.HexFormat;
import java.util.Locale;
import java.util.StringJoiner;
import java.util.zip.Deflater;
import java.util.zip.DeflaterOutputStream;
import java.util.zip.GZIPOutputStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/** The ways in which a thief could wrap what he takes. */
enum Disguise {
    PLAIN,
    REVERSED,
    HEX,
    HEX_UPPER,
    HEX_COLONS,
    BASE64,
    BASE64_URL,
    BASE64_LINES,
    BASE32,
    BASE32_LOWER,
    BASE32_HEX,
    PERCENT,
    PERCENT_SOME,
    UNICODE,
    UNICODE_SOME,
    BACKSLASH_X,
    OCTAL,
    QUOTED_PRINTABLE,
    ENTITIES,
    ENTITIES_HEX,
    NUMBERS,
    UTF16_LITTLE,
    UTF16_BIG,
    GZIP,
    ZLIB,
    DEFLATE,
    ZIP,
    XOR;

    byte[] wrap(byte[] bytes) {
        return switch (this) {
            case PLAIN -> bytes;
            case REVERSED -> reverse(bytes);
            case HEX -> ascii(HexFormat.of().formatHex(bytes));
            case HEX_UPPER -> ascii(HexFormat.of().withUpperCase().formatHex(bytes));
            case HEX_COLONS -> ascii(HexFormat.ofDelimiter(":").formatHex(bytes));
            case BASE64 -> Base64.getEncoder().encode(bytes);
            case BASE64_URL -> Base64.getUrlEncoder().withoutPadding().encode(bytes);
            case BASE64_LINES -> Base64.getMimeEncoder().encode(bytes);
            case BASE32 -> ascii(base32(bytes, "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"));
            case BASE32_LOWER -> ascii(base32(bytes, "abcdefghijklmnopqrstuvwxyz234567"));
            case BASE32_HEX -> ascii(base32(bytes, "0123456789ABCDEFGHIJKLMNOPQRSTUV"));
            case QUOTED_PRINTABLE -> each(bytes, "=%02X"::formatted);
            case PERCENT -> each(bytes, b -> "%%%02X".formatted(b));
            case PERCENT_SOME ->
                    each(
                            bytes,
                            b ->
                                    b % 3 == 0 || !Character.isLetterOrDigit(b) || b > 126
                                            ? "%%%02x".formatted(b)
                                            : raw(b));
            case UNICODE -> each(bytes, "\\u%04x"::formatted);
            case UNICODE_SOME ->
                    each(bytes, b -> b % 4 == 0 || b == '\\' ? "\\u%04X".formatted(b) : raw(b));
            case BACKSLASH_X -> each(bytes, "\\x%02x"::formatted);
            case OCTAL -> each(bytes, "\\%03o"::formatted);
            case ENTITIES -> each(bytes, "&#%d;"::formatted);
            case ENTITIES_HEX -> each(bytes, "&#x%x;"::formatted);
            case NUMBERS -> numbers(bytes);
            case UTF16_LITTLE ->
                    new String(bytes, StandardCharsets.ISO_8859_1)
                            .getBytes(StandardCharsets.UTF_16LE);
            case UTF16_BIG ->
                    new String(bytes, StandardCharsets.ISO_8859_1)
                            .getBytes(StandardCharsets.UTF_16BE);
            case GZIP -> gzip(bytes);
            case ZLIB -> deflate(bytes, new Deflater(9));
            case DEFLATE -> deflate(bytes, new Deflater(6, true));
            case ZIP -> zip(bytes);
            case XOR -> xor(bytes);
        };
    }

    /** Whether the wrapped bytes may hold zero bytes and others that are no text. */
    boolean givesBinary() {
        return switch (this) {
            case GZIP, ZLIB, DEFLATE, ZIP, XOR, UTF16_LITTLE, UTF16_BIG -> true;
            default -> false;
        };
    }

    boolean takesOnlyText() {
        return this == UTF16_LITTLE || this == UTF16_BIG;
    }

    static byte[] base32(byte[] bytes) {
        return ascii(base32(bytes, "abcdefghijklmnopqrstuvwxyz234567"));
    }

    private static byte[] reverse(byte[] bytes) {
        byte[] reversed = new byte[bytes.length];
        for (int i = 0; i < bytes.length; i++) {
            reversed[i] = bytes[bytes.length - 1 - i];
        }
        return reversed;
    }

    private static byte[] xor(byte[] bytes) {
        byte[] masked = bytes.clone();
        for (int i = 0; i < bytes.length; i++) {
            masked[i] ^= (byte) 0xA7;
        }
        return masked;
    }

    private static byte[] numbers(byte[] bytes) {
        var list = new StringJoiner(",", "[", "]");
        for (byte b : bytes) {
            list.add(Integer.toString(b & 0xff));
        }
        return ascii(list.toString());
    }

    private static String base32(byte[] bytes, String alphabet) {
        var out = new StringBuilder();
        long held = 0;
        int holds = 0;
        for (byte b : bytes) {
            held = (held << 8 | (b & 0xff)) & 0xffff;
            holds += 8;
            while (holds >= 5) {
                holds -= 5;
                out.append(alphabet.charAt((int) (held >>> holds) & 31));
            }
        }
        return holds == 0
                ? out.toString()
                : out.append(alphabet.charAt((int) (held << (5 - holds)) & 31)).toString();
    }

    private interface Spelling {
        String of(int b);
    }

    private static byte[] each(byte[] bytes, Spelling spelling) {
        var out = new StringBuilder();
        for (byte b : bytes) {
            out.append(spelling.of(b & 0xff));
        }
        return out.toString().getBytes(StandardCharsets.ISO_8859_1);
    }

    private static String raw(int b) {
        return String.valueOf((char) b);
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    private static byte[] gzip(byte[] bytes) {
        var out = new ByteArrayOutputStream();
        try (var gzip = new GZIPOutputStream(out)) {
            gzip.write(bytes);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return out.toByteArray();
    }

    private static byte[] deflate(byte[] bytes, Deflater deflater) {
        var out = new ByteArrayOutputStream();
        try (var stream = new DeflaterOutputStream(out, deflater)) {
            stream.write(bytes);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } finally {
            deflater.end();
        }
        return out.toByteArray();
    }

    private static byte[] zip(byte[] bytes) {
        var out = new ByteArrayOutputStream();
        try (var zip = new ZipOutputStream(out)) {
            zip.putNextEntry(new ZipEntry("loot/" + "id".toLowerCase(Locale.ROOT)));
            zip.write(bytes);
            zip.closeEntry();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return out.toByteArray();
    }
}
