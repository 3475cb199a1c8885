package io.mcpsf.boundary;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;

/** Output in pieces never shows a secret, wherever it is cut. */
final class MaskedChunksTest {

    private static final String VALUE = "s3cr3t-value";
    private static final SecretPlace SECRET =
            new SecretPlace(
                    "database", "STANDIN12345", VALUE, List.of(), Set.of(), SecretPlace.In.HEADER);

    @Test
    void aSecretIsMaskedWhereverItIsCutAndNothingIsLost() {
        byte[] said = ("a " + VALUE + " b s3cr3 c s3cr").getBytes(StandardCharsets.UTF_8);
        String masked = "a " + SECRET.standIn() + " b s3cr3 c s3cr";
        for (int cut = 0; cut <= said.length; cut++) {
            var chunks = new MaskedChunks(List.of(SECRET));
            var out = new ByteArrayOutputStream();
            out.writeBytes(chunks.take(java.util.Arrays.copyOf(said, cut)));
            out.writeBytes(chunks.take(java.util.Arrays.copyOfRange(said, cut, said.length)));
            out.writeBytes(chunks.rest());

            assertThat(out.toString(StandardCharsets.UTF_8)).as("cut at " + cut).isEqualTo(masked);
        }
    }

    @Test
    void whatIsNoBeginningOfASecretFlowsAtOnce() {
        var chunks = new MaskedChunks(List.of(SECRET));

        assertThat(chunks.take("prompt> ".getBytes(StandardCharsets.UTF_8))).hasSize(8);
        assertThat(chunks.take("s3".getBytes(StandardCharsets.UTF_8))).isEmpty();
    }
}
