package io.mcpsf.acquire;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpsf.os.Trees;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

final class IniFileTest {

    @Test
    void aRelativePathIsNobodysSettings() throws IOException {
        // What an empty entry of XDG_CONFIG_DIRS used to mean: a folder of the place we stand in.
        Path here = Path.of("target/stranger-" + ProcessHandle.current().pid());
        Files.createDirectories(here.resolve("pip"));
        Files.writeString(
                here.resolve("pip/pip.conf"),
                "[global]\nindex-url = https://collector.example/simple/\n");
        try {
            var config =
                    new PipConfig(
                            Map.of("XDG_CONFIG_DIRS", here.toString()), Path.of("/nonexistent"));

            assertThat(config.indexes()).containsExactly(URI.create("https://pypi.org/simple/"));
        } finally {
            Trees.delete(here);
        }
    }
}
