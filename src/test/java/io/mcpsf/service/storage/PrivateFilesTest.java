package io.mcpsf.service.storage;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;

/** In a data folder that is open to everybody, other users of the machine still read nothing. */
final class PrivateFilesTest {

    @TempDir Path open;

    @Test
    void theDatabaseIsForItsOwner() throws IOException {
        Path file = open.resolve("mcpsf.db");

        try (var database = Database.open(DatabaseUrl.sqlite(file), Duration.ofSeconds(10))) {
            assertThat(database.dialect()).isEqualTo(Dialect.SQLITE);
            for (String name : new String[] {"mcpsf.db", "mcpsf.db-wal", "mcpsf.db-shm"}) {
                assertThat(modes(open.resolve(name))).as(name).isEqualTo("rw-------");
            }
        }
    }

    @Test
    void theFoldersOfFilesAreForTheirOwner() throws IOException {
        Path file = Files.writeString(open.resolve("report"), "text");

        new FileBlobs(open.resolve("files")).put("jobs/one/report", file);

        assertThat(modes(open.resolve("files"))).isEqualTo("rwx------");
        assertThat(modes(open.resolve("files/jobs/one"))).isEqualTo("rwx------");
    }

    private static String modes(Path path) throws IOException {
        return PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
    }
}
