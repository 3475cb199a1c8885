package io.mcpsf.inspect;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

final class PackageReadmeTest {

    @TempDir Path folder;

    @Test
    void isFoundWhereEachKindOfPackageHasIt() throws IOException {
        Path tree = Files.createDirectory(folder.resolve("tree"));
        write(tree.resolve("node_modules/@a/weather/README.md"), "npm");
        write(tree.resolve("lib/python3.12/site-packages/my_tool-1.2.dist-info/METADATA"), "pypi");
        write(tree.resolve("README.md"), "own");

        assertThat(PackageReadme.of(tree, "@a/weather")).isEqualTo("npm");
        assertThat(PackageReadme.of(tree, "my-tool")).isEqualTo("pypi");
        assertThat(PackageReadme.of(tree, "")).isEqualTo("own");
        assertThat(PackageReadme.of(tree, "other")).isEmpty();
    }

    @Test
    void noLinkLeadsOutOfTheInstallation() throws IOException {
        Path outside = Files.createDirectory(folder.resolve("outside"));
        write(outside.resolve("README.md"), "secret");
        Path tree = Files.createDirectory(folder.resolve("tree"));
        Files.createDirectory(tree.resolve("node_modules"));
        Files.createSymbolicLink(tree.resolve("node_modules/weather"), outside);
        Files.createSymbolicLink(tree.resolve("README.md"), outside.resolve("README.md"));

        assertThat(PackageReadme.of(tree, "weather")).isEmpty();
        assertThat(PackageReadme.of(tree, "../outside")).isEmpty();
        assertThat(PackageReadme.of(tree, "")).isEmpty();
    }

    private static void write(Path file, String text) throws IOException {
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
    }
}
