package io.mcpsf.run;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Vulnerable samples and their mended twins under everything that we send. All of them run so by
 * {@code PROFILE=aggressive bin/matrix crun}.
 */
@Tag("release")
@Tag("chamber")
final class AggressiveMatrixTest {

    private static final Set<String> SOME =
            Set.of(
                    "vuln-code-python",
                    "safe-code-python",
                    "vuln-command-node",
                    "safe-command-node",
                    "vuln-path-python",
                    "safe-path-python",
                    "vuln-sql-node",
                    "safe-sql-node",
                    "vuln-ssrf-node",
                    "safe-ssrf-node",
                    "vuln-xml-python",
                    "safe-xml-python");

    @TempDir static Path reports;
    private static Matrix matrix;

    @BeforeAll
    static void start() {
        matrix = new Matrix("auto", "aggressive", reports, 3);
    }

    @AfterAll
    static void stop() {
        matrix.close();
    }

    @TestFactory
    Stream<DynamicTest> everythingProvesTheFaultAndNothingTheMend() throws IOException {
        return matrix.tests(SOME).stream();
    }
}
