package io.mcpsf.sandbox.oci;

import io.mcpsf.sandbox.Executor;
import io.mcpsf.sandbox.ExecutorContract;

import org.junit.jupiter.api.Tag;

@Tag("chamber")
final class CrunExecutorTest extends ExecutorContract {

    private final OciExecutor crun = OciRuntimes.choose(OciRuntimes.Preference.CRUN, line -> {});

    @Override
    protected Executor executor() {
        return crun;
    }

    @Override
    protected void closeExecutor() {
        crun.close();
    }
}
