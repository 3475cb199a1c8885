package io.mcpsf.run;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * Every sample detonated for real, and held against what it promises in its expect.yaml. With
 * {@code -Dmatrix.runtime=runsc} (or another) the whole matrix runs there.
 */
@Tag("release")
@Tag("chamber")
final class SamplesMatrixTest {

    /** Most of a detonation is waiting, so a few at once cost little and halve the time. */
    private static final int AT_ONCE = 3;

    @TempDir static Path reports;
    private static Matrix matrix;

    @BeforeAll
    static void start() {
        matrix =
                new Matrix(
                        System.getProperty("matrix.runtime", "auto"), "balanced", reports, AT_ONCE);
    }

    @AfterAll
    static void stop() {
        matrix.close();
    }

    @TestFactory
    Stream<DynamicTest> everySampleGetsTheVerdictItDeserves() throws IOException {
        List<DynamicTest> tests = matrix.tests(Matrix.all());
        assertThat(tests).as("enough samples to mean something").hasSizeGreaterThan(24);
        return tests.stream();
    }
}
