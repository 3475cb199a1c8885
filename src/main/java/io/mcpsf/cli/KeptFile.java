package io.mcpsf.cli;

import io.mcpsf.json.BadJsonException;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;

/**
 * A configuration of somebody that is changed: replaced in one step, with the owner and the
 * permissions that it has, and with a copy of what it was beside it.
 */
record KeptFile(Path file) {

    private static final String BACKUP = ".mcpsf-backup";
    private static final String ASIDE = ".mcpsf-new";

    /** Settings are often links into a folder under version control; the link stays. */
    static KeptFile of(Path file) {
        try {
            return new KeptFile(file.toRealPath());
        } catch (IOException e) {
            throw new BadJsonException("can't be read");
        }
    }

    Path backup() {
        return file.resolveSibling(file.getFileName() + BACKUP);
    }

    String text() {
        return read(file);
    }

    /** Empty when there is none. */
    String backupText() {
        return Files.isRegularFile(backup()) ? read(backup()) : "";
    }

    /** What is no text would not come back as the same bytes. */
    private static String read(Path path) {
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(Files.readAllBytes(path)))
                    .toString();
        } catch (CharacterCodingException e) {
            throw new BadJsonException("is not UTF-8");
        } catch (IOException e) {
            throw new BadJsonException("can't be read");
        }
    }

    void keep() {
        place(backup(), text());
    }

    void write(String text) {
        place(file, text);
    }

    void forget() {
        try {
            Files.deleteIfExists(backup());
        } catch (IOException e) {
            throw new UncheckedIOException("cannot delete " + backup(), e);
        }
    }

    private void place(Path where, String text) {
        Path aside = file.resolveSibling(file.getFileName() + ASIDE);
        try {
            PosixFileAttributes now = Files.readAttributes(file, PosixFileAttributes.class);
            Files.deleteIfExists(aside);
            Files.createFile(
                    aside,
                    PosixFilePermissions.asFileAttribute(
                            PosixFilePermissions.fromString("rw-------")));
            Files.writeString(aside, text);
            var view = Files.getFileAttributeView(aside, PosixFileAttributeView.class);
            if (!view.readAttributes().owner().equals(now.owner())) {
                view.setOwner(now.owner());
                view.setGroup(now.group());
            }
            view.setPermissions(now.permissions());
            Files.move(aside, where, StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot write " + where, e);
        }
    }
}
