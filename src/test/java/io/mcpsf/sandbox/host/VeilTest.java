package io.mcpsf.sandbox.host;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpsf.linux.Mounts;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** Folders of the host, shown without a word about where they lie. */
@Tag("chamber")
final class VeilTest {

    @TempDir Path temporary;

    private Path box;
    private Path at;
    private Path programs;

    @BeforeEach
    void folders() throws IOException {
        box = Files.createDirectory(temporary.resolve("box"));
        Mounts.memory(box, 1 << 20, 1000);
        at = Files.createDirectory(box.resolve("at"));
        programs = Files.createDirectories(temporary.resolve("home/user:1/.cache/mcpsf/bin"));
        Files.writeString(programs.resolve("node"), "node");
        Files.writeString(programs.resolve("mcpsf"), "ours");
    }

    @AfterEach
    void away() {
        Mounts.detach(box);
    }

    @Test
    void aFolderIsShownReadOnlyAndItsPathIsNot() throws IOException {
        new Veil(box).show(programs, at);

        assertThat(Files.readString(at.resolve("node"))).isEqualTo("node");
        assertThat(trying(() -> Files.writeString(at.resolve("node"), "x"))).contains("Read-only");
        assertThat(mountsBelow(box)).isNotEmpty().noneMatch(line -> line.contains(".cache"));
    }

    @Test
    void entriesAreLeftOut() throws IOException {
        assertThat(new Veil(box).showWithout(List.of("mcpsf"), programs, at)).isTrue();

        try (Stream<Path> entries = Files.list(at)) {
            assertThat(entries.map(entry -> entry.getFileName().toString()))
                    .containsExactly("node");
        }
    }

    private interface Act {
        void run() throws IOException;
    }

    private static String trying(Act act) throws IOException {
        try {
            act.run();
            return "";
        } catch (FileSystemException e) {
            return String.valueOf(e.getReason());
        }
    }

    private static List<String> mountsBelow(Path box) throws IOException {
        return Files.readAllLines(Path.of("/proc/self/mountinfo")).stream()
                .filter(line -> line.contains(" " + box + "/"))
                .toList();
    }
}
