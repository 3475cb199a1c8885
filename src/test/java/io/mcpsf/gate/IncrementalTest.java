package io.mcpsf.gate;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.List;

/** What bin/compile leaves as it is would not have become another. */
final class IncrementalTest {

    @TempDir Path folder;

    /** Base.LIMIT is copied through Middle into User, which names neither of the two above. */
    @BeforeEach
    void compileEverythingOnce() throws Exception {
        write("Base", "class Base { static final int LIMIT = 1; int size() { return 1; } }");
        write("Middle", "class Middle extends Base { static final int TWICE = LIMIT * 2; }");
        write("Low", "class Low extends Middle { static Middle made() { return new Low(); } }");
        write(
                "User",
                """
                class User {
                    static String said() {
                        return Low.TWICE + " " + Low.made().size() + " " + Math.abs(-3);
                    }
                }
                """);
        write("Other", "class Other { String word() { return \"other\"; } }");
        assertThat(compile()).contains("compiles everything: nothing is known");
        assertThat(run()).isEqualTo("2 1 3");
    }

    @Test
    void nothingIsCompiledWhenNothingChanged() throws Exception {
        assertThat(compile()).contains("compiled files: 0");
    }

    @Test
    void aChangedBodyConcernsNobodyElse() throws Exception {
        write(
                "Base",
                "class Base { static final int LIMIT = 1; int size() { return 7 + own(); }"
                        + " private int own() { return 1; } }");

        assertThat(compile()).contains("compiled files: 1");
        assertThat(run()).isEqualTo("2 8 3");
    }

    @Test
    void aConstantReachesThoseWhoCopiedItFromASubtype() throws Exception {
        write("Base", "class Base { static final int LIMIT = 5; int size() { return 1; } }");

        assertThat(compile()).contains("compiled files: 4");
        assertThat(run()).isEqualTo("10 1 3");
    }

    @Test
    void anotherTypeOfResultReachesAChainOfCallsThatNamesNoType() throws Exception {
        write("Base", "class Base { static final int LIMIT = 1; String size() { return \"s\"; } }");

        assertThat(compile()).contains("compiled files: 4");
        assertThat(run()).isEqualTo("2 s 3");
    }

    @Test
    void aNewFileReachesThoseWhoUsedItsName() throws Exception {
        write("Math", "class Math { static int abs(int number) { return 99; } }");

        assertThat(compile()).contains("compiled files: 2");
        assertThat(run()).isEqualTo("2 1 99");
    }

    @Test
    void aFileThatIsGoneIsMissed() throws Exception {
        Files.delete(source("Base"));

        assertThat(compile()).contains("Base.java is gone", "cannot find symbol", "failed");
    }

    @Test
    void classesOfSomebodyElseAreNotTrusted() throws Exception {
        Path other = folder.resolve("out/Other.class");
        Files.setLastModifiedTime(other, FileTime.fromMillis(System.currentTimeMillis() + 60_000));

        assertThat(compile()).contains("compiles everything: somebody else compiled");
    }

    @Test
    void aClassThatIsGoneIsMadeAnew() throws Exception {
        Files.delete(folder.resolve("out/Other.class"));

        assertThat(compile()).contains("compiles everything: classes came or went");
        assertThat(folder.resolve("out/Other.class")).exists();
    }

    @Test
    void aMistakeIsToldAndTheClassesStay() throws Exception {
        write("Other", "class Other { int word() { return \"no number\"; } }");

        assertThat(compile()).contains("incompatible types", "failed");
        assertThat(run()).isEqualTo("2 1 3");
        assertThat(compile()).as("and again").contains("incompatible types", "failed");
    }

    @Test
    void aNestedClassThatIsGoneIsRemoved() throws Exception {
        write("Other", "class Other { class Inner {} }");
        compile();
        write("Other", "class Other { }");
        compile();

        assertThat(folder.resolve("out/Other.class")).exists();
        assertThat(folder.resolve("out/Other$Inner.class")).doesNotExist();
    }

    private Path source(String type) {
        return folder.resolve("src/" + type + ".java");
    }

    private void write(String type, String text) throws IOException {
        Files.createDirectories(folder.resolve("src"));
        Files.writeString(source(type), text);
    }

    private String compile() throws IOException {
        var said = new ByteArrayOutputStream();
        var told = new PrintStream(said, true, StandardCharsets.UTF_8);
        var tree = new SourceTree(folder.resolve("src"), folder.resolve("out"));
        boolean done = new Incremental(folder.resolve("state"), "", told).compile(List.of(tree));
        return said.toString(StandardCharsets.UTF_8) + (done ? "done" : "failed");
    }

    private String run() throws Exception {
        try (var loader = new URLClassLoader(new URL[] {folder.resolve("out/").toUri().toURL()})) {
            Method said = loader.loadClass("User").getDeclaredMethod("said");
            said.setAccessible(true);
            return String.valueOf(said.invoke(null));
        }
    }
}
