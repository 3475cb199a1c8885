package io.mcpsf.service.storage;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

final class SqliteLibraryTest {

    @TempDir Path folder;

    @Test
    void aKilledProcessLeavesNothingOfItBehind() throws Exception {
        Path temporary = Files.createDirectory(folder.resolve("temporary"));
        Process process =
                new ProcessBuilder(
                                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                                "--enable-native-access=ALL-UNNAMED",
                                "-Djava.io.tmpdir=" + temporary,
                                "-cp",
                                System.getProperty("java.class.path"),
                                Opener.class.getName(),
                                folder.resolve("some.db").toString())
                        .redirectErrorStream(true)
                        .redirectInput(ProcessBuilder.Redirect.PIPE)
                        .start();
        try (var lines = process.inputReader()) {
            assertThat(lines.lines().filter(line -> line.equals("3 rows")).findFirst()).isPresent();
        } finally {
            process.destroyForcibly().waitFor();
        }

        assertThat(process.exitValue()).as("killed").isEqualTo(137);
        assertThat(list(temporary)).isEmpty();
    }

    private static List<Path> list(Path folder) throws IOException {
        try (var files = Files.list(folder)) {
            return files.toList();
        }
    }

    /** Opens a database, uses it, and waits to be killed. */
    static final class Opener {

        private Opener() {}

        public static void main(String[] args) throws InterruptedException {
            try (Database database =
                    Database.open(DatabaseUrl.sqlite(Path.of(args[0])), Duration.ofSeconds(5))) {
                long rows =
                        database.read(
                                sql -> sql.number("SELECT count(*) FROM (VALUES (1), (2), (3))"));
                System.out.println(rows + " rows");
                Thread.sleep(Duration.ofMinutes(1));
            }
        }
    }
}
