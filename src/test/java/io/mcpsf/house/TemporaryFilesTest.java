package io.mcpsf.house;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.constantpool.MemberRefEntry;
import java.lang.classfile.constantpool.PoolEntry;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * Nothing goes into the system's folder for temporary files but by {@code Scratch}, which is swept
 * after a kill.
 */
final class TemporaryFilesTest {

    @TempDir Path folder;

    @Test
    void nobodyMakesTemporaryFilesAnyOtherWay() throws IOException {
        assertThat(offences(Path.of("target/classes"))).isEmpty();
    }

    @Test
    void whoeverDoesIsFound() throws IOException {
        var planted = new Planted(folder);
        planted.method("run.Sloppy", "java.nio.file.Files.createTempDirectory(text)");
        planted.method("run.Old", "java.io.File.createTempFile(text, text)");
        planted.method(
                "run.Fine",
                "java.nio.file.Files.createTempFile(java.nio.file.Path.of(text), text, text)");

        assertThat(offences(folder))
                .containsExactlyInAnyOrder("io/mcpsf/run/Sloppy", "io/mcpsf/run/Old");
    }

    private static List<String> offences(Path classes) throws IOException {
        var offences = new ArrayList<String>();
        try (Stream<Path> files = Files.walk(classes)) {
            for (Path file :
                    (Iterable<Path>) files.filter(f -> f.toString().endsWith(".class"))::iterator) {
                ClassModel model = ClassFile.of().parse(Files.readAllBytes(file));
                for (PoolEntry entry : model.constantPool()) {
                    if (entry instanceof MemberRefEntry used && isLoose(used)) {
                        offences.add(model.thisClass().asInternalName());
                    }
                }
            }
        }
        return offences;
    }

    /** One that is given no folder. */
    private static boolean isLoose(MemberRefEntry used) {
        return used.name().stringValue().startsWith("createTemp")
                && used.type().stringValue().startsWith("(Ljava/lang/String;");
    }
}
