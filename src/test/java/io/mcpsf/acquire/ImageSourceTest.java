package io.mcpsf.acquire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mcpsf.model.Artifact;
import io.mcpsf.model.Sha256;
import io.mcpsf.model.Surroundings;
import io.mcpsf.model.Target;
import io.mcpsf.os.unpack.TarMaker;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** Images as {@code docker save} writes them. */
final class ImageSourceTest {

    private static final String MANIFEST =
            "[{\"Config\": \"config.json\", \"RepoTags\": [\"acme/files:1\"],"
                    + " \"Layers\": [\"one/layer.tar\", \"two/layer.tar\"]}]";

    @TempDir Path temp;

    @Test
    void whatItsMakerSaysIsHowItIsStarted() throws IOException {
        String config =
                """
                {"config": {"Entrypoint": ["node", "dist/index.js"], "Cmd": ["--stdio"],
                 "WorkingDir": "/app/", "Env": ["PATH=/usr/local/bin:/bin", "MODE=a=b"]}}\
                """;

        Artifact image =
                acquire(
                        config,
                        new TarMaker().file("app/dist/index.js", "old").file("etc/os-release", "x"),
                        new TarMaker().file("app/dist/index.js", "new").link("app/out", "/etc"));

        Surroundings.OfAnImage around = (Surroundings.OfAnImage) image.around();
        assertThat(around.folder()).isEqualTo("/app");
        assertThat(around.entryPoint()).containsExactly("node", "dist/index.js");
        assertThat(around.usualArguments()).containsExactly("--stdio");
        assertThat(around.env()).isEqualTo(Map.of("PATH", "/usr/local/bin:/bin", "MODE", "a=b"));
        assertThat(around.root().resolve("etc/os-release")).hasContent("x");
        assertThat(image.root().resolve("dist/index.js")).hasContent("new");
        assertThat(image.digest()).isEqualTo(Sha256.of(config.getBytes(StandardCharsets.UTF_8)));
        assertThat(
                        Files.exists(
                                image.root().resolve("out"),
                                java.nio.file.LinkOption.NOFOLLOW_LINKS))
                .as("a link that leads out of the code is not followed on the host")
                .isFalse();
    }

    @Test
    void aProgramInTheRootFolderIsStartedThere() throws IOException {
        Artifact image =
                acquire(
                        "{\"config\": {\"Entrypoint\": [\"/server\"]}}",
                        new TarMaker().file("server", "elf").file("etc/passwd", "x"),
                        new TarMaker());

        Surroundings.OfAnImage around = (Surroundings.OfAnImage) image.around();
        assertThat(around.folder()).isEqualTo("/");
        assertThat(image.root().resolve("server")).hasContent("elf");
        assertThat(image.root().resolve("etc")).doesNotExist();
    }

    @Test
    void withoutAFolderOfItsOwnItsCodeLiesWhereItsProgramDoes() throws IOException {
        Artifact image =
                acquire(
                        "{\"config\": {\"Cmd\": [\"python\", \"srv/main.py\"]}}",
                        new TarMaker().file("usr/bin/python", "elf").file("srv/main.py", "x"),
                        new TarMaker());

        Surroundings.OfAnImage around = (Surroundings.OfAnImage) image.around();
        assertThat(around.folder()).isEqualTo("/srv");
        assertThat(around.usualArguments()).isEqualTo(List.of("python", "/srv/main.py"));
    }

    @Test
    void aManifestThatLeadsOutIsRefused() throws IOException {
        Files.writeString(temp.resolve("secret.json"), "{}");
        Path saved =
                Files.write(
                        temp.resolve("saved.tar"),
                        new TarMaker()
                                .file("manifest.json", MANIFEST.replace("config", "../secret"))
                                .bytes());

        assertThatThrownBy(
                        () ->
                                ImageSource.unpacked(
                                        new Target.Image("acme/files"),
                                        saved,
                                        temp.resolve("into")))
                .isInstanceOf(AcquireException.class)
                .hasMessageContaining("it lacks a part of the image");
    }

    /** As Docker reads it, which differs: another spelling, the same member twice, one word. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "{'config': {'Entrypoint': ['/ok'], 'entrypoint': ['/evil']}}",
                "{'config': {'Entrypoint': ['/ok'], 'Entrypoint': ['/evil']}}",
                "{'config': {'Entrypoint': ['/evil']}, 'config': {'Cmd': ['/ok']}}",
                "{'config': {'Cmd': ['/ok']}, 'Config': {'Entrypoint': ['/evil']}}",
                "{'config': {'Entrypoint': '/evil', 'Cmd': ['/ok']}}",
                "{'config': {'Entrypoint': ['/ok', 5]}}",
                "{'config': {'Entrypoint': ['/ok\\u0000/evil']}}",
                "{'config': {'Entrypoint': ['/ok'], 'Env': ['A=b\\u0000c']}}",
                "{'config': {'Entrypoint': ['/ok'], 'Env': {'A': 'b'}}}",
                "{'config': {'Entrypoint': ['/ok'], 'WorkingDir': ['/']}}",
                "{'config': {'Entrypoint': ['/ok'], 'Wor\u212aingDir': '/evil'}}",
                "{'config': ['/ok']}"
            })
    void whatCanBeReadInTwoWaysIsRefused(String config) {
        var files = new TarMaker().file("ok", "elf").file("evil", "elf");

        assertThatThrownBy(() -> acquire(config.replace('\'', '"'), files, new TarMaker()))
                .isInstanceOf(AcquireException.class)
                .hasMessageContaining("refused to unpack the image");
    }

    @Test
    void wordsThatLookLikeOptionsAreWords() throws IOException {
        Artifact image =
                acquire(
                        """
                        {"config": {"Entrypoint": ["--runtime=runc", "--", "-e"],
                         "Cmd": ["/ok"], "Env": ["--env=x=y", "=z", "none"]}}\
                        """,
                        new TarMaker().file("ok", "elf"),
                        new TarMaker());

        Surroundings.OfAnImage around = (Surroundings.OfAnImage) image.around();
        assertThat(around.entryPoint()).containsExactly("--runtime=runc", "--", "-e");
        assertThat(around.env()).isEqualTo(Map.of("--env", "x=y"));
    }

    private Artifact acquire(String config, TarMaker one, TarMaker two) throws IOException {
        Path saved =
                Files.write(
                        temp.resolve("saved.tar"),
                        new TarMaker()
                                .file("manifest.json", MANIFEST)
                                .file("config.json", config)
                                .file("one/layer.tar", one.bytes())
                                .file("two/layer.tar", two.bytes())
                                .bytes());
        return ImageSource.unpacked(new Target.Image("acme/files:1"), saved, temp.resolve("into"));
    }
}
