package io.mcpsf.house;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.lang.classfile.ClassModel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * The direction of the house, held by reading class files; and the proof that this test can fail.
 */
final class HousePlanTest {

    private static final Path MAIN = Path.of("target/classes");
    private static final Path TEST = Path.of("target/test-classes");

    @Test
    void everyRoomImportsOnlyWhatThePlanAllows() {
        Map<String, ClassModel> classes = HousePlan.read(MAIN);

        assertThat(classes)
                .as("enough classes were read to mean something")
                .hasSizeGreaterThan(100);
        assertThat(HousePlan.offences(classes)).isEmpty();
    }

    @Test
    void anOffenderIsFound() {
        var offender = new TreeMap<String, ClassModel>();
        HousePlan.read(TEST)
                .forEach(
                        (name, model) -> {
                            if (name.contains("HousePlanOffender")) {
                                offender.put(name, model);
                            }
                        });

        assertThat(String.join("\n", HousePlan.offences(offender)))
                .contains("imports os, which judge may not")
                .contains("java/lang/ProcessBuilder, which is for os alone")
                .contains("java/lang/foreign/, which is for linux alone")
                .contains("the judge is pure")
                .contains("writes to System.out");
    }

    @Test
    void everyPackageSaysWhatItIsAndForbidsNull() throws IOException {
        try (Stream<Path> folders = Files.walk(Path.of("src/main/java/io/mcpsf"))) {
            for (Path folder :
                    (Iterable<Path>) folders.filter(HousePlanTest::holdsJava)::iterator) {
                Path info = folder.resolve("package-info.java");

                assertThat(info).exists();
                assertThat(Files.readString(info)).contains("@NullMarked").contains("/**");
            }
        }
    }

    @Test
    void everyRoomOfThePlanThatHasAFolderIsKnownAndTheOtherWayRound() throws IOException {
        try (Stream<Path> folders = Files.list(Path.of("src/main/java/io/mcpsf"))) {
            assertThat(folders.filter(Files::isDirectory).map(f -> f.getFileName().toString()))
                    .allSatisfy(name -> assertThat(HousePlan.rooms()).contains(name));
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
