package io.mcpsf.house;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The direction of the house, held by reading class files; and the proof that this test can fail.
 */
final class HousePlanTest {

    private static final Path MAIN = Path.of("target/classes");
    private static final Path TEST = Path.of("target/test-classes");
    private static final Path SOURCES = Path.of("src/main/java/io/mcpsf");
    private static final Path DOC = Path.of("docs/architecture.md");

    @TempDir Path folder;

    @Test
    void everyRoomImportsOnlyWhatThePlanAllows() throws IOException {
        List<Compiled> classes = Compiled.in(MAIN);

        assertThat(classes)
                .as("a class file for each source file was read")
                .hasSizeGreaterThanOrEqualTo(sources());
        assertThat(HousePlan.offences(classes)).isEmpty();
    }

    @Test
    void anOffenderIsFound() {
        List<Compiled> offender =
                Compiled.in(TEST).stream()
                        .filter(one -> one.name().contains("HousePlanOffender"))
                        .toList();

        assertThat(String.join("\n", HousePlan.offences(offender)))
                .contains("imports os, which judge may not")
                .contains("java/lang/ProcessBuilder, which is for os alone")
                .contains("java/lang/foreign/, which is for linux alone")
                .contains("java/nio/file/Files.exists, which is not known to be pure")
                .contains("writes to System.out");
    }

    @Test
    void everyPackageSaysWhatItIsAndForbidsNull() throws IOException {
        try (Stream<Path> folders = Files.walk(SOURCES)) {
            for (Path each : (Iterable<Path>) folders.filter(HousePlanTest::holdsJava)::iterator) {
                Path info = each.resolve("package-info.java");

                assertThat(info).exists();
                assertThat(Files.readString(info)).contains("@NullMarked").contains("/**");
            }
        }
    }

    @Test
    void theConductorAloneIsOutsideOfTheRoomsOfRun() throws IOException {
        try (Stream<Path> files = Files.list(SOURCES.resolve("run"))) {
            assertThat(files.filter(Files::isRegularFile).map(f -> f.getFileName().toString()))
                    .containsExactlyInAnyOrder("Assessment.java", "package-info.java");
        }
    }

    @Test
    void everyRoomOfThePlanIsAPackageAndTheOtherWayRound() throws IOException {
        try (Stream<Path> folders = Files.list(SOURCES)) {
            assertThat(folders.filter(Files::isDirectory).map(f -> f.getFileName().toString()))
                    .containsExactlyInAnyOrderElementsOf(HousePlan.rooms());
        }
    }

    @Test
    void noPackagesAndNoClassesOfDifferentPackagesStandInACircle() {
        List<Compiled> classes = Compiled.in(MAIN);

        assertThat(Circles.ofPackages(classes)).isEmpty();
        assertThat(Circles.ofClasses(classes)).isEmpty();
    }

    @Test
    void aCircleIsFound() throws IOException {
        List<Compiled> circle =
                new Planted(folder)
                        .sources(
                                "run.Here", "public io.mcpsf.run.below.There there;",
                                "run.below.There", "public io.mcpsf.run.Here[] here;",
                                "run.Bystander", "public Here here;");

        assertThat(Circles.ofPackages(circle)).containsExactly(Set.of("run", "run.below"));
        assertThat(Circles.ofClasses(circle))
                .containsExactly(Set.of("io/mcpsf/run/Here", "io/mcpsf/run/below/There"));
    }

    @Test
    void anHttpClientMadeOutsideOfItsRoomIsFound() throws IOException {
        String made = "java.net.http.HttpClient.newBuilder().build()";
        List<Compiled> planted = new Planted(folder).method("inspect.Sneaky", made);

        assertThat(HousePlan.offences(planted))
                .containsExactly(
                        "io/mcpsf/inspect/Sneaky makes an HttpClient, which is for web alone");
    }

    @Test
    void theTableOfPackagesIsWrittenFromThePlan() throws IOException {
        String doc = Files.readString(DOC);
        int begin = doc.indexOf("| package |");
        int end = doc.indexOf("\n\n", begin) + 1;
        if (Boolean.getBoolean("golden.rewrite")) {
            doc = doc.substring(0, begin) + HousePlan.table() + doc.substring(end);
            Files.writeString(DOC, doc);
        }

        assertThat(doc)
                .as("bin/golden rewrites the table in docs/architecture.md")
                .contains("\n" + HousePlan.table() + "\n");
    }

    private static int sources() throws IOException {
        try (Stream<Path> files = Files.walk(SOURCES)) {
            return (int) files.filter(file -> file.toString().endsWith(".java")).count();
        }
    }

    private static boolean holdsJava(Path folder) {
        if (!Files.isDirectory(folder)) {
            return false;
        }
        try (Stream<Path> files = Files.list(folder)) {
            return files.anyMatch(f -> f.toString().endsWith(".java"));
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }
}
