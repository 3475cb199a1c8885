package io.mcpsf.inspect.deps;

import java.nio.charset.StandardCharsets;
import java.util.HexFormat;

/** A package's name and version as one address that tools agree on. */
public final class Purl {

    private static final HexFormat HEX = HexFormat.of().withUpperCase();

    private Purl() {}

    public static String of(Ecosystem ecosystem, String name, String version) {
        String plain = ecosystem.plain(name);
        int slash = plain.startsWith("@") ? plain.indexOf('/') : -1;
        String path =
                slash > 0
                        ? encode(plain.substring(0, slash))
                                + "/"
                                + encode(plain.substring(slash + 1))
                        : encode(plain);
        String base = "pkg:" + ecosystem.purlType() + "/" + path;
        return version.isEmpty() ? base : base + "@" + encode(version);
    }

    private static String encode(String hostile) {
        var out = new StringBuilder();
        for (byte b : hostile.getBytes(StandardCharsets.UTF_8)) {
            char c = (char) (b & 0xff);
            boolean plain =
                    (c >= 'a' && c <= 'z')
                            || (c >= 'A' && c <= 'Z')
                            || (c >= '0' && c <= '9')
                            || ".-_~".indexOf(c) >= 0;
            if (plain) {
                out.append(c);
            } else {
                HEX.toHexDigits(out.append('%'), b);
            }
        }
        return out.toString();
    }
}
