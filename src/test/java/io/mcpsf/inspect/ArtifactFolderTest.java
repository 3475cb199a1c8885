package io.mcpsf.inspect;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

final class ArtifactFolderTest {

    @TempDir Path temporary;

    @Test
    void noLinkLeadsOutOfIt() throws IOException {
        Path host = Files.createDirectories(temporary.resolve("host/lib/inner"));
        Files.writeString(host.resolve("package.json"), "of the host");
        Path root = Files.createDirectory(temporary.resolve("artifact"));
        Files.createSymbolicLink(root.resolve("modules"), temporary.resolve("host/lib"));
        Files.createSymbolicLink(root.resolve("run"), host.resolve("package.json"));
        var folder = new ArtifactFolder(root);

        assertThat(folder.read("modules/inner/package.json")).isEmpty();
        assertThat(folder.text("modules/inner/package.json")).isEmpty();
        assertThat(folder.firstLine("modules/inner/package.json")).isEmpty();
        assertThat(folder.firstLine("run")).isEmpty();
        assertThat(folder.foldersIn("modules")).isEmpty();
        assertThat(folder.hasFolder("modules/inner")).isFalse();
        assertThat(folder.file("modules/inner/package.json")).isEmpty();
    }

    @Test
    void linksInsideAreFollowed() throws IOException {
        Path root = Files.createDirectory(temporary.resolve("artifact"));
        Files.createDirectories(root.resolve("store/one"));
        Files.writeString(root.resolve("store/one/package.json"), "{}");
        Files.createSymbolicLink(root.resolve("modules"), Path.of("store"));
        var folder = new ArtifactFolder(root);

        assertThat(folder.text("modules/one/package.json")).isEqualTo("{}");
        assertThat(folder.foldersIn("modules")).containsExactly("one");
        assertThat(folder.hasFolder("modules/one")).isTrue();
    }
}
