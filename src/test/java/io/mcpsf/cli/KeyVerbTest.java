package io.mcpsf.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.logging.Level;
import java.util.logging.Logger;

/** Keys of a service from the command line. */
final class KeyVerbTest {

    @TempDir Path folder;

    @Test
    void aKeyMayEndOnADay() {
        Instant before = Instant.now().truncatedTo(ChronoUnit.SECONDS);
        var made = new CliTrial();
        assertThat(
                        made.run(
                                "key",
                                "create",
                                "--role",
                                "admin",
                                "--expires",
                                "30d",
                                "--data",
                                data()))
                .isZero();

        assertThat(made.outText()).matches("mcpsf_[0-9a-z]{12}_[0-9a-z]{32}\n");
        String said = made.errText().replaceFirst("(?s).*, expires ([^;]*);.*", "$1");
        assertThat(Instant.parse(said))
                .isBetween(
                        before.plus(Duration.ofDays(30)), Instant.now().plus(Duration.ofDays(30)));
        var list = new CliTrial();
        assertThat(list.run("key", "list", "--data", data())).isZero();
        assertThat(list.outText()).contains(", expires " + said);
    }

    @Test
    void noLibraryLogsBetweenTheAnswers() {
        Logger pool = Logger.getLogger("com.zaxxer.hikari");
        pool.setLevel(Level.INFO);

        new CliTrial().run("key", "list", "--data", data());

        assertThat(pool.isLoggable(Level.INFO)).isFalse();
        assertThat(pool.isLoggable(Level.WARNING)).isTrue();
    }

    @Test
    void withoutATimeItNeverEnds() {
        new CliTrial().run("key", "create", "--role", "admin", "--data", data());

        var list = new CliTrial();
        list.run("key", "list", "--data", data());
        assertThat(list.outText()).doesNotContain("expire");
    }

    private String data() {
        return folder.resolve("data").toString();
    }
}
