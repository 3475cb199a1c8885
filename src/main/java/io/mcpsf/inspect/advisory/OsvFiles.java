package io.mcpsf.inspect.advisory;

import io.mcpsf.json.BadJsonException;
import io.mcpsf.json.Json;
import io.mcpsf.os.Scratch;
import io.mcpsf.web.WebRoute;

import tools.jackson.databind.JsonNode;

import java.io.BufferedInputStream;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.StringReader;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;

/**
 * Records in OSV form wherever they lie: one in a file, one a line, a list, gzipped, in an archive,
 * in a folder of such files, or behind an address.
 */
final class OsvFiles {

    /** A record with every version of a large project is long; this is longer. */
    private static final int LONGEST = 16 << 20;

    private static final int MOST_FILES = 2_000_000;
    private static final int DEEPEST = 8;

    private final Consumer<JsonNode> reader;
    private int files;

    private OsvFiles(Consumer<JsonNode> reader) {
        this.reader = reader;
    }

    static void read(String source, WebRoute web, Consumer<JsonNode> reader)
            throws InterruptedException {
        var files = new OsvFiles(reader);
        try {
            if (source.startsWith("https://") || source.startsWith("http://")) {
                URI address = URI.create(source);
                Scratch.sweep();
                try (var scratch = Scratch.make()) {
                    Path file = scratch.path().resolve("download");
                    Download.of(address, file, web);
                    files.file(file, address.getPath());
                }
            } else if (Files.isDirectory(Path.of(source))) {
                files.folder(Path.of(source));
            } else if (Files.isRegularFile(Path.of(source))) {
                files.file(Path.of(source), source);
            } else {
                throw new AdvisoryException("there is no file or folder " + source);
            }
        } catch (IOException e) {
            throw new AdvisoryException("cannot read " + source + ": " + e.getMessage(), e);
        } catch (IllegalArgumentException e) {
            throw new AdvisoryException(source + " is not a URL", e);
        }
    }

    private void folder(Path folder) throws IOException {
        List<Path> inside;
        try (Stream<Path> walk = Files.walk(folder, DEEPEST)) {
            inside =
                    walk.filter(path -> Files.isRegularFile(path, LinkOption.NOFOLLOW_LINKS))
                            .filter(path -> path.toString().matches(".*\\.(jsonl?|gz|zip)"))
                            .limit(MOST_FILES)
                            .sorted()
                            .toList();
        }
        for (Path path : inside) {
            file(path, path.toString());
        }
    }

    private void file(Path path, String name) throws IOException {
        try (InputStream in = new BufferedInputStream(Files.newInputStream(path), 1 << 16)) {
            stream(in, name);
        }
    }

    /** By what it begins with, not by what it is called. */
    private void stream(InputStream in, String name) throws IOException {
        if (++files > MOST_FILES) {
            throw new IOException("too many files");
        }
        in.mark(4);
        int first = in.read();
        int second = in.read();
        in.reset();
        if (first == 0x1f && second == 0x8b) {
            stream(new BufferedInputStream(new GZIPInputStream(in, 1 << 16), 1 << 16), name);
        } else if (first == 'P' && second == 'K') {
            zip(in);
        } else {
            text(new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8), 1 << 16));
        }
    }

    private void zip(InputStream in) throws IOException {
        var zip = new ZipInputStream(in);
        for (ZipEntry entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
            if (!entry.isDirectory() && entry.getName().matches(".*\\.jsonl?")) {
                byte[] bytes = zip.readNBytes(LONGEST);
                text(
                        new BufferedReader(
                                new StringReader(new String(bytes, StandardCharsets.UTF_8))));
            }
        }
    }

    /** One record a line, or one document over many lines. */
    private void text(BufferedReader in) throws IOException {
        String first = line(in);
        while (first != null && first.isBlank()) {
            first = line(in);
        }
        if (first == null) {
            return;
        }
        if (!record(first)) {
            var whole = new StringBuilder(first);
            for (String next = line(in); next != null; next = line(in)) {
                whole.append('\n').append(next);
                if (whole.length() > LONGEST) {
                    throw new IOException("a record is too long, or this is not JSON");
                }
            }
            if (!record(whole.toString())) {
                throw new IOException("this is not JSON");
            }
            return;
        }
        for (String next = line(in); next != null; next = line(in)) {
            if (!next.isBlank() && !record(next)) {
                throw new IOException("a line is not JSON");
            }
        }
    }

    private boolean record(String text) {
        try {
            JsonNode node = Json.read(text);
            if (node.isArray()) {
                node.forEach(reader);
            } else if (node.isObject()) {
                reader.accept(node);
            }
            return true;
        } catch (BadJsonException notYet) {
            return false;
        }
    }

    /** A line within bounds, or null at the end. */
    private static @org.jspecify.annotations.Nullable String line(BufferedReader in)
            throws IOException {
        var line = new StringBuilder();
        int c = in.read();
        if (c < 0) {
            return null;
        }
        while (c >= 0 && c != '\n') {
            line.append((char) c);
            if (line.length() > LONGEST) {
                throw new IOException("a line is too long");
            }
            c = in.read();
        }
        return line.toString();
    }
}
