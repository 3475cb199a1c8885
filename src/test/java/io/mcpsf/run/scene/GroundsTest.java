package io.mcpsf.run.scene;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;

final class GroundsTest {

    private static final String HOME = "/home/ada";

    @TempDir Path seed;

    @Test
    void theDecoyLiesInTheDocuments() throws IOException {
        assertThat(decoy("node", "/opt/x/index.js")).startsWith(HOME + "/Documents/minutes-");
    }

    /** A server of notes whose README gives it the documents reads there what it is made for. */
    @Test
    void theDecoyIsInNoFolderThatTheServerWasToldToWorkIn() throws IOException {
        assertThat(decoy("node", "/opt/x/index.js", HOME + "/Documents"))
                .startsWith(HOME + "/Pictures/minutes-");
        assertThat(decoy("node", "--vault=" + HOME + "/Documents/notes/", HOME + "/Pictures/"))
                .startsWith(HOME + "/Music/minutes-");
        assertThat(decoy("node", HOME + "/Documents2")).startsWith(HOME + "/Documents/minutes-");
    }

    private String decoy(String... argv) throws IOException {
        String path = Grounds.decoy(List.of(argv), HOME, seed, Grounds.Seed.draw(new Random(7)));
        assertThat(Files.exists(seed.resolve(path.substring(HOME.length() + 1)))).isTrue();
        return path;
    }
}
