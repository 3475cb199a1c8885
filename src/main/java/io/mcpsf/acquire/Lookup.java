package io.mcpsf.acquire;

import io.mcpsf.acquire.net.FetchException;
import io.mcpsf.acquire.net.Fetcher;
import io.mcpsf.model.Sha256;

import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Optional;
import java.util.function.Consumer;

/** Pages and files of registries, through the cache: from it where that will do, else into it. */
final class Lookup {

    /** The whole history of the largest packages in one page. */
    private static final int PAGE_BYTES = 96 << 20;

    /** More than any server; the cap of what is unpacked comes on top. */
    private static final long FILE_BYTES = 512L << 20;

    private final Cache cache;
    private final AcquireOptions settings;
    private final Consumer<String> note;

    Lookup(Cache cache, AcquireOptions settings, Consumer<String> note) {
        this.cache = cache;
        this.settings = settings;
        this.note = note;
    }

    /** What a registry said, and the address it said it at. */
    @SuppressWarnings("ArrayRecordComponent") // read once, never compared
    record Said(URI at, byte[] bytes) {}

    /**
     * Reads a page. What is younger than {@code fresh} is taken from the cache; an older one only
     * offline, or when the registry cannot be reached.
     */
    Said page(Fetcher fetcher, URI uri, String accept, Duration fresh) throws InterruptedException {
        String key = "page " + uri + " " + accept;
        Optional<Cache.Word> kept = cache.word(key);
        Optional<Said> old = kept.flatMap(word -> said(word.bytes()));
        boolean young =
                kept.isPresent() && kept.get().at().isAfter(cache.clock().instant().minus(fresh));
        if (old.isPresent() && (young || settings.offline())) {
            return old.get();
        }
        refuseOffline(uri);
        try {
            Fetcher.Page page = fetcher.page(uri, accept, PAGE_BYTES);
            cache.putWord(key, joined(page.uri(), page.body()));
            return new Said(page.uri(), page.body());
        } catch (FetchException e) {
            boolean unreachable = e.status() == 0 || e.status() >= 500 || e.status() == 429;
            if (old.isEmpty() || !unreachable) {
                throw e;
            }
            note.accept(
                    "%s; using its answer of %s"
                            .formatted(e.getMessage(), kept.map(Cache.Word::at).orElseThrow()));
            return old.get();
        }
    }

    /** Reads a file whose digest was promised; the path lies in the cache and is not changed. */
    Path file(Fetcher fetcher, URI uri, Integrity promised) throws InterruptedException {
        String key = "file " + promised.shown();
        Optional<Path> held = kept(key);
        if (held.isPresent()) {
            return held.get();
        }
        refuseOffline(uri);
        Path aside = cache.scratch();
        try {
            fetcher.file(uri, aside, FILE_BYTES);
            if (!promised.fits(aside)) {
                throw new AcquireException(
                        "refused " + uri.getPath(),
                        "its digest differs from the registry's (" + promised.shown() + ")",
                        "Someone may have modified it in transit: try again from another network");
            }
            Path file = cache.putFile(aside);
            keep(key, file);
            return file;
        } catch (IOException e) {
            throw new AcquireException("cannot keep " + uri.getPath(), String.valueOf(e), "", e);
        } finally {
            Cache.drop(aside);
        }
    }

    /** The file that was kept under a word, if it is still whole. */
    Optional<Path> kept(String key) {
        return cache.word(key)
                .map(word -> new String(word.bytes(), StandardCharsets.UTF_8))
                .filter(hex -> hex.matches("[0-9a-f]{64}"))
                .flatMap(hex -> cache.file(new Sha256(hex)));
    }

    /** Takes a file that we made ourselves into the cache. */
    Path adopt(String key, Path file) {
        Path kept = cache.putFile(file);
        keep(key, kept);
        return kept;
    }

    Optional<String> word(String key) {
        return cache.word(key).map(word -> new String(word.bytes(), StandardCharsets.UTF_8));
    }

    void keepWord(String key, String said) {
        cache.putWord(key, said.getBytes(StandardCharsets.UTF_8));
    }

    Path scratch() {
        return cache.scratch();
    }

    boolean offline() {
        return settings.offline();
    }

    private void keep(String key, Path file) {
        String hex = String.valueOf(file.getFileName());
        cache.putWord(key, hex.getBytes(StandardCharsets.UTF_8));
    }

    void refuseOffline(URI uri) {
        if (settings.offline()) {
            throw new AcquireException(
                    "cannot read %s://%s%s"
                            .formatted(uri.getScheme(), uri.getAuthority(), uri.getPath()),
                    "offline, and the cache in %s does not have it".formatted(cache.root()),
                    "Assess it once without --offline");
        }
    }

    private static byte[] joined(URI uri, byte[] body) {
        byte[] head = (uri + "\n").getBytes(StandardCharsets.UTF_8);
        byte[] both = Arrays.copyOf(head, head.length + body.length);
        System.arraycopy(body, 0, both, head.length, body.length);
        return both;
    }

    private static Optional<Said> said(byte[] both) {
        for (int i = 0; i < Math.min(both.length, 8192); i++) {
            if (both[i] == '\n') {
                try {
                    URI uri = URI.create(new String(both, 0, i, StandardCharsets.UTF_8));
                    return Optional.of(new Said(uri, Arrays.copyOfRange(both, i + 1, both.length)));
                } catch (IllegalArgumentException e) {
                    return Optional.empty();
                }
            }
        }
        return Optional.empty();
    }
}
