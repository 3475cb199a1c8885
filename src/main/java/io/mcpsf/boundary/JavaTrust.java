package io.mcpsf.boundary;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.Set;

/**
 * The certificates that Java trusts: a store of this machine's with one more in it. The store is
 * extended as bytes, because reading its certificates takes longer than everything else that is set
 * up.
 */
final class JavaTrust {

    private static final Path JVMS = Path.of("/usr/lib/jvm");
    private static final int MAGIC = 0xfeedfeed;
    private static final int HEAD = 12;
    private static final int DIGEST = 20;
    private static final long MOST_BYTES = 4L << 20;

    private JavaTrust() {}

    /** Where the Javas of this machine look, links followed. */
    static Set<Path> places() {
        Set<Path> places = new LinkedHashSet<>();
        if (!Files.isDirectory(JVMS)) {
            return places;
        }
        try (DirectoryStream<Path> homes = Files.newDirectoryStream(JVMS)) {
            for (Path home : homes) {
                Path store = home.resolve("lib/security/cacerts");
                if (Files.isRegularFile(store)) {
                    places.add(store.toRealPath());
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException("cannot look for Java in " + JVMS, e);
        }
        return places;
    }

    /** The first store of this machine with our certificate added; only ours when there is none. */
    static byte[] with(byte[] certificate) throws IOException {
        for (Path place : places()) {
            if (Files.isReadable(place) && Files.size(place) < MOST_BYTES) {
                byte[] store = Files.readAllBytes(place);
                if (store.length > HEAD + DIGEST && ByteBuffer.wrap(store).getInt() == MAGIC) {
                    return extended(store, certificate);
                }
            }
        }
        return extended(
                ByteBuffer.allocate(HEAD + DIGEST).putInt(MAGIC).putInt(2).putInt(0).array(),
                certificate);
    }

    private static byte[] extended(byte[] store, byte[] certificate) throws IOException {
        ByteBuffer head = ByteBuffer.wrap(Arrays.copyOf(store, HEAD));
        head.putInt(8, head.getInt(8) + 1);
        var bytes = new ByteArrayOutputStream();
        var out = new DataOutputStream(bytes);
        out.write(head.array());
        out.write(store, HEAD, store.length - HEAD - DIGEST);
        out.writeInt(2);
        out.writeUTF("debian:gts_root_e4.pem");
        out.writeLong(0);
        out.writeUTF("X.509");
        out.writeInt(certificate.length);
        out.write(certificate);
        out.write(digest(bytes.toByteArray()));
        return bytes.toByteArray();
    }

    /** As the format has it, with the password that all such stores have. */
    private static byte[] digest(byte[] content) {
        try {
            MessageDigest sha = MessageDigest.getInstance("SHA-1");
            sha.update("changeit".getBytes(StandardCharsets.UTF_16BE));
            sha.update("Mighty Aphrodite".getBytes(StandardCharsets.UTF_8));
            return sha.digest(content);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("SHA-1", e);
        }
    }
}
