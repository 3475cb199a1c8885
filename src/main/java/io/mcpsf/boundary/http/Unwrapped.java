package io.mcpsf.boundary.http;

import org.brotli.dec.BrotliInputStream;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Locale;
import java.util.zip.GZIPInputStream;
import java.util.zip.Inflater;
import java.util.zip.InflaterInputStream;

/** A body without its content encodings. A bomb is cut off; a broken stream gives what came. */
public final class Unwrapped {

    private static final int MAX_LAYERS = 3;

    private Unwrapped() {}

    public static byte[] body(byte[] hostile, String contentEncoding, int maxBytes) {
        byte[] body = hostile;
        List<String> layers =
                List.of(contentEncoding.toLowerCase(Locale.ROOT).strip().split("\\s*,\\s*"));
        if (layers.size() > MAX_LAYERS) {
            return body;
        }
        for (String layer : layers.reversed()) {
            body =
                    layer.equals("br")
                            ? peelAlone(body, layer, maxBytes)
                            : peel(body, layer, maxBytes);
        }
        return body;
    }

    /** One at a time: a few hostile bytes make this decoder take 16 MiB for its window. */
    private static synchronized byte[] peelAlone(byte[] hostile, String layer, int maxBytes) {
        return peel(hostile, layer, maxBytes);
    }

    private static byte[] peel(byte[] hostile, String layer, int maxBytes) {
        var out = new ByteArrayOutputStream();
        try (InputStream in = open(hostile, layer)) {
            byte[] buffer = new byte[8192];
            for (int read = in.read(buffer);
                    read > 0 && out.size() < maxBytes;
                    read = in.read(buffer)) {
                out.write(buffer, 0, Math.min(read, maxBytes - out.size()));
            }
        } catch (IOException | RuntimeException brokenStream) {
            // The decoders throw unchecked exceptions too on hostile bytes.
            return out.size() == 0 ? hostile : out.toByteArray();
        }
        return out.toByteArray();
    }

    private static InputStream open(byte[] hostile, String layer) throws IOException {
        var bytes = new ByteArrayInputStream(hostile);
        return switch (layer) {
            case "gzip", "x-gzip" -> new GZIPInputStream(bytes);
            case "br" -> new BrotliInputStream(bytes);
            case "deflate" -> {
                // The standard says zlib; some clients send it without the wrapper.
                boolean wrapped =
                        hostile.length > 1
                                && (hostile[0] & 0x0f) == 8
                                && (((hostile[0] & 0xff) << 8) | (hostile[1] & 0xff)) % 31 == 0;
                yield new InflaterInputStream(bytes, new Inflater(!wrapped));
            }
            default -> bytes;
        };
    }
}
