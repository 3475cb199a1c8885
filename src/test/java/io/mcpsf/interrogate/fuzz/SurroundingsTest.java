package io.mcpsf.interrogate.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpsf.interrogate.Plausible;

import org.junit.jupiter.api.Test;

import java.util.List;

final class SurroundingsTest {

    private static boolean granted(String path, String... argv) {
        var plausible = Plausible.in("/home/dev", "/home/dev/work", "/home/dev/notes.txt");
        return new Attack.Surroundings("/opt/x", plausible, List.of(), List.of(argv), "", List.of())
                .granted(path);
    }

    @Test
    void aFolderThatTheUserNamesMayBeUsed() {
        assertThat(granted("/tmp/a", "node", "/opt/x/index.js", "/tmp")).isTrue();
        assertThat(granted("/tmp/a", "node", "/opt/x/index.js", "--root=/tmp/")).isTrue();
    }

    @Test
    void whatLiesBesideItMayNot() {
        assertThat(granted("/tmp/a", "node", "/opt/x/index.js", "/tmp/b")).isFalse();
        assertThat(granted("/tmpfile", "node", "/opt/x/index.js", "/tmp")).isFalse();
        assertThat(granted("/tmp/a", "node", "index.js", "tmp")).isFalse();
    }
}
