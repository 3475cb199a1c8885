package io.mcpsf.boundary;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;

final class MaskedStreamTest {

    private static final SecretPlace SECRET =
            new SecretPlace(
                    "forge",
                    "STANDINSTANDIN12",
                    "secretsecret-ABC",
                    List.of("*.forge.example"),
                    Set.of(),
                    SecretPlace.In.HEADER);

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 7, 16, 17, 1000})
    void aSecretThatArrivesInPiecesIsMasked(int piece) throws IOException {
        String text = "a secretsecret-ABC b secretsecretsecret-ABC, secretsecret";

        assertThat(read(text, piece))
                .isEqualTo("a STANDINSTANDIN12 b secretSTANDINSTANDIN12, secretsecret");
    }

    @Test
    void whatCannotBeItsBeginningIsNotHeldBack() throws IOException {
        var endless =
                new InputStream() {
                    private boolean said;

                    @Override
                    public int read() {
                        throw new AssertionError("waits for more");
                    }

                    @Override
                    public int read(byte[] into, int at, int length) {
                        assertThat(said).as("asked again before anything was handed out").isFalse();
                        said = true;
                        byte[] event = "data: 1\n\n".getBytes(StandardCharsets.UTF_8);
                        System.arraycopy(event, 0, into, at, event.length);
                        return event.length;
                    }
                };

        assertThat(new MaskedStream(endless, List.of(SECRET)).readNBytes(9)).hasSize(9);
    }

    @Test
    void hostsAreWholeNames() {
        assertThat(SECRET.fits("api.forge.example", "GET")).isTrue();
        assertThat(SECRET.fits("forge.example", "GET")).isFalse();
        assertThat(SECRET.fits("xforge.example", "GET")).isFalse();
        assertThat(SECRET.fits("api.forge.example.evil.example", "GET")).isFalse();
        assertThat(SECRET.toString()).doesNotContain("secretsecret");
    }

    private static String read(String text, int piece) throws IOException {
        var slow =
                new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)) {
                    @Override
                    public synchronized int read(byte[] into, int at, int length) {
                        return super.read(into, at, Math.min(length, piece));
                    }
                };
        return new String(
                new MaskedStream(slow, List.of(SECRET)).readAllBytes(), StandardCharsets.UTF_8);
    }
}
