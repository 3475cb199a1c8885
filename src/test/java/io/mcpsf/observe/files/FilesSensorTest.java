package io.mcpsf.observe.files;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpsf.bait.CanaryFinder;
import io.mcpsf.model.FileObservation.Change;
import io.mcpsf.model.FileObservation.Content;
import io.mcpsf.model.FileObservation.FileChanged;
import io.mcpsf.model.Health;
import io.mcpsf.model.Sense;
import io.mcpsf.model.Sha256;
import io.mcpsf.observe.Sensor;
import io.mcpsf.observe.SensorContract;
import io.mcpsf.observe.Trial;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.time.Duration;
import java.util.List;
import java.util.Set;

@Tag("chamber")
final class FilesSensorTest extends SensorContract {

    private static final Duration LONG = Duration.ofMinutes(1);

    private FilesSensor.Caps caps = FilesSensor.Caps.usual();

    @Override
    protected Sensor sensor() {
        return new FilesSensor(caps, CanaryFinder.none());
    }

    @Override
    protected Set<Sense> senses() {
        return Set.of(Sense.FILE_CHANGES);
    }

    @Override
    protected String provocation() {
        return "echo x > /tmp/new";
    }

    private Trial shell(String script) throws Exception {
        try (var executor = executor()) {
            return Trial.run(executor, sensor(), home, "/bin/sh", "-c", script);
        }
    }

    private static String digest(String text) {
        return Sha256.of(text.getBytes(StandardCharsets.UTF_8)).hex();
    }

    @Test
    void whatIsNewChangedAndGoneIsToldApart() throws Exception {
        Files.writeString(home.resolve("kept"), "kept\n");
        Files.writeString(home.resolve("changed"), "old\n");
        Files.writeString(home.resolve("same-size"), "old\n");
        Files.writeString(home.resolve("gone"), "gone\n");
        Files.createDirectory(home.resolve("folder"));
        Files.writeString(home.resolve("folder/inner"), "inner\n");

        Trial trial =
                shell(
                        """
                        echo longer > changed
                        echo new > same-size; touch -d 2001-01-01 same-size
                        touch kept
                        rm gone; rm -r folder
                        printf '#!/bin/sh\\n' > run; chmod +x run
                        cp /bin/true /tmp/elf
                        mkdir made; ln -s /etc/passwd made/link; mkfifo made/pipe
                        head -c 5000 /dev/zero > /dev/shm/data
                        """);

        assertThat(trial.of(FileChanged.class))
                .filteredOn(f -> !f.path().equals("/tmp/elf"))
                .containsExactlyInAnyOrder(
                        new FileChanged(
                                "/home/dev/changed",
                                Change.MODIFIED,
                                Content.TEXT,
                                7,
                                digest("longer\n"),
                                false),
                        new FileChanged(
                                "/home/dev/same-size",
                                Change.MODIFIED,
                                Content.TEXT,
                                4,
                                digest("new\n"),
                                false),
                        new FileChanged(
                                "/home/dev/gone", Change.DELETED, Content.NOTHING, 0, "", false),
                        new FileChanged(
                                "/home/dev/folder", Change.DELETED, Content.NOTHING, 0, "", false),
                        new FileChanged(
                                "/home/dev/run",
                                Change.CREATED,
                                Content.SCRIPT,
                                10,
                                digest("#!/bin/sh\n"),
                                true),
                        created("/home/dev/made", Content.FOLDER, trial),
                        created("/home/dev/made/link", Content.LINK, trial),
                        created("/home/dev/made/pipe", Content.SPECIAL, trial),
                        new FileChanged(
                                "/dev/shm/data",
                                Change.CREATED,
                                Content.DATA,
                                5000,
                                digest("\0".repeat(5000)),
                                false));
        assertThat(trial.of(FileChanged.class).filter(f -> f.path().equals("/tmp/elf")))
                .singleElement()
                .satisfies(
                        f -> {
                            assertThat(f.content()).isEqualTo(Content.ELF);
                            assertThat(f.executable()).isTrue();
                        });
    }

    private static FileChanged created(String path, Content content, Trial trial) {
        long bytes =
                trial.of(FileChanged.class)
                        .filter(f -> f.path().equals(path))
                        .mapToLong(FileChanged::bytes)
                        .findFirst()
                        .orElseThrow();
        return new FileChanged(path, Change.CREATED, content, bytes, "", false);
    }

    @Test
    void aProgramThatOnlyReadsChangesNothing() throws Exception {
        Files.createDirectories(home.resolve("a/b"));
        Files.writeString(home.resolve("a/b/c"), "text");

        Trial trial = shell("cat a/b/c; ls -R /tmp");

        assertThat(trial.seen()).isEmpty();
        assertThat(trial.health().values())
                .singleElement()
                .satisfies(h -> assertThat(h.health()).isEqualTo(Health.FULL));
    }

    @Test
    void hostileNamesAreKeptAsBytes() throws Exception {
        Trial trial = shell("cd /tmp; touch \"$(printf 'a\\377b\\033[31m\\nc')\" ünï");

        assertThat(trial.of(FileChanged.class).map(FileChanged::path))
                .containsExactlyInAnyOrder("/tmp/a\\xffb\u001b[31m\nc", "/tmp/ünï");
    }

    @Test
    void moreThanItLooksAtIsALossAndNotSilence() throws Exception {
        for (FilesSensor.Caps small :
                List.of(
                        new FilesSensor.Caps(10, 1000, 128, 1 << 20, 1 << 20, LONG),
                        new FilesSensor.Caps(1000, 10, 128, 1 << 20, 1 << 20, LONG),
                        new FilesSensor.Caps(1000, 1000, 1, 1 << 20, 1 << 20, LONG),
                        new FilesSensor.Caps(1000, 1000, 128, 40, 1 << 20, LONG),
                        new FilesSensor.Caps(1000, 1000, 128, 1 << 20, 2, LONG),
                        new FilesSensor.Caps(1000, 1000, 128, 1 << 20, 1 << 20, Duration.ZERO))) {
            caps = small;

            Trial trial =
                    shell(
                            "mkdir -p /tmp/a/b/c/d;"
                                    + " for i in $(seq 50); do echo text > /tmp/$i; done");

            assertThat(trial.health().values())
                    .singleElement()
                    .satisfies(
                            h -> {
                                assertThat(h.health()).isEqualTo(Health.LOSSY);
                                assertThat(h.lost()).isPositive();
                            });
        }
    }
}
