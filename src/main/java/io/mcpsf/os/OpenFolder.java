package io.mcpsf.os;

import java.io.IOException;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.SecureDirectoryStream;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * A folder held by its descriptor. What is opened from it lies in it, whatever somebody puts at its
 * path meanwhile, and no link is followed.
 */
final class OpenFolder implements AutoCloseable {

    private final SecureDirectoryStream<Path> stream;

    private OpenFolder(SecureDirectoryStream<Path> stream) {
        this.stream = stream;
    }

    /** Opens an absolute path that has no link in it, name by name from the root. */
    static OpenFolder of(Path path) throws IOException {
        OpenFolder at = plain(path.getRoot());
        for (Path name : path) {
            try (OpenFolder above = at) {
                at = above.folder(name);
            } catch (AccessDeniedException e) {
                // A folder above may be entered and not listed. For root, who alone can be led to
                // what others may not read, there is none such.
                return plain(path);
            }
        }
        return at;
    }

    @SuppressWarnings("StreamResourceLeak") // Closed with the folder.
    private static OpenFolder plain(Path path) throws IOException {
        return secure(Files.newDirectoryStream(path));
    }

    private static OpenFolder secure(DirectoryStream<Path> stream) throws IOException {
        if (stream instanceof SecureDirectoryStream<Path> secure) {
            return new OpenFolder(secure);
        }
        stream.close();
        throw new IOException("this system cannot open files relative to a folder");
    }

    OpenFolder folder(Path name) throws IOException {
        return secure(stream.newDirectoryStream(name, LinkOption.NOFOLLOW_LINKS));
    }

    SeekableByteChannel file(Path name) throws IOException {
        return stream.newByteChannel(
                name, Set.of(StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS));
    }

    PosixFileAttributes attributes() throws IOException {
        return stream.getFileAttributeView(PosixFileAttributeView.class).readAttributes();
    }

    PosixFileAttributes attributes(Path name) throws IOException {
        return stream.getFileAttributeView(
                        name, PosixFileAttributeView.class, LinkOption.NOFOLLOW_LINKS)
                .readAttributes();
    }

    /** Relative, in no order. */
    List<Path> names() throws IOException {
        List<Path> names = new ArrayList<>();
        try {
            for (Path entry : stream) {
                names.add(entry.getFileName());
            }
        } catch (DirectoryIteratorException e) {
            throw e.getCause();
        }
        return names;
    }

    @Override
    public void close() throws IOException {
        stream.close();
    }
}
