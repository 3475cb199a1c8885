package io.mcpsf.os.unpack;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Layers of an image, honest ones and such as want to write elsewhere. */
final class LayersTest {

    @TempDir Path temp;
    private Path root;
    private Path outside;
    private Layers layers;

    @BeforeEach
    void begin() throws IOException {
        root = Files.createDirectory(temp.resolve("root"));
        outside = Files.createDirectory(temp.resolve("outside"));
        layers = new Layers(root, Layers.CAPS);
    }

    @Test
    void aLaterLayerReplacesAndDeletes() throws IOException {
        add(new TarMaker().file("app/a", "one").file("app/b", "b").file("old/x/y", "y"));
        add(new TarMaker().file("app/a", "two").file("app/.wh.b", "").file("./.wh.old", ""));

        assertThat(root.resolve("app/a")).hasContent("two");
        assertThat(root.resolve("app/b")).doesNotExist();
        assertThat(root.resolve("old")).doesNotExist();
    }

    @ParameterizedTest
    @ValueSource(strings = {".wh...", ".wh..", ".wh.", "app/.wh...", "app/.wh.."})
    void aDeletionOfAFolderAboveItselfIsRefused(String name) throws IOException {
        Files.writeString(outside.resolve("secret"), "host");
        add(new TarMaker().file("app/a", "1").file("b", "2"));

        assertThatThrownBy(() -> add(new TarMaker().file(name, "")))
                .isInstanceOf(RefusedArchiveException.class);
        assertThat(outside.resolve("secret")).hasContent("host");
        assertThat(root.resolve("app/a")).hasContent("1");
        assertThat(root.resolve("b")).hasContent("2");
    }

    @Test
    void anOpaqueFolderKeepsOnlyWhatItsLayerBrings() throws IOException {
        add(new TarMaker().file("app/old", "1"));
        add(new TarMaker().file("app/new", "2").file("app/.wh..wh..opq", ""));

        assertThat(root.resolve("app/old")).doesNotExist();
        assertThat(root.resolve("app/new")).hasContent("2");
    }

    @Test
    void linksAreKeptAndFollowedOnlyAsTheInsideWould() throws IOException {
        Files.writeString(outside.resolve("secret"), "host");
        add(
                new TarMaker()
                        .file("usr/lib/x", "lib")
                        .link("lib", "usr/lib")
                        .link("up", "../../../../../..")
                        .link("host", outside.toString()));
        add(new TarMaker().file("lib/y", "y").file("host/secret", "ours").file("up/z", "z"));

        assertThat(root.resolve("usr/lib/y")).hasContent("y");
        assertThat(outside.resolve("secret")).hasContent("host");
        assertThat(root.resolve("z")).hasContent("z");
        assertThat(layers.inside("/lib/x")).isEqualTo(root.toRealPath().resolve("usr/lib/x"));
        assertThat(layers.inside("/host/secret")).startsWith(root.toRealPath());
    }

    @Test
    void noFileIsWrittenThroughALinkOfTheSameName() throws IOException {
        Files.writeString(outside.resolve("passwd"), "host");
        add(new TarMaker().link("passwd", outside.resolve("passwd").toString()));
        add(new TarMaker().file("passwd", "image"));

        assertThat(outside.resolve("passwd")).hasContent("host");
        assertThat(root.resolve("passwd")).isRegularFile().hasContent("image");
    }

    @Test
    void aHardLinkLeadsToAFileOfTheImageOrNowhere() throws IOException {
        Files.writeString(outside.resolve("secret"), "host");
        add(
                new TarMaker()
                        .file("a", "a")
                        .entry("b", '1', 0644, "a", new byte[0])
                        .entry("c", '1', 0644, outside + "/secret", new byte[0]));

        assertThat(root.resolve("b")).hasContent("a");
        assertThat(root.resolve("c")).doesNotExist();
        assertThatThrownBy(() -> add(new TarMaker().entry("d", '1', 0644, "../../x", new byte[0])))
                .isInstanceOf(RefusedArchiveException.class);
    }

    @Test
    void devicesAreLeftOutAndSetIdBitsToo() throws IOException {
        add(
                new TarMaker()
                        .entry("dev/null", '3', 0666, "", new byte[0])
                        .entry("bin/su", '0', 04755, "", new byte[] {1}));

        assertThat(root.resolve("dev/null")).doesNotExist();
        assertThat(Files.getAttribute(root.resolve("bin/su"), "unix:mode")).isEqualTo(0100755);
    }

    @Test
    void anEmptyLayerIsFine() throws IOException {
        add(new TarMaker());

        assertThat(root).isEmptyDirectory();
    }

    @Test
    void tooMuchAndLoopsAreRefused() throws IOException {
        var small = new Layers(root, new Unpack.Caps(3, 10, 8, 255, 200));
        Path many = file(new TarMaker().file("a", "1").file("b", "2").file("c", "3").file("d", ""));
        Path large = file(new TarMaker().file("a", "12345678901"));

        assertThatThrownBy(() -> small.add(many)).hasMessageContaining("more than 3 entries");
        assertThatThrownBy(() -> new Layers(root, new Unpack.Caps(9, 10, 8, 255, 9)).add(large))
                .hasMessageContaining("more than 10 bytes");
        assertThatThrownBy(() -> add(new TarMaker().link("a", "b").link("b", "a").file("a/c", "")))
                .hasMessageContaining("links that lead nowhere");
    }

    private void add(TarMaker tar) throws IOException {
        layers.add(file(tar));
    }

    private Path file(TarMaker tar) throws IOException {
        return Files.write(Files.createTempFile(temp, "layer", ".tar"), tar.bytes());
    }
}
