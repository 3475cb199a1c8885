package io.mcpsf.os.unpack;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mcpsf.os.Command;
import io.mcpsf.os.TreeEntry;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.zip.GZIPOutputStream;

final class UnpackTest {

    private static final Unpack.Manner STRICT =
            new Unpack.Manner(Unpack.Caps.usual(), Unpack.Links.INNER_OR_REFUSE, 0);

    @TempDir private Path temp;
    private Path root;

    @BeforeEach
    void prepare() throws IOException {
        root = temp.resolve("box/root");
        Files.createDirectories(temp.resolve("box"));
        Files.writeString(temp.resolve("box/witness"), "untouched");
    }

    /** Whatever an archive held, what lies beside the folder is as it was. */
    @AfterEach
    void nothingLandsOutside() throws IOException {
        assertThat(temp.resolve("box/witness")).hasContent("untouched");
        try (var beside = Files.list(temp.resolve("box"))) {
            assertThat(beside.map(Path::getFileName).map(Path::toString))
                    .isSubsetOf("root", "witness");
        }
    }

    @Test
    void whatGnuTarWroteIsReadWithLongNamesModesAndInnerLinks() throws Exception {
        Path from = Files.createDirectories(temp.resolve("from"));
        String deep = "d".repeat(120) + "/" + "é".repeat(60) + "/file.js";
        Files.createDirectories(from.resolve(deep).getParent());
        Files.writeString(from.resolve(deep), "deep");
        Files.writeString(from.resolve("run"), "#!");
        Files.setAttribute(from.resolve("run"), "unix:mode", 04755);
        Files.createSymbolicLink(from.resolve("inner"), Path.of("run"));
        Files.createDirectories(from.resolve("empty"));

        for (String form : new String[] {"gnu", "pax", "posix"}) {
            Path archive = temp.resolve(form + ".tgz");
            Path to = temp.resolve("to-" + form);
            Command.Result made =
                    Command.of(
                                    "tar",
                                    "-czf",
                                    archive.toString(),
                                    "--format=" + form,
                                    "-C",
                                    from.toString(),
                                    ".")
                            .run();
            assertThat(made.good()).as(made.complaint()).isTrue();

            var unpacked = Unpack.into(archive, to, STRICT);

            assertThat(to.resolve(deep)).hasContent("deep");
            assertThat((int) Files.getAttribute(to.resolve("run"), "unix:mode") & 07777)
                    .isEqualTo(0755);
            assertThat(Files.readSymbolicLink(to.resolve("inner"))).isEqualTo(Path.of("run"));
            assertThat(to.resolve("empty")).isEmptyDirectory();
            assertThat(unpacked.files()).isEqualTo(2);
            assertThat(unpacked.entries())
                    .extracting(TreeEntry::kind)
                    .containsExactlyInAnyOrder(
                            TreeEntry.Kind.FILE, TreeEntry.Kind.EXECUTABLE, TreeEntry.Kind.LINK);
        }
    }

    @Test
    void whatPythonZippedIsReadWithModesAndLinks() throws Exception {
        Path archive = temp.resolve("x.whl");
        String script =
                """
                import zipfile, sys, stat
                z = zipfile.ZipFile(sys.argv[1], 'w', zipfile.ZIP_DEFLATED)
                z.writestr('pkg/__init__.py', 'x = 1')
                i = zipfile.ZipInfo('pkg/run'); i.external_attr = 0o100755 << 16; z.writestr(i, '#!')
                l = zipfile.ZipInfo('pkg/link'); l.create_system = 3; l.external_attr = 0o120777 << 16; z.writestr(l, 'run')
                z.mkdir('pkg/empty') if hasattr(z, 'mkdir') else z.writestr('pkg/empty/', '')
                f = z.open('pkg/large', 'w', force_zip64=True); f.write(b'a' * 100000); f.close()
                z.close()
                """;
        Command.Result made =
                Command.of("python3", "-c", script, archive.toString())
                        .with("PATH", System.getenv("PATH"))
                        .run();
        assertThat(made.good()).as(made.complaint()).isTrue();

        var unpacked = Unpack.into(archive, root, STRICT);

        assertThat(unpacked.files()).isEqualTo(3);
        assertThat(root.resolve("pkg/__init__.py")).hasContent("x = 1");
        assertThat(Files.getPosixFilePermissions(root.resolve("pkg/run")))
                .isEqualTo(PosixFilePermissions.fromString("rwxr-xr-x"));
        assertThat(Files.readSymbolicLink(root.resolve("pkg/link"))).isEqualTo(Path.of("run"));
        assertThat(root.resolve("pkg/empty")).isEmptyDirectory();
        assertThat(root.resolve("pkg/large")).hasSize(100_000);
    }

