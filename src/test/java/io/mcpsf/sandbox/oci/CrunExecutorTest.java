package io.mcpsf.sandbox.oci;

import io.mcpsf.sandbox.Executor;
import io.mcpsf.sandbox.ExecutorContract;

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
