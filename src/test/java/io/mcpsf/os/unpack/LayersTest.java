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

    @Test
    void anOpaqueFolderHidesAllThatLiesDeeperToo() throws IOException {
        add(new TarMaker().file("app/lib/old", "1").file("app/other/old", "1"));
        // Of lib the layer has an entry; new/deep is only implied.
        add(
                new TarMaker()
                        .folder("app")
                        .folder("app/lib")
                        .file("app/lib/new", "2")
                        .file("app/new/deep/file", "3")
                        .file("app/.wh..wh..opq", ""));

        assertThat(root.resolve("app/lib/old")).doesNotExist();
        assertThat(root.resolve("app/other")).doesNotExist();
        assertThat(root.resolve("app/lib/new")).hasContent("2");
        assertThat(root.resolve("app/new/deep/file")).hasContent("3");
    }

    @Test
    void aDeletedFolderThatItsLayerMakesAnewHoldsOnlyWhatTheLayerBrings() throws IOException {
        add(new TarMaker().file("app/old", "1"));
        add(new TarMaker().folder("app").file("app/new", "2").file(".wh.app", ""));

        assertThat(root.resolve("app/old")).doesNotExist();
        assertThat(root.resolve("app/new")).hasContent("2");
    }

    @Test
    void aDeletionCountsWhateverKindOfEntryItIs() throws IOException {
        add(new TarMaker().file("a", "1").file("b", "1").file("c", "1").file("d/x", "1"));
        add(
                new TarMaker()
                        .folder(".wh.a")
                        .link(".wh.b", "x")
                        .entry(".wh.c", '1', 0644, "d/x", new byte[0])
                        .folder("d/.wh..wh..opq"));

        assertThat(root.resolve("a")).doesNotExist();
        assertThat(root.resolve("b")).doesNotExist();
        assertThat(root.resolve("c")).doesNotExist();
        assertThat(root.resolve("d")).isEmptyDirectory();
    }

    @Test
    void whatDeletesOnlyInTheStoresOfSomeEnginesIsRefused() throws IOException {
        add(new TarMaker().file("app/check", "1"));

        refused(new TarMaker().device("app/check", 0, 0), "a device that deletes");
        refused(
                new TarMaker().pax("SCHILY.xattr.trusted.overlay.opaque", "y").folder("app"),
                "an attribute of overlays");
        refused(
                new TarMaker().pax("SCHILY.xattr.user.overlay.redirect", "/x").folder("app"),
                "an attribute of overlays");
    }

    @Test
    void whatEnginesReadDifferentlyIsRefused() throws IOException {
        byte[] hidden = new TarMaker().file("hidden", "1").bytes();

        refused(new TarMaker().entry("d", '5', 0755, "", hidden), "in an entry that is not a file");
        refused(
                new TarMaker().entry("l", '2', 0777, "x", hidden),
                "in an entry that is not a file");
        refused(
                new TarMaker().entry("h", '1', 0644, "x", hidden),
                "in an entry that is not a file");
        refused(new TarMaker().entry("n", '3', 0644, "", hidden), "in an entry that is not a file");
        refused(
                new TarMaker().entry("d/", '0', 0755, "", hidden),
                "in an entry that is not a file");
        refused(new TarMaker().pax("size", "1024").folder("d"), "in an entry that is not a file");
        refused(new TarMaker().global("path", "x").file("a", "1"), "a header for all entries");
        refused(new TarMaker().global("size", "0").file("a", "1"), "a header for all entries");
        refused(
                new TarMaker().pax("path", "a").pax("path", "b").file("c", "1"),
                "two extended headers");
        refused(
                new TarMaker().pax("path", "a").global("comment", "x").file("c", "1"),
                "two extended headers");
        refused(
                new TarMaker()
                        .pax("path", "a")
                        .entry("long", 'L', 0644, "", new byte[] {'b', 0})
                        .file("c", "1"),
                "two names for one entry");
        add(new TarMaker().global("comment", "a commit").file("fine", "1"));
        assertThat(root.resolve("fine")).hasContent("1");
    }

    @Test
    void anEmptyExtendedNameLeavesTheName() throws IOException {
        add(new TarMaker().pax("path", "", "linkpath", "").file("app/a", "1"));

        assertThat(root.resolve("app/a")).hasContent("1");
    }

    @Test
    void namesMayHoldWhatLinuxAllows() throws IOException {
        add(new TarMaker().file("app/a\\x2db", "1").file("app/a\nb", "2").link("l", "a\\b"));

        assertThat(root.resolve("app/a\\x2db")).hasContent("1");
        assertThat(root.resolve("app/a\nb")).hasContent("2");
        assertThat(Files.readSymbolicLink(root.resolve("l"))).hasToString("a\\b");
    }

    @Test
    void aLinkToNoPathIsRefused() throws IOException {
        refused(new TarMaker().pax("linkpath", "a\0b").link("l", "x"), "cannot write");
        refused(
                new TarMaker().pax("linkpath", "a\0b").entry("l", '1', 0644, "x", new byte[0]),
                "NUL byte");
    }

    @Test
    void bytesThatBecomeNoFileCountToo() throws IOException {
        var caps = new Unpack.Caps(9, 10, 8, 255, 200);
        Path bomb =
                new TarMaker()
                        .entry(".wh.x", '0', 0644, "", new byte[1 << 20])
                        .gzip(temp.resolve("bomb"));

        assertThatThrownBy(() -> new Layers(root, caps).add(bomb))
                .isInstanceOf(RefusedArchiveException.class)
                .hasMessageContaining("more than 10 bytes");
    }

    @Test
    void everyMemberOfAPackedLayerIsReadAndWhatFollowsIsNot() throws IOException {
        byte[] tar = new TarMaker().file("a", "1").file("b", "2").bytes();
        Path packed = temp.resolve("members");
        try (var out = Files.newOutputStream(packed)) {
            for (int at = 0; at < tar.length; at += 100) {
                var member = new java.util.zip.GZIPOutputStream(out);
                member.write(tar, at, Math.min(100, tar.length - at));
                member.finish();
            }
            out.write("rubbish".repeat(50).getBytes(java.nio.charset.StandardCharsets.UTF_8));
        }
        layers.add(packed);

        assertThat(root.resolve("a")).hasContent("1");
        assertThat(root.resolve("b")).hasContent("2");
    }

    @Test
    void linksThatTakeTooLongToFollowAreRefused() throws IOException {
        var tar = new TarMaker().folder("x");
        String detour = "x/../".repeat(19);
        tar.link("l0", "x");
        for (int i = 1; i < 40; i++) {
            tar.link("l" + i, detour + "l" + (i - 1));
        }
        for (int i = 0; i < 4_000; i++) {
            tar.file("l39/" + i, "");
        }
        var few = new Unpack.Caps(5_000, 1 << 20, 8, 255, 200);

        assertThatThrownBy(() -> new Layers(root, few).add(file(tar)))
                .isInstanceOf(RefusedArchiveException.class)
                .hasMessageContaining("take too long to follow");
    }

    @Test
    void foldersThatLinksMakeVeryDeepCanBeDeleted() throws IOException {
        String deep = "d/".repeat(45);
        var tar = new TarMaker().folder("l0/" + deep);
        for (int i = 1; i < 30; i++) {
            tar.link("l" + i, "l" + (i - 1) + "/" + deep).folder("l" + i + "/" + deep);
        }

        add(tar);

        io.mcpsf.os.Trees.delete(root);
        assertThat(root).doesNotExist();
    }

    @Test
    void aHardLinkMakesAndReplacesNothingOnTheWayToItsAim() throws IOException {
        add(new TarMaker().file("server", "1"));
        add(new TarMaker().entry("x", '1', 0644, "server/a/b", new byte[0]));

        assertThat(root.resolve("server")).hasContent("1");
        assertThat(root.resolve("x")).doesNotExist();
    }

    private void refused(TarMaker tar, String why) {
        assertThatThrownBy(() -> add(tar))
                .isInstanceOf(RefusedArchiveException.class)
                .hasMessageContaining(why);
    }

    private void add(TarMaker tar) throws IOException {
        layers.add(file(tar));
    }

    private Path file(TarMaker tar) throws IOException {
        return Files.write(Files.createTempFile(temp, "layer", ".tar"), tar.bytes());
    }
}