    @Test
    void pathsThatLeadOutAreRefused() {
        refused(new TarMaker().file("../witness", "x"), "escapes with ..");
        refused(new TarMaker().file("a/../../witness", "x"), "escapes with ..");
        refused(new TarMaker().file("/tmp/witness", "x"), "an absolute path");
        refused(new TarMaker().pax("path", "../witness").file("ok", "x"), "escapes with ..");
        refused(new TarMaker().folder("../box2"), "escapes with ..");
        refused(new ZipMaker().file("../witness", "x"), "escapes with ..");
        refused(new ZipMaker().file("/tmp/witness", "x"), "an absolute path");
        refused(new ZipMaker().file("..\\witness", "x"), "backslash");
        refused(new ZipMaker().file("C:\\witness", "x"), "backslash");
    }

    @Test
    void linksThatLeadOutAreRefused() {
        refused(new TarMaker().link("a", "../witness"), "a link that leads outside");
        refused(new TarMaker().link("a", "/etc/passwd"), "a link that leads outside");
        refused(
                new TarMaker().folder("d").link("d/a", "../../witness"),
                "a link that leads outside");
        refused(new ZipMaker().link("a", "../witness"), "a link that leads outside");
        // Each is inside by its letters; together they climb out.
        refused(
                new TarMaker()
                        .folder("d/e/f")
                        .link("d/deep", "e/f")
                        .file("d/x", "x")
                        .link("l", "d/deep/../../../../witness"),
                "a link that leads outside");
        refused(new TarMaker().link("loop", "loop"), "a link that leads outside");
    }

    @Test
    void nothingIsWrittenThroughALink() {
        refused(
                new TarMaker().folder("d").link("door", "d").file("door/x", "x"),
                "used as a folder");
        refused(new TarMaker().file("x", "1").file("x/y", "2"), "used as a folder");
        refused(new TarMaker().link("x", "y").file("x", "2"), "the same name twice");
        refused(new TarMaker().file("x", "1").link("x", "y"), "the same name twice");
    }

    @Test
    void linksAreLeftOutAndCountedWhereThatIsTheCustom() throws IOException {
        Path archive =
                write(
                        new TarMaker()
                                .file("package/a", "1")
                                .link("package/b", "/etc/passwd")
                                .entry("package/c", '1', 0644, "package/a", new byte[0])
                                .bytes());

        var none = new Unpack.Manner(Unpack.Caps.usual(), Unpack.Links.NONE, 1);
        assertThat(Unpack.into(archive, root, none).linksLeftOut()).isEqualTo(2);
        assertThat(root.resolve("a")).hasContent("1");

        Path outside =
                write(new TarMaker().file("a", "1").link("b", "/etc").link("c", "a").bytes());
        var inner = new Unpack.Manner(Unpack.Caps.usual(), Unpack.Links.INNER, 0);
        var unpacked = Unpack.into(outside, temp.resolve("other"), inner);
        assertThat(unpacked.linksLeftOut()).isEqualTo(1);
        assertThat(Files.isSymbolicLink(temp.resolve("other/c"))).isTrue();
    }

