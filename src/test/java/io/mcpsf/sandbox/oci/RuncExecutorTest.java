package io.mcpsf.sandbox.oci;

import io.mcpsf.sandbox.Executor;
import io.mcpsf.sandbox.ExecutorContract;

import org.junit.jupiter.api.Tag;

/** Not the runtime that is chosen by itself, so for a release. */
@Tag("chamber")
@Tag("release")
final class RuncExecutorTest extends ExecutorContract {

    private final OciExecutor runc = OciRuntimes.choose(OciRuntimes.Preference.RUNC, line -> {});

    @Override
    protected Executor executor() {
        return runc;
    }

    @Override
    protected void closeExecutor() {
        runc.close();
    }
}
