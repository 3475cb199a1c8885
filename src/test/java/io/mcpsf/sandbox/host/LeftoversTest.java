package io.mcpsf.sandbox.host;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpsf.linux.Mounts;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;

/** What a process left that died while it cleaned up. */
@Tag("chamber")
final class LeftoversTest {

    @TempDir Path state;

    @Test
    void mountsThatNoJournalNamesAreDetachedAndTheFolderGoes() throws Exception {
        Path owned = state.resolve("1.2.3.dead");
        Path box = Files.createDirectories(owned.resolve("sandbox/box"));
        Mounts.memory(box, 1 << 20, 100);
        Mounts.memory(box, 1 << 20, 100);
        Files.setLastModifiedTime(owned, FileTime.from(Instant.now().minus(Duration.ofMinutes(5))));

        Leftovers.sweep(new StateRoot(state));

        assertThat(owned).doesNotExist();
        assertThat(Files.readString(Path.of("/proc/self/mountinfo"))).doesNotContain("1.2.3.dead");
    }
}
