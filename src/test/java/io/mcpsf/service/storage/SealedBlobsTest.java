package io.mcpsf.service.storage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.Base64;

final class SealedBlobsTest extends BlobsContract {

    private static final int HEAD = 42;

    @Override
    protected Blobs blobs() {
        return sealed(1);
    }

    private Blobs sealed(int which) {
        var bytes = new byte[32];
        bytes[0] = (byte) which;
        return new SealedBlobs(
                new FileBlobs(folder.resolve("blobs")),
                MasterKey.parse(Base64.getEncoder().encodeToString(bytes)),
                new SecureRandom());
    }

    @Test
    void nothingOfTheContentLiesThere() throws Exception {
        blobs().put("a/b", file("a plain secret".getBytes(StandardCharsets.UTF_8)));

        assertThat(Files.readString(kept("a/b"), StandardCharsets.ISO_8859_1))
                .doesNotContain("secret");
    }

    @Test
    void whatWasChangedCutMovedOrSealedByAnotherIsNotGivenOut() throws Exception {
        byte[] content = new byte[(2 << 20) + 5];
        blobs().put("a/b", file(content));
        byte[] good = Files.readAllBytes(kept("a/b"));

        byte[] flipped = good.clone();
        flipped[good.length / 2] ^= 1;
        refused("a/b", flipped);
        refused("a/b", Arrays.copyOf(good, HEAD + (1 << 20) + 16));
        refused("a/b", Arrays.copyOf(good, good.length - 1));
        refused("a/b", new byte[0]);
        refused("a/c", good);
        Files.write(kept("a/b"), good);
        assertThatThrownBy(() -> read(sealed(2), "a/b")).isInstanceOf(IOException.class);
        assertThat(read(blobs(), "a/b")).isEqualTo(content);
    }

    private void refused(String name, byte[] bytes) throws IOException {
        Files.write(kept(name), bytes);
        assertThatThrownBy(() -> read(blobs(), name)).isInstanceOf(IOException.class);
    }

    private static byte[] read(Blobs blobs, String name) throws IOException {
        try (InputStream in = blobs.get(name)) {
            return in.readAllBytes();
        }
    }

    private Path kept(String name) {
        return folder.resolve("blobs").resolve(name);
    }
}
