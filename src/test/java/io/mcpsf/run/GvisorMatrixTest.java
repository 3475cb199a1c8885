package io.mcpsf.run;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Path;
import java.util.stream.Stream;

/** Every sample on a real gVisor: the same promises as anywhere, kept by other eyes. */
@Tag("chamber")
final class GvisorMatrixTest {

    @TempDir static Path reports;
    private static Matrix matrix;

    @BeforeAll
    static void start() {
        matrix = new Matrix("runsc", reports, 3);
    }

    @AfterAll
    static void stop() {
        matrix.close();
    }

    @TestFactory
    Stream<DynamicTest> aSampleIsFoundOutOnGvisorToo() throws IOException {
        return matrix.tests(Matrix.all()).stream();
    }
}
