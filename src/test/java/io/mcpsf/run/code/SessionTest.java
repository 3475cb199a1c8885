package io.mcpsf.run.code;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;

/** Sessions in a sandbox of crun. */
@Tag("chamber")
final class SessionTest extends SessionContract {

    private static CodeRunner runner;

    @BeforeAll
    static void open() throws Exception {
        runner = CodeRunner.open("crun", _ -> {});
    }

    @AfterAll
    static void close() {
        runner.close();
    }

    @Override
    CodeRunner runner() {
        return runner;
    }

    @Override
    String limits() {
        return "";
    }
}