    @Test
    void devicesPipesAndHardLinksAreRefused() {
        refused(new TarMaker().entry("a", '3', 0644, "", new byte[0]), "a device node");
        refused(new TarMaker().entry("a", '4', 0644, "", new byte[0]), "a device node");
        refused(new TarMaker().entry("a", '6', 0644, "", new byte[0]), "a named pipe");
        refused(
                new TarMaker().file("a", "1").entry("b", '1', 0644, "a", new byte[0]),
                "a hard link");
        refused(new TarMaker().entry("a", 'S', 0644, "", new byte[0]), "unknown kind");
        refused(new ZipMaker().entry("a", "a", 0020644, new byte[0], 0), "a device node");
        refused(new ZipMaker().entry("a", "a", 0140644, new byte[0], 0), "neither file");
    }

    @Test
    void oneNameForTwoThingsIsRefused() throws IOException {
        refused(new TarMaker().file("a", "1").file("a", "2"), "the same name twice");
        refused(new TarMaker().file("a", "1").file("./a", "2"), "the same name twice");
        refused(new TarMaker().file("a", "1").file("A", "1"), "differ in case only");
        refused(new TarMaker().file("straße", "1").file("STRASSE", "1"), "differ in case only");
        refused(new TarMaker().file("\u00e9", "1").file("e\u0301", "1"), "differ in case only");
        refused(new ZipMaker().file("a", "1").file("a", "2"), "the same name twice");
        refused(
                new ZipMaker().entry("honest", "hidden", 0100644, new byte[1], 0),
                "differs from its directory record");

        Path twice = write(new TarMaker().file("a", "1").file("a", "1").bytes());
        assertThat(Unpack.into(twice, root, STRICT).files()).isEqualTo(1);
    }

    @Test
    void namesThatAreTooLongTooDeepOrHoldAZeroAreRefused() {
        refused(new TarMaker().pax("path", "a".repeat(300)).file("x", ""), "longer than 255");
        refused(
                new TarMaker().pax("path", "a/".repeat(800) + "b").file("x", ""),
                "longer than 1024");
        refused(new TarMaker().pax("path", "a/".repeat(100) + "b").file("x", ""), "deeper than 64");
        refused(new TarMaker().pax("path", "a\0b").file("x", ""), "NUL byte");
        refused(new ZipMaker().file("a\0b", ""), "NUL byte");
        refused(new ZipMaker().file("", ""), "without a name");
    }

    @Test
    void bombsAreRefusedBeforeTheyHurt() throws IOException {
        var small = new Unpack.Caps(10, 1000, 8, 100, 5);
        var manner = new Unpack.Manner(small, Unpack.Links.INNER_OR_REFUSE, 0);
        var many = new TarMaker();
        for (int i = 0; i < 11; i++) {
            many.file("f" + i, "");
        }
        assertThatThrownBy(() -> Unpack.into(write(many.bytes()), root, manner))
                .hasMessageContaining("more than 10 entries");
        Path large = write(new TarMaker().file("a", "x".repeat(1001)).bytes());
        assertThatThrownBy(() -> Unpack.into(large, temp.resolve("r2"), manner))
                .hasMessageContaining("more than 1,000 bytes");
        var implied = new TarMaker().file("a/b/c/d/e/x", "").file("1/2/3/4/5/x", "");
        assertThatThrownBy(() -> Unpack.into(write(implied.bytes()), temp.resolve("r3"), manner))
                .hasMessageContaining("more than 10 entries");
    }

    /** Snapshots of sessions are unpacked like this: they were capped when they were taken. */
    @Test
    void whoSetsNoLimitHasNone() throws Exception {
        var none = new Unpack.Caps(300_000, Long.MAX_VALUE, 70, 4_096, Integer.MAX_VALUE);
        Path packed = temp.resolve("kept.tar");
        Files.writeString(temp.resolve("kept"), "kept");
        Command.Result made =
                Command.of("tar", "-cf", packed.toString(), "-C", temp.toString(), "kept").run();
        assertThat(made.good()).as(made.complaint()).isTrue();

        Unpack.into(
                packed, temp.resolve("unlimited"), new Unpack.Manner(none, Unpack.Links.INNER, 0));

        assertThat(temp.resolve("unlimited/kept")).hasContent("kept");
    }

