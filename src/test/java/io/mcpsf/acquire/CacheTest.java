package io.mcpsf.acquire;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpsf.model.Sha256;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

final class CacheTest {

    @TempDir private Path temp;
    private Instant now = Instant.parse("2026-11-15T12:00:00Z");
    private Cache cache;

    @BeforeEach
    void open() {
        cache = cache(Cache.Caps.usual());
    }

    @Test
    void aFileIsFoundByItsContentAndOnlyWhileItIsWhole() throws IOException {
        Path file = cache.putFile(Files.writeString(temp.resolve("f"), "hello"));
        var digest = Sha256.of("hello".getBytes(StandardCharsets.UTF_8));

        assertThat(cache.file(digest)).contains(file);

        Files.delete(file);
        Files.writeString(file, "hellO");
        assertThat(cache.file(digest)).isEmpty();
        assertThat(file).doesNotExist();
    }

    @Test
    void aWordIsKeptWithItsTime() {
        cache.putWord("a", new byte[] {1});
        now = now.plusSeconds(5);
        cache.putWord("b", new byte[] {2});

        assertThat(cache.word("a").orElseThrow().at()).isEqualTo(now.minusSeconds(5));
        assertThat(cache.word("b").orElseThrow().bytes()).containsExactly(2);
        assertThat(cache.word("c")).isEmpty();
    }

    @Test
    void whatIsNotThereIsTakenFromASharedCacheThatStaysAsItIs() throws IOException {
        var digest = Sha256.of("hello".getBytes(StandardCharsets.UTF_8));
        Path file = cache.putFile(Files.writeString(temp.resolve("f"), "hello"));
        cache.putWord("a", new byte[] {1});
        Path here = temp.resolve("here");
        var mine = new Cache(here, Optional.of(cache.root()), () -> now, Cache.Caps.usual());
        now = now.plusSeconds(5);
        mine.putWord("b", new byte[] {2});

        assertThat(mine.file(digest)).contains(file);
        assertThat(mine.word("a").orElseThrow().at()).isEqualTo(now.minusSeconds(5));
        assertThat(cache.word("b")).isEmpty();

        mine.putWord("a", new byte[] {3});
        assertThat(mine.word("a").orElseThrow().bytes()).containsExactly(3);
        assertThat(cache.word("a").orElseThrow().bytes()).containsExactly(1);

        Files.delete(file);
        Files.writeString(file, "hellO");
        assertThat(mine.file(digest)).isEmpty();
        assertThat(file).exists();
    }

    @Test
    void aSharedCacheIsNamedByTheEnvironment() {
        assertThat(Cache.shared(Map.of())).isEmpty();
        assertThat(Cache.shared(Map.of("MCPSF_SHARED_CACHE", "/s"))).contains(Path.of("/s"));
    }

    @Test
    void aTreeIsMovedInWithItsLinksAndModes() throws Exception {
        Path tree = tree("a", "1");
        Files.createSymbolicLink(tree.resolve("python"), Path.of("/usr/bin/python3"));

        Path kept = cache.putTree("key", tree);

        assertThat(tree).doesNotExist();
        assertThat(kept).isEqualTo(cache.tree("key").orElseThrow());
        assertThat(kept.resolve("a")).hasContent("1");
        assertThat(Files.readSymbolicLink(kept.resolve("python")))
                .isEqualTo(Path.of("/usr/bin/python3"));
        assertThat(cache.tree("other")).isEmpty();
    }

    @Test
    void aTreeFromAnotherFileSystemIsCopied() throws Exception {
        Path other = Files.createTempDirectory(Path.of("/dev/shm"), "cache-test-");
        Files.createDirectories(other.resolve("tree"));
        Files.writeString(other.resolve("tree/a"), "1");
        try {
            Path kept = cache.putTree("key", other.resolve("tree"));

            assertThat(kept.resolve("a")).hasContent("1");
            assertThat(other.resolve("tree")).doesNotExist();
        } finally {
            io.mcpsf.os.Trees.delete(other);
        }
    }

    @Test
    void aTreeThatWasChangedIsNotHandedOutAndCanBePutAgain() throws Exception {
        Path kept = cache.putTree("key", tree("a", "1"));
        Files.writeString(kept.resolve("late"), "x");

        assertThat(cache.tree("key")).isEmpty();

        cache.putTree("key", tree("a", "2"));
        assertThat(cache.tree("key").orElseThrow().resolve("a")).hasContent("2");
        assertThat(cache.tree("key").orElseThrow().resolve("late")).doesNotExist();
    }

    @Test
    void runsAtTheSameTimeEndUpWithOneWholeTree() throws Exception {
        List<Callable<Path>> runs = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            Path tree = tree("f", "same");
            runs.add(() -> cache(Cache.Caps.usual()).putTree("key", tree));
        }
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (Future<Path> run : threads.invokeAll(runs)) {
                assertThat(run.get().resolve("f")).hasContent("same");
            }
        }
        assertThat(cache.tree("key")).isPresent();
        try (var aside = Files.list(cache.root().resolve("new"))) {
            assertThat(aside).isEmpty();
        }
    }

    @Test
    void theOldestGoesFirstAndNothingThatMayBeInUse() throws Exception {
        var small = cache(new Cache.Caps(10, 10, Duration.ofHours(1)));
        small.putTree("one", tree("a", "123456"));
        now = now.plus(Duration.ofMinutes(90));
        small.putTree("two", tree("a", "123456"));
        assertThat(small.tree("one")).isEmpty();

        small.putTree("three", tree("a", "123456"));
        assertThat(small.tree("two")).as("used a moment ago").isPresent();

        now = now.plus(Duration.ofMinutes(90));
        assertThat(small.tree("two")).as("and used again").isPresent();
        small.putTree("four", tree("a", "1234"));
        assertThat(small.tree("three")).isEmpty();
        assertThat(small.tree("two")).isPresent();
    }

    @Test
    void oldFilesGoToo() throws IOException {
        var small = cache(new Cache.Caps(10, 10, Duration.ofHours(1)));
        Path old = small.putFile(Files.writeString(temp.resolve("a"), "12345678"));
        now = now.plus(Duration.ofHours(2));
        Path fresh = small.putFile(Files.writeString(temp.resolve("b"), "abcdefgh"));

        assertThat(old).doesNotExist();
        assertThat(fresh).exists();
    }

    @Test
    void theUserSaysWhereItIs() {
        Path home = Path.of("/home/u");
        assertThat(Cache.of(Map.of(), home).root()).isEqualTo(home.resolve(".cache/mcpsf"));
        assertThat(Cache.of(Map.of("XDG_CACHE_HOME", "/c"), home).root())
                .isEqualTo(Path.of("/c/mcpsf"));
        assertThat(Cache.of(Map.of("MCPSF_CACHE", "/m", "XDG_CACHE_HOME", "/c"), home).root())
                .isEqualTo(Path.of("/m"));
    }

    private Cache cache(Cache.Caps caps) {
        return new Cache(temp.resolve("cache"), () -> now, caps);
    }

    private Path tree(String name, String content) throws IOException {
        Path tree = Files.createTempDirectory(temp, "tree");
        Files.writeString(tree.resolve(name), content);
        return tree;
    }
}
