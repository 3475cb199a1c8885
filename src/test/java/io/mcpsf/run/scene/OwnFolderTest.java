package io.mcpsf.run.scene;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpsf.sandbox.Place;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

class OwnFolderTest {

    private static final List<String> ARGV =
            List.of("node", "/opt/x/node_modules/@scope/server/dist/index.js");

    @TempDir Path tree;

    @Test
    void thePackageThatIsStartedMayWriteInItsFolder() throws IOException {
        Path folder = Files.createDirectories(tree.resolve("node_modules/@scope/server"));
        Files.writeString(folder.resolve("package.json"), "{}");

        assertThat(OwnFolder.of(new InstalledTree(tree, "/opt/x"), ARGV))
                .contains(new Place.Scratch(folder, "/opt/x/node_modules/@scope/server"));
    }

    @Test
    void aModuleOfAVirtualEnvironmentMayWriteInItsFolder() throws IOException {
        Path module = Files.createDirectories(tree.resolve("lib/python3.13/site-packages/notes"));
        Files.writeString(module.resolve("server.py"), "x = 1\n");
        Files.createDirectories(tree.resolve("bin"));
        Files.writeString(
                tree.resolve("bin/notes-server"),
                "#!/opt/x/bin/python\nimport sys\nfrom notes.server import main\nmain()\n");
        var place = new Place.Scratch(module, "/opt/x/lib/python3.13/site-packages/notes");

        assertThat(
                        OwnFolder.of(
                                new InstalledTree(tree, "/opt/x"),
                                List.of("/opt/x/bin/notes-server")))
                .contains(place);
        assertThat(
                        OwnFolder.of(
                                new InstalledTree(tree, "/opt/x"),
                                List.of("/opt/x/bin/python", "-m", "notes.server")))
                .contains(place);
    }

    @Test
    void aLinkInAnInstallationLeadsNoCopyToTheHost() throws IOException {
        Path host = Files.createDirectories(tree.resolve("host/server"));
        Files.writeString(host.resolve("secret"), "x");
        Path installed = Files.createDirectories(tree.resolve("tree/node_modules"));
        Files.createSymbolicLink(installed.resolve("@scope"), host.resolveSibling(""));

        assertThat(OwnFolder.of(new InstalledTree(tree.resolve("tree"), "/opt/x"), ARGV)).isEmpty();
    }

    @Test
    void programsOfOtherPlacesAndLargeFoldersStayAsTheyAre() throws IOException {
        Path folder = Files.createDirectories(tree.resolve("node_modules/@scope/server"));
        for (int i = 0; i < 1_600; i++) {
            Files.createFile(folder.resolve("f" + i));
        }

        assertThat(OwnFolder.of(new InstalledTree(tree, "/opt/x"), ARGV)).isEmpty();
        assertThat(OwnFolder.of(new InstalledTree(tree, "/opt/x"), List.of("/opt/x/bin/server")))
                .isEmpty();
    }
}
