package io.mcpsf.boundary;

import io.mcpsf.boundary.tls.Authority;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;

/**
 * An authority that the run before this one made while it had nothing else to do: the first keys of
 * a process take a third of a second. It is used once, by whoever takes the file away, and nobody
 * but a sandbox ever trusts it.
 */
public final class SpareAuthority {

    private static final int LARGEST = 16_384;

    private final Path file;

    public SpareAuthority(Path file) {
        this.file = file;
    }

    /** The spare one, which is gone then; empty when there is none or somebody was faster. */
    Optional<Authority> take(Instant now) {
        if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
            return Optional.empty();
        }
        byte[] kept;
        try (InputStream in = Files.newInputStream(file, LinkOption.NOFOLLOW_LINKS)) {
            kept = in.readNBytes(LARGEST);
            Files.delete(file);
        } catch (IOException e) {
            return Optional.empty();
        }
        return Authority.read(kept, now);
    }

    /** Makes one for the next run, unless there is one. That it fails costs only time. */
    public void leave(Instant now) {
        if (Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
            return;
        }
        byte[] kept = new Authority(now).kept();
        var mine =
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));
        var fresh = Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
        try {
            Files.createDirectories(file.toAbsolutePath().getParent());
            // Who reads it half written finds that it is none.
            try (SeekableByteChannel out = Files.newByteChannel(file, fresh, mine)) {
                out.write(ByteBuffer.wrap(kept));
            }
        } catch (IOException | UnsupportedOperationException e) {
            // Another run was faster, or nothing may be kept here: the next run makes its own.
        }
    }
}
