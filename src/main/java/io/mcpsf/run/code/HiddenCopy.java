package io.mcpsf.run.code;

import io.mcpsf.broker.privacy.SlowPatternException;
import io.mcpsf.run.tools.PrivacyGate;

import tools.jackson.databind.node.StringNode;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * A copy of a workspace in which tokens stand for personal data. A file that nobody can look into
 * is not in it: what cannot be searched must not be shown.
 */
final class HiddenCopy extends SimpleFileVisitor<Path> {

    static final int LARGEST = 16 << 20;

    private final Path from;
    private final Path to;
    private final PrivacyGate privacy;
    private final Consumer<String> note;

    private HiddenCopy(Path from, Path to, PrivacyGate privacy, Consumer<String> note) {
        this.from = from;
        this.to = to;
        this.privacy = privacy;
        this.note = note;
    }

    static Path of(Path folder, Path work, PrivacyGate privacy, Consumer<String> note)
            throws IOException {
        Path copy = Files.createDirectory(work.resolve("hidden"));
        Files.walkFileTree(folder, new HiddenCopy(folder, copy, privacy, note));
        return copy;
    }

    /** The text of a file; nothing when it is too large or no text. */
    static Optional<String> text(Path file) throws IOException {
        try (var in = Files.newInputStream(file, java.nio.file.LinkOption.NOFOLLOW_LINKS)) {
            return text(in);
        }
    }

    static Optional<String> text(InputStream in) throws IOException {
        byte[] bytes = in.readNBytes(LARGEST + 1);
        if (bytes.length > LARGEST) {
            return Optional.empty();
        }
        try {
            String text =
                    StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
            return text.indexOf('\0') < 0 ? Optional.of(text) : Optional.empty();
        } catch (CharacterCodingException e) {
            return Optional.empty();
        }
    }

    /** What the user's folder gets of a text of the code's. */
    static String restored(String hostile, PrivacyGate privacy) {
        return privacy.toDestination(PrivacyGate.WORKSPACE, StringNode.valueOf(hostile)).asString();
    }

    @Override
    public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes)
            throws IOException {
        Files.createDirectories(to.resolve(from.relativize(folder)));
        return FileVisitResult.CONTINUE;
    }

    @Override
    public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
        Path name = from.relativize(file);
        Optional<String> text = attributes.isRegularFile() ? text(file) : Optional.empty();
        if (text.isEmpty()) {
            note.accept(
                    "mcpsf: not shown, because it can't be searched for personal data: " + name);
            return FileVisitResult.CONTINUE;
        }
        try {
            Path hidden = Files.writeString(to.resolve(name), privacy.toCode(text.get()));
            Files.setLastModifiedTime(hidden, attributes.lastModifiedTime());
        } catch (SlowPatternException e) {
            note.accept("mcpsf: not shown, because " + e.getMessage() + ": " + name);
        }
        return FileVisitResult.CONTINUE;
    }
}
