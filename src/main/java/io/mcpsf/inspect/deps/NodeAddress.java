package io.mcpsf.inspect.deps;

import io.mcpsf.inspect.deps.Component.Origin;
import io.mcpsf.json.Json;

import tools.jackson.databind.JsonNode;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Which package this is. A package.json may lie about its name and version; the address that the
 * package manager fetched it from does not.
 */
record NodeAddress(String name, String version, Origin origin, String address) {

    private static final Pattern TARBALL =
            Pattern.compile(
                    "https?://[^/]+/(?:.*?/)??((?:@|%40)[^/]+(?:/|%2[fF])[^/]+|[^/@]+)/-/([^/]+)\\.tgz"
                        + "(?:[?#].*)?");
    private static final Pattern PLACE =
            Pattern.compile("(?:.*/)?node_modules/((?:@[^/]+/)?[^/]+)");

    static NodeAddress of(String place, JsonNode manifest, JsonNode lock) {
        String resolved = Json.text(lock, "resolved");
        String address = resolved.isEmpty() ? Json.text(manifest, "_resolved") : resolved;
        String version = first(Json.text(manifest, "version"), Json.text(lock, "version"));
        String name =
                first(Json.text(lock, "name"), first(Json.text(manifest, "name"), folder(place)));
        Matcher tarball = TARBALL.matcher(address);
        if (tarball.matches()) {
            String known = decoded(tarball.group(1));
            String base = known.substring(known.lastIndexOf('/') + 1) + "-";
            String file = decoded(tarball.group(2));
            return new NodeAddress(
                    known,
                    file.startsWith(base) ? file.substring(base.length()) : version,
                    Origin.REGISTRY,
                    address);
        }
        return new NodeAddress(name, version, origin(address), address);
    }

    private static Origin origin(String address) {
        if (address.startsWith("git") || address.contains("codeload.")) {
            return Origin.GIT;
        }
        if (address.startsWith("file:")) {
            return Origin.LOCAL;
        }
        return address.startsWith("http") ? Origin.ADDRESS : Origin.REGISTRY;
    }

    private static String folder(String place) {
        Matcher matcher = PLACE.matcher(place);
        return matcher.matches() ? matcher.group(1) : place.substring(place.lastIndexOf('/') + 1);
    }

    private static String decoded(String text) {
        try {
            return URLDecoder.decode(text.replace("+", "%2B"), StandardCharsets.UTF_8);
        } catch (IllegalArgumentException notEncoded) {
            return text;
        }
    }

    private static String first(String one, String other) {
        return one.isEmpty() ? other : one;
    }
}
