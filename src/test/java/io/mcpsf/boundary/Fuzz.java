package io.mcpsf.boundary;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;

/**
 * Hostile bytes for a parser: the kept corpus, then mutations of it. The seed is fixed; what ever
 * broke a parser is added to the corpus as a file.
 */
public final class Fuzz {

    private static final Path CORPUS = Path.of("src/test/resources/corpus");
    private static final int ROUNDS = 20_000;

    private Fuzz() {}

    /** What is under attack: may refuse in its own way, must return. */
    @FunctionalInterface
    public interface Parser {
        void parse(byte[] hostile) throws IOException;
    }

    public static void attack(String corpus, Parser parser) {
        attack(corpus, ROUNDS, parser);
    }

    public static void attack(String corpus, int rounds, Parser parser) {
        List<byte[]> seeds = seeds(corpus);
        for (byte[] seed : seeds) {
            one(parser, seed, "kept " + corpus);
        }
        var random = new Random(20261115);
        for (int i = 0; i < rounds; i++) {
            one(parser, mutate(seeds.get(random.nextInt(seeds.size())), random), "round " + i);
        }
    }

    private static void one(Parser parser, byte[] hostile, String which) {
        try {
            parser.parse(hostile);
        } catch (IOException refused) {
            return;
        } catch (RuntimeException | StackOverflowError | OutOfMemoryError broken) {
            throw new AssertionError(which + ": " + Arrays.toString(hostile), broken);
        }
    }

    private static byte[] mutate(byte[] seed, Random random) {
        byte[] bytes = seed.clone();
        for (int i = 0; i <= random.nextInt(6) && bytes.length > 0; i++) {
            int at = random.nextInt(bytes.length);
            switch (random.nextInt(5)) {
                case 0 -> bytes[at] = (byte) random.nextInt(256);
                case 1 -> bytes[at] = (byte) (random.nextBoolean() ? 0xff : 0);
                case 2 -> bytes = Arrays.copyOf(bytes, at);
                case 3 -> bytes[at] ^= (byte) (1 << random.nextInt(8));
                default -> {
                    byte[] longer = Arrays.copyOf(bytes, bytes.length + at);
                    System.arraycopy(bytes, 0, longer, bytes.length, at);
                    bytes = longer;
                }
            }
        }
        return bytes;
    }

    private static List<byte[]> seeds(String corpus) {
        List<byte[]> seeds = new ArrayList<>();
        try (Stream<Path> files = Files.list(CORPUS.resolve(corpus))) {
            // In order, so that a round is the same round wherever it is run.
            for (Path file : files.sorted().toList()) {
                seeds.add(Files.readAllBytes(file));
            }
        } catch (IOException e) {
            throw new UncheckedIOException("no corpus " + corpus, e);
        }
        return seeds;
    }
}
