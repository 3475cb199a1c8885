package io.mcpsf.service.storage;

import io.mcpsf.os.Scratch;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.Arrays;

import javax.crypto.AEADBadTagException;
import javax.crypto.Cipher;
import javax.crypto.SecretKey;
import javax.crypto.spec.GCMParameterSpec;

/**
 * Blobs that lie there encrypted: AES-256-GCM in pieces of 1 MiB, with a key of its own for each
 * blob. The name, the place of each piece and which is the last are part of what is authenticated,
 * so that nothing can be swapped, cut off or put elsewhere.
 *
 * <p>Layout: {@code MCPSFBLOB1}, 32 bytes of salt, then the pieces, each with its tag of 16 bytes.
 */
public final class SealedBlobs implements Blobs {

    private static final byte[] MAGIC = "MCPSFBLOB1".getBytes(StandardCharsets.US_ASCII);
    private static final int SALT = 32;
    private static final int PIECE = 1 << 20;
    private static final int TAG = 16;

    private final Blobs inner;
    private final MasterKey master;
    private final SecureRandom chance;

    public SealedBlobs(Blobs inner, MasterKey master, SecureRandom chance) {
        this.inner = inner;
        this.master = master;
        this.chance = chance;
    }

    @Override
    public void put(String name, Path file) throws IOException {
        try (var scratch = Scratch.make()) {
            Path sealed = scratch.path().resolve("sealed");
            try (InputStream in = Files.newInputStream(file);
                    OutputStream out = Files.newOutputStream(sealed)) {
                seal(name, in, out);
            }
            inner.put(name, sealed);
        }
    }

    private void seal(String name, InputStream in, OutputStream out) throws IOException {
        var salt = new byte[SALT];
        chance.nextBytes(salt);
        SecretKey key = master.derive("blob", salt);
        out.write(MAGIC);
        out.write(salt);
        byte[] piece = in.readNBytes(PIECE);
        for (int i = 0; ; i++) {
            byte[] next = piece.length < PIECE ? new byte[0] : in.readNBytes(PIECE);
            boolean last = next.length == 0;
            out.write(cipher(Cipher.ENCRYPT_MODE, key, name, i, last, piece));
            if (last) {
                return;
            }
            piece = next;
        }
    }

    @Override
    public InputStream get(String name) throws IOException {
        InputStream in = inner.get(name);
        try {
            byte[] head = in.readNBytes(MAGIC.length + SALT);
            if (head.length < MAGIC.length + SALT
                    || !Arrays.equals(head, 0, MAGIC.length, MAGIC, 0, MAGIC.length)) {
                throw new IOException("not encrypted by mcpsf: " + name);
            }
            byte[] salt = Arrays.copyOfRange(head, MAGIC.length, head.length);
            return new Opened(in, name, master.derive("blob", salt));
        } catch (IOException | RuntimeException e) {
            in.close();
            throw e;
        }
    }

    @Override
    public void deleteAll(String prefix) throws IOException {
        inner.deleteAll(prefix);
    }

    @Override
    public void deleteBeside(String kept) throws IOException {
        inner.deleteBeside(kept);
    }

    private static byte[] cipher(
            int mode, SecretKey key, String name, int number, boolean last, byte[] piece)
            throws IOException {
        try {
            byte[] nonce =
                    ByteBuffer.allocate(12).putInt(number).put((byte) (last ? 1 : 0)).array();
            Cipher cipher = Cipher.getInstance("AES/GCM/NoPadding");
            cipher.init(mode, key, new GCMParameterSpec(TAG * 8, nonce));
            cipher.updateAAD(name.getBytes(StandardCharsets.UTF_8));
            return cipher.doFinal(piece);
        } catch (AEADBadTagException e) {
            throw new IOException(
                    "modified since it was encrypted, or another master key: " + name, e);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("this Java has no AES-GCM", e);
        }
    }

    /** Opens piece by piece; nothing is handed out before its tag was checked. */
    private static final class Opened extends InputStream {

        private final InputStream in;
        private final String name;
        private final SecretKey key;
        private byte[] sealed;
        private byte[] plain = new byte[0];
        private int at;
        private int number;
        private boolean over;

        Opened(InputStream in, String name, SecretKey key) throws IOException {
            this.in = in;
            this.name = name;
            this.key = key;
            this.sealed = in.readNBytes(PIECE + TAG);
        }

        @Override
        public int read() throws IOException {
            return fill() ? plain[at++] & 0xff : -1;
        }

        @Override
        public int read(byte[] to, int from, int length) throws IOException {
            if (!fill()) {
                return -1;
            }
            int count = Math.min(length, plain.length - at);
            System.arraycopy(plain, at, to, from, count);
            at += count;
            return count;
        }

        private boolean fill() throws IOException {
            while (at >= plain.length && !over) {
                byte[] next =
                        sealed.length < PIECE + TAG ? new byte[0] : in.readNBytes(PIECE + TAG);
                over = next.length == 0;
                plain = cipher(Cipher.DECRYPT_MODE, key, name, number++, over, sealed);
                at = 0;
                sealed = next;
            }
            return at < plain.length;
        }

        @Override
        public void close() throws IOException {
            in.close();
        }
    }
}
