package io.mcpsf.service.api;

import io.mcpsf.service.storage.Digests;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The dashboard from the program itself, by a list of what there can be; nothing of the disk. */
final class StaticFiles {

    static final String POLICY =
            "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:;"
                    + " font-src 'self'; connect-src 'self'; manifest-src 'self'; frame-src"
                    + " 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

    private static final String FOLDER = "/dashboard/";
    private static final Pattern ASSET =
            Pattern.compile("/assets/([A-Za-z0-9][A-Za-z0-9._-]{0,99})");
    private static final Map<String, String> TYPES =
            Map.of(
                    "html", "text/html; charset=utf-8",
                    "js", "text/javascript; charset=utf-8",
                    "css", "text/css; charset=utf-8",
                    "svg", "image/svg+xml",
                    "png", "image/png",
                    "ico", "image/x-icon",
                    "woff2", "font/woff2",
                    "json", "application/json",
                    "webmanifest", "application/manifest+json",
                    "txt", "text/plain; charset=utf-8");

    @SuppressWarnings("ArrayRecordComponent") // Handed on, never compared.
    private record File(byte[] bytes, String tag) {}

    private final Map<String, Optional<File>> read = new ConcurrentHashMap<>();

    ApiResponse answer(String path, String known) throws IOException {
        Matcher asset = ASSET.matcher(path);
        String name;
        if (asset.matches()) {
            name = asset.group(1);
        } else if (path.equals("/favicon.ico")) {
            name = "favicon.ico";
        } else if (path.indexOf('.') < 0 && path.indexOf('%') < 0) {
            // An address of the dashboard's own: it finds its way from there.
            name = "index.html";
        } else {
            throw Problem.notFound("Not found.");
        }
        String type = TYPES.get(name.substring(name.lastIndexOf('.') + 1));
        Optional<File> file = type == null ? Optional.empty() : file(name);
        if (type == null || file.isEmpty()) {
            if (path.equals("/")) {
                return dressed(
                        ApiResponse.bytes(
                                200,
                                "text/plain; charset=utf-8",
                                "mcpsf: see /api/v1/openapi.yaml\n"
                                        .getBytes(StandardCharsets.UTF_8)));
            }
            throw Problem.notFound("Not found.");
        }
        String tag = file.get().tag();
        ApiResponse reply =
                known.equals(tag)
                        ? ApiResponse.empty(304)
                        : ApiResponse.bytes(200, type, file.get().bytes());
        return dressed(reply.with("ETag", tag).with("Cache-Control", "no-cache"));
    }

    private static ApiResponse dressed(ApiResponse reply) {
        return reply.with("Content-Security-Policy", POLICY)
                .with("Cross-Origin-Opener-Policy", "same-origin")
                .with("Permissions-Policy", "camera=(), microphone=(), geolocation=()");
    }

    private Optional<File> file(String name) throws IOException {
        Optional<File> known = read.get(name);
        if (known != null) {
            return known;
        }
        try (InputStream in = StaticFiles.class.getResourceAsStream(FOLDER + name)) {
            if (in == null) {
                return Optional.empty();
            }
            byte[] bytes = in.readAllBytes();
            String tag = '"' + Digests.sha256(bytes).substring(0, 32) + '"';
            Optional<File> file = Optional.of(new File(bytes, tag));
            read.put(name, file);
            return file;
        }
    }
}
