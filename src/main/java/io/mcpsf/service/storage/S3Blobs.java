package io.mcpsf.service.storage;

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Blobs in a bucket of S3 or of anything that speaks like it, addressed by path. */
public final class S3Blobs implements Blobs {

    private static final Duration PATIENCE = Duration.ofMinutes(5);
    private static final Pattern KEY = Pattern.compile("<Key>([^<]{1,1024})</Key>");
    private static final int TRIES = 4;
    private static final int MOST_ROUNDS = 10_000;

    private final HttpClient http;
    private final Bucket bucket;
    private final SigV4 signature;

    /** Where it is: {@code endpoint} such as {@code https://s3.eu-central-1.amazonaws.com}. */
    public record Bucket(URI endpoint, String name, String prefix) {
        public Bucket {
            if (!name.matches("[a-z0-9][a-z0-9.-]{1,62}")
                    || !prefix.matches("([A-Za-z0-9._-]+/)*")) {
                throw new IllegalArgumentException(
                        "no bucket: write s3://BUCKET or s3://BUCKET/FOLDER/");
            }
        }
    }

    public S3Blobs(
            Bucket bucket, SigV4.Credentials credentials, InstantSource clock, HttpClient http) {
        this.http = http;
        this.bucket = bucket;
        this.signature = new SigV4(credentials, clock);
    }

    @Override
    public void put(String name, Path file) throws IOException {
        String digest = SigV4.sha256(file);
        send("PUT", object(name), "", digest, BodyPublishers.ofFile(file)).body().close();
    }

    @Override
    public InputStream get(String name) throws IOException {
        return send("GET", object(name), "", SigV4.NOTHING, BodyPublishers.noBody()).body();
    }

    @Override
    public void deleteAll(String prefix) throws IOException {
        delete(bucket.prefix() + Blobs.checked(prefix), _ -> true);
    }

    @Override
    public void deleteBeside(String kept) throws IOException {
        // A folder that is kept has fewer objects than a page of the list, so that others show.
        String folder = bucket.prefix() + Blobs.checked(kept) + "/";
        delete(bucket.prefix() + Blobs.above(kept), key -> !key.startsWith(folder));
    }

    private void delete(String prefix, Predicate<String> which) throws IOException {
        for (int round = 0; round < MOST_ROUNDS; round++) {
            List<String> keys = list(prefix).stream().filter(which).toList();
            for (String key : keys) {
                send("DELETE", path(key), "", SigV4.NOTHING, BodyPublishers.noBody())
                        .body()
                        .close();
            }
            if (keys.isEmpty()) {
                return;
            }
        }
    }

    private List<String> list(String prefix) throws IOException {
        var query = new TreeMap<String, String>();
        query.put("list-type", "2");
        query.put("prefix", prefix);
        String text;
        try (InputStream body =
                send(
                                "GET",
                                "/" + bucket.name(),
                                SigV4.query(query),
                                SigV4.NOTHING,
                                BodyPublishers.noBody())
                        .body()) {
            text = new String(body.readNBytes(8 << 20), StandardCharsets.UTF_8);
        }
        var keys = new ArrayList<String>();
        Matcher matcher = KEY.matcher(text);
        while (matcher.find()) {
            String key = matcher.group(1);
            // A prefix is a name or a folder: x must not take xy with it.
            if (key.equals(prefix)
                    || key.startsWith(prefix.endsWith("/") ? prefix : prefix + "/")) {
                keys.add(key);
            }
        }
        return keys;
    }

    private String object(String name) {
        return path(bucket.prefix() + Blobs.checked(name));
    }

    private String path(String key) {
        return "/" + bucket.name() + "/" + key;
    }

    private HttpResponse<InputStream> send(
            String method, String path, String query, String digest, HttpRequest.BodyPublisher body)
            throws IOException {
        IOException last = new IOException("not tried");
        for (int i = 0; i < TRIES; i++) {
            try {
                HttpResponse<InputStream> answer = once(method, path, query, digest, body);
                if (answer.statusCode() / 100 == 2) {
                    return answer;
                }
                String words;
                try (InputStream in = answer.body()) {
                    words = new String(in.readNBytes(500), StandardCharsets.UTF_8);
                }
                if (answer.statusCode() == 404) {
                    if (method.equals("DELETE")) {
                        return answer;
                    }
                    throw new NoSuchFileException(path);
                }
                last =
                        new IOException(
                                "the bucket answers %s %s with %d: %s"
                                        .formatted(method, path, answer.statusCode(), words));
                if (answer.statusCode() < 500 && answer.statusCode() != 429) {
                    throw last;
                }
            } catch (java.net.ConnectException | java.net.http.HttpTimeoutException e) {
                last = e;
            }
            pause(i);
        }
        throw last;
    }

    private HttpResponse<InputStream> once(
            String method, String path, String query, String digest, HttpRequest.BodyPublisher body)
            throws IOException {
        URI uri = bucket.endpoint().resolve(query.isEmpty() ? path : path + "?" + query);
        HttpRequest.Builder request =
                HttpRequest.newBuilder(uri).timeout(PATIENCE).method(method, body);
        Map<String, String> headers = signature.headers(method, host(uri), path, query, digest);
        headers.forEach(request::header);
        try {
            return http.send(request.build(), BodyHandlers.ofInputStream());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
        }
    }

    private static String host(URI uri) {
        return uri.getPort() < 0 ? uri.getHost() : uri.getHost() + ":" + uri.getPort();
    }

    private static void pause(int round) throws IOException {
        try {
            Thread.sleep(Duration.ofMillis(100L << round));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
        }
    }
}
