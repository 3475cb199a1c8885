package io.mcpsf.acquire;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;

/**
 * Keeps the cache within its caps, oldest use first. What was used a short while ago is spared, for
 * a run may still hold it. A tree is moved aside before it is deleted, so that none is ever half.
 */
final class Eviction {

    /** What a run put aside and never fetched again. */
    private static final Duration LOST = Duration.ofDays(1);

    private Eviction() {}

    private record Held(Path path, long bytes, Instant used) {}

    static void sweep(Path root, Cache.Caps caps, Instant now) throws IOException {
        shrink(root, files(root.resolve("files")), caps.fileBytes(), now.minus(caps.inUse()));
        shrink(root, trees(root.resolve("trees")), caps.treeBytes(), now.minus(caps.inUse()));
        for (Path lost : children(root.resolve("new"))) {
            if (modified(lost).isBefore(now.minus(LOST))) {
                Cache.drop(lost);
            }
        }
    }

    private static void shrink(Path root, List<Held> all, long cap, Instant inUseSince)
            throws IOException {
        long bytes = all.stream().mapToLong(Held::bytes).sum();
        for (Held held : all.stream().sorted(Comparator.comparing(Held::used)).toList()) {
            if (bytes <= cap || held.used().isAfter(inUseSince)) {
                return;
            }
            giveUp(held.path(), root.resolve("new"));
            bytes -= held.bytes();
        }
    }

    private static void giveUp(Path path, Path lost) throws IOException {
        Path aside = Files.createDirectories(lost).resolve(UUID.randomUUID().toString());
        try {
            Files.move(path, aside, StandardCopyOption.ATOMIC_MOVE);
        } catch (NoSuchFileException e) {
            return; // Another run was faster.
        }
        Cache.drop(aside);
    }

    private static List<Held> files(Path folder) throws IOException {
        List<Held> found = new ArrayList<>();
        for (Path part : children(folder)) {
            for (Path file : children(part)) {
                found.add(new Held(file, size(file), modified(file)));
            }
        }
        return found;
    }

    private static List<Held> trees(Path folder) throws IOException {
        List<Held> found = new ArrayList<>();
        for (Path tree : children(folder)) {
            Path stamp = tree.resolve(TreeShelf.STAMP);
            found.add(new Held(tree, sizeIn(stamp), modified(stamp)));
        }
        return found;
    }

    private static long sizeIn(Path stamp) {
        try {
            String text = Files.readString(stamp);
            return Long.parseLong(text.substring(text.indexOf(' ') + 1));
        } catch (IOException | NumberFormatException e) {
            return 0;
        }
    }

    private static List<Path> children(Path folder) throws IOException {
        if (!Files.isDirectory(folder)) {
            return List.of();
        }
        try (Stream<Path> all = Files.list(folder)) {
            return all.toList();
        }
    }

    private static long size(Path file) {
        try {
            return Files.size(file);
        } catch (IOException e) {
            return 0;
        }
    }

    private static Instant modified(Path path) {
        try {
            return Files.getLastModifiedTime(path).toInstant();
        } catch (IOException e) {
            return Instant.EPOCH;
        }
    }
}
