package io.mcpsf.boundary.cache;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;

final class AnswerCacheTest {

    private static final String TARBALL = "/left/-/left-1.0.0.tgz";
    private static final AnswerCache.Key KEY =
            new AnswerCache.Key("https://registry.example" + TARBALL, TARBALL, "*/*", "");

    @TempDir Path folder;

    private AnswerCache cache(String name) {
        return AnswerCache.in(folder.resolve(name), 1 << 20, Clock.systemUTC());
    }

    private static void keep(AnswerCache cache, String body) {
        try (AnswerCache.Writing writing =
                cache.keep(KEY, List.of(), body.length()).orElseThrow()) {
            writing.write(body.getBytes(StandardCharsets.UTF_8), 0, body.length());
            writing.commit();
        }
    }

    private static String found(AnswerCache cache) throws IOException {
        try (CachedAnswer answer = cache.find(KEY).orElseThrow()) {
            var out = new ByteArrayOutputStream();
            answer.copy(0, answer.bytes(), out);
            return out.toString(StandardCharsets.UTF_8);
        }
    }

    @Test
    void whatIsNotInOursIsTakenFromASharedOneThatStaysAsItIs() throws IOException {
        AnswerCache shared = cache("shared");
        keep(shared, "theirs");
        AnswerCache ours = cache("ours").and(folder.resolve("shared"));

        assertThat(cache("ours").find(KEY)).isEmpty();
        assertThat(found(ours)).isEqualTo("theirs");

        keep(ours, "mine");
        assertThat(found(ours)).isEqualTo("mine");
        assertThat(found(shared)).isEqualTo("theirs");
    }

    @Test
    void aSharedCacheThatIsNotThereIsEmpty() {
        assertThat(cache("ours").and(folder.resolve("nowhere")).find(KEY)).isEmpty();
        assertThat(Files.exists(folder.resolve("nowhere"))).isFalse();
    }
}
