package io.mcpsf.service.worker;

import io.mcpsf.json.Json;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** The forms in which one secret is looked for: plain, as each sink writes it, and encoded. */
final class Disguises {

    /** Shorter pieces of base64 are found by chance. */
    private static final int SHORTEST_PIECE = 8;

    private static final int EDGE = 3;

    private final String mask;
    private final Map<String, Masking.Disguise> all = new LinkedHashMap<>();

    private Disguises(String value, String name) {
        // Digits stand for digits, so that a number stays one.
        this.mask = value.matches("[0-9.:]+") ? "9" : "*" + name;
    }

    static List<Masking.Disguise> of(String value, String name) {
        var disguises = new Disguises(value, name);
        String json = Json.text(Json.object().put("v", value));
        String escaped = json.substring(6, json.length() - 2);
        String html = value.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
        String url = URLEncoder.encode(value, StandardCharsets.UTF_8);
        for (String worn :
                List.of(
                        value,
                        escaped,
                        escaped.replace("/", "\\/"),
                        // JSON in JSON, as a transcript has it.
                        escaped.replace("\\", "\\\\").replace("\"", "\\\""),
                        html,
                        html.replace("\"", "&quot;").replace("'", "&#39;"),
                        html.replace("\"", "&quot;").replace("'", "&apos;"),
                        html.replace("\"", "&#34;").replace("'", "&#x27;"),
                        value.replace("\"", "\"\""),
                        value.replaceAll("([\\\\`*_{}\\[\\]<>()#+.!|~-])", "\\\\$1"),
                        value.replaceAll("([\\\\`*_\\[\\]<>|])", "\\\\$1"),
                        url,
                        url.replace("+", "%20"),
                        lower(url),
                        lower(url.replace("+", "%20")),
                        new StringBuilder(value).reverse().toString())) {
            disguises.plain(worn);
        }
        disguises.encoded(value);
        return List.copyOf(disguises.all.values());
    }

    private static String lower(String url) {
        var text = new StringBuilder(url);
        for (int i = 0; i + 2 < text.length(); i++) {
            if (text.charAt(i) == '%') {
                String code = text.substring(i, i + 3).toLowerCase(Locale.ROOT);
                text.replace(i, i + 3, code);
            }
        }
        return text.toString();
    }

    private void plain(String worn) {
        byte[] bytes = worn.getBytes(StandardCharsets.UTF_8);
        add(worn, bytes, mask(bytes.length));
    }

    private void encoded(String value) {
        byte[] bytes = value.getBytes(StandardCharsets.UTF_8);
        byte[] masked = mask(bytes.length);
        HexFormat hex = HexFormat.of();
        same(hex.formatHex(bytes), hex.formatHex(masked));
        same(hex.withUpperCase().formatHex(bytes), hex.withUpperCase().formatHex(masked));
        byte[] wide = value.getBytes(StandardCharsets.UTF_16LE);
        byte[] wideMask =
                new String(mask(wide.length / 2), StandardCharsets.US_ASCII)
                        .getBytes(StandardCharsets.UTF_16LE);
        add("utf-16 " + value, wide, wideMask);
        for (Base64.Encoder encoder : List.of(Base64.getEncoder(), Base64.getUrlEncoder())) {
            for (int before = 0; before < 3; before++) {
                String worn = inner(encoder, bytes, before);
                String mask = inner(encoder, masked, before);
                same(worn, mask);
                // Also where its ends were cut off.
                int end = Math.max(EDGE, worn.length() - EDGE);
                same(worn.substring(EDGE, end), mask.substring(EDGE, end));
            }
        }
    }

    /** What of its base64 does not depend on what stands around it. */
    private static String inner(Base64.Encoder encoder, byte[] bytes, int before) {
        var shifted = new byte[before + bytes.length];
        System.arraycopy(bytes, 0, shifted, before, bytes.length);
        String text = encoder.withoutPadding().encodeToString(shifted);
        int from = before == 0 ? 0 : before + 1;
        int bits = shifted.length * 8;
        return text.substring(from, bits / 6);
    }

    private void same(String worn, String masked) {
        if (worn.length() >= SHORTEST_PIECE) {
            add(
                    worn,
                    worn.getBytes(StandardCharsets.US_ASCII),
                    masked.getBytes(StandardCharsets.US_ASCII));
        }
    }

    private void add(String key, byte[] worn, byte[] masked) {
        all.putIfAbsent(key, new Masking.Disguise(worn, masked));
    }

    private byte[] mask(int length) {
        byte[] piece = mask.getBytes(StandardCharsets.US_ASCII);
        var masked = new byte[length];
        for (int i = 0; i < length; i++) {
            masked[i] = piece[i % piece.length];
        }
        return masked;
    }
}
