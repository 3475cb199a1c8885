package io.mcpsf.bench;

import io.mcpsf.inspect.code.CodeReport;
import io.mcpsf.inspect.code.CodeScan;
import io.mcpsf.inspect.code.Owners;
import io.mcpsf.inspect.code.parser.BuiltParser;
import io.mcpsf.inspect.deps.Dependencies;
import io.mcpsf.model.CodeObservation;
import io.mcpsf.model.Sha256;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * How fast code is read: {@code Code ROUNDS (TREE NAME)…}, or once, with all code cold: {@code Code
 * first TREE NAME}. For each installed tree, in turns: reading and hashing the same bytes (the
 * reference), the scan as an assessment does it, and a scan in which nothing is skipped. Processor
 * time is that of this process and of all parsers.
 */
final class Code {

    private Code() {}

    private record Cost(double seconds, double cpu) {}

    @FunctionalInterface
    private interface Work {
        long bytes() throws IOException, InterruptedException;
    }

    public static void main(String[] args) throws IOException, InterruptedException {
        Path parser = BuiltParser.program();
        if (args[0].equals("first")) {
            first(Path.of(args[1]), args[2], parser);
            return;
        }
        int rounds = Integer.parseInt(args[0]);
        for (int i = 1; i + 1 < args.length; i += 2) {
            Path tree = Path.of(args[i]);
            Owners owners = Owners.of(Dependencies.read(tree, args[i + 1]));
            long installed = size(tree);
            System.out.printf("%s, %.1f MB installed%n", args[i + 1], installed / 1e6);
            for (int round = 0; round < rounds; round++) {
                tell(round, "read and hash", () -> hash(tree));
                tell(round, "scan", () -> scanned(tree, owners, parser));
                // Seen from within, every package is the server's own, and all of it is parsed.
                Path inside = tree.resolve("node_modules");
                Path all = Files.isDirectory(inside) ? inside : tree;
                tell(round, "all parsed", () -> scanned(all, Owners.of(List.of()), parser));
            }
        }
    }

    /** As an assessment does it: one tree, and everything for the first time in this process. */
    private static void first(Path tree, String name, Path parser)
            throws IOException, InterruptedException {
        System.out.printf("%s, %.1f MB installed%n", name, size(tree) / 1e6);
        tell(0, "first", () -> scanned(tree, Owners.of(Dependencies.read(tree, name)), parser));
    }

    private static void tell(int round, String name, Work work)
            throws IOException, InterruptedException {
        double cpu = cpu();
        long begin = System.nanoTime();
        long bytes = work.bytes();
        double seconds = (System.nanoTime() - begin) / 1e9;
        // The last parser is counted when it is reaped.
        Thread.sleep(300);
        var cost = new Cost(seconds, Math.max(0.01, cpu() - cpu));
        System.out.printf(
                "  round %d, %-13s %6.1f MB in %5.2f s, %5.2f s of cpu: %.1f MB/s per core%n",
                round + 1,
                name + ":",
                bytes / 1e6,
                cost.seconds(),
                cost.cpu(),
                bytes / 1e6 / cost.cpu());
    }

    private static long scanned(Path tree, Owners owners, Path parser)
            throws IOException, InterruptedException {
        CodeReport report = CodeScan.read(tree, owners, parser);
        var read = (CodeObservation.CodeRead) report.seen().getFirst();
        return read.parsedBytes();
    }

    private static long hash(Path tree) throws IOException {
        long bytes = 0;
        try (Stream<Path> files = Files.walk(tree)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                if (file.toString().matches(".*\\.([mc]?[jt]sx?|py)")) {
                    byte[] text = Files.readAllBytes(file);
                    bytes += text.length + Sha256.of(text).hex().length() - 64L;
                }
            }
        }
        return bytes;
    }

    private static long size(Path tree) throws IOException {
        long bytes = 0;
        try (Stream<Path> files = Files.walk(tree)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                bytes += Files.size(file);
            }
        }
        return bytes;
    }

    /** Of this process and of its children that have ended, in seconds. */
    private static double cpu() throws IOException {
        String stat = Files.readString(Path.of("/proc/self/stat"));
        String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ");
        long ticks = 0;
        for (int field = 11; field <= 14; field++) {
            ticks += Long.parseLong(fields[field]);
        }
        return ticks / 100.0;
    }
}
