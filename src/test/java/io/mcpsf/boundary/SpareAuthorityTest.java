package io.mcpsf.boundary;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpsf.boundary.tls.Authority;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;

final class SpareAuthorityTest {

    private static final Instant NOW = Instant.parse("2026-11-16T08:00:00Z");

    @TempDir Path folder;

    @Test
    void whatIsLeftIsTakenOnce() throws Exception {
        var spare = new SpareAuthority(folder.resolve("deep/spare"));
        spare.leave(NOW);
        assertThat(
                        PosixFilePermissions.toString(
                                Files.getPosixFilePermissions(folder.resolve("deep/spare"))))
                .isEqualTo("rw-------");

        assertThat(spare.take(NOW)).isPresent();
        assertThat(spare.take(NOW)).isEmpty();
        assertThat(folder.resolve("deep")).isEmptyDirectory();
    }

    @Test
    void itIsTheSameAuthorityThatWasLeft() {
        var made = new Authority(NOW);

        assertThat(Authority.read(made.kept(), NOW)).map(Authority::pem).contains(made.pem());
    }

    @Test
    void everyOneIsAnother() {
        var spare = new SpareAuthority(folder.resolve("spare"));
        spare.leave(NOW);
        String first = spare.take(NOW).orElseThrow().pem();
        spare.leave(NOW);

        assertThat(spare.take(NOW).orElseThrow().pem()).isNotEqualTo(first);
    }

    @Test
    void whatIsHalfWrittenOrSomethingElseIsNone() throws Exception {
        Path file = folder.resolve("spare");
        var spare = new SpareAuthority(file);
        spare.leave(NOW);
        byte[] whole = Files.readAllBytes(file);
        for (int length : new int[] {0, 1, 40, whole.length / 2, whole.length - 1}) {
            Files.write(file, java.util.Arrays.copyOf(whole, length));
            assertThat(spare.take(NOW)).as(length + " bytes").isEmpty();
            assertThat(file).doesNotExist();
        }
    }

    @Test
    void aLinkIsNotFollowed() throws Exception {
        Path elsewhere = Files.write(folder.resolve("elsewhere"), new Authority(NOW).kept());
        Files.createSymbolicLink(folder.resolve("spare"), elsewhere);

        assertThat(new SpareAuthority(folder.resolve("spare")).take(NOW)).isEmpty();
        assertThat(elsewhere).exists();
    }

    @Test
    void oneThatIsTooOldIsNone() {
        byte[] kept = new Authority(NOW).kept();

        assertThat(Authority.read(kept, NOW.plus(Duration.ofDays(2100)))).isEmpty();
    }
}