    @Test
    void aZipBombIsRefusedByItsRatio() throws IOException {
        byte[] zeros = new byte[40 << 20];
        Path zip = write(new ZipMaker().entry("zeros", "zeros", 0100644, zeros, 0).bytes());
        assertThatThrownBy(() -> Unpack.into(zip, root, STRICT))
                .isInstanceOf(RefusedArchiveException.class)
                .hasMessageContaining("200 times its size");

        Path tgz = temp.resolve("bomb.tgz");
        try (var out = new GZIPOutputStream(Files.newOutputStream(tgz))) {
            out.write(new TarMaker().entry("zeros", '0', 0644, "", zeros).bytes());
        }
        assertThatThrownBy(() -> Unpack.into(tgz, temp.resolve("r2"), STRICT))
                .isInstanceOf(RefusedArchiveException.class)
                .hasMessageContaining("200 times its size");
    }

    @Test
    void twoHundredThousandFilesAreRefused() throws IOException {
        Path tgz = temp.resolve("many.tgz");
        byte[] folder = new TarMaker().folder("d").bytes();
        try (var out = new GZIPOutputStream(Files.newOutputStream(tgz), 1 << 16)) {
            for (int i = 0; i < 200_000; i++) {
                // Folders that are there already cost nothing but the count.
                out.write(folder, 0, 512);
            }
        }
        assertThatThrownBy(() -> Unpack.into(tgz, root, STRICT))
                .isInstanceOf(RefusedArchiveException.class)
                .hasMessageContaining("more than 100,000 entries");
    }

    @Test
    void damageIsSaidToBeDamage() throws IOException {
        byte[] tar = new TarMaker().file("a", "x".repeat(600)).bytes();
        damaged(java.util.Arrays.copyOf(tar, 700), "it is damaged");
        byte[] wrong = tar.clone();
        wrong[5] = 'z';
        damaged(wrong, "it is not a tar");
        damaged(new byte[0], "it is not a tar");
        damaged(new byte[2048], "it is not a tar");
        damaged(
                "<html>not found</html>".getBytes(java.nio.charset.StandardCharsets.UTF_8),
                "it is");
        byte[] zip = new ZipMaker().file("a", "hello hello hello").bytes();
        damaged(java.util.Arrays.copyOf(zip, zip.length - 4), "it has no directory");
        byte[] crc = zip.clone();
        crc[31] ^= 1; // In the packed bytes, behind the name of one letter.
        damaged(crc, "it is damaged");
        damaged(new ZipMaker().entry("a", "a", 0100644, new byte[1], 1).bytes(), "encrypted");
    }

    private void damaged(byte[] archive, String why) throws IOException {
        Path file = write(archive);
        assertThatThrownBy(() -> Unpack.into(file, Files.createTempDirectory(temp, "d"), STRICT))
                .isInstanceOf(RefusedArchiveException.class)
                .hasMessageContaining(why);
    }

    private void refused(TarMaker tar, String why) {
        refused(tar.bytes(), why);
    }

    private void refused(ZipMaker zip, String why) {
        refused(zip.bytes(), why);
    }

    private void refused(byte[] archive, String why) {
        io.mcpsf.os.Trees.delete(root);
        assertThatThrownBy(() -> Unpack.into(write(archive), root, STRICT))
                .isInstanceOf(RefusedArchiveException.class)
                .hasMessageContaining(why)
                .hasMessageNotContaining("\0");
    }

    private Path write(byte[] archive) throws IOException {
        return Files.write(Files.createTempFile(temp, "archive", ""), archive);
    }
}
