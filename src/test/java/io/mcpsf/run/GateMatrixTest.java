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

/** The samples of the gate, detonated for real on the default runtime. */
@Tag("chamber")
@Tag("matrix")
final class GateMatrixTest {

    /** A detonation mostly waits: for the server to idle, for time to pass, for a restart. */
    private static final int AT_ONCE = 6;

    @TempDir static Path reports;
    private static Matrix matrix;

    @BeforeAll
    static void start() {
        matrix = new Matrix("auto", "balanced", reports, AT_ONCE);
    }

    @AfterAll
    static void stop() {
        matrix.close();
    }

    @TestFactory
    Stream<DynamicTest> aSampleOfEachKindGetsTheVerdictItDeserves() throws IOException {
        return matrix
                .tests(GateSamples.NAMES, GateSamples.ATTACKED, GateSamples.STARTED_AGAIN)
                .stream();
    }
}
