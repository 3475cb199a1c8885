package io.mcpsf.sandbox.oci;

import io.mcpsf.sandbox.Announcing;
import io.mcpsf.sandbox.Executor;
import io.mcpsf.sandbox.ExecutorContract;

import org.junit.jupiter.api.Tag;

/** All that crun promises holds as well where somebody waits for the first process. */
@Tag("chamber")
@Tag("release")
final class AnnouncedCrunTest extends ExecutorContract {

    private final OciExecutor crun = OciRuntimes.choose(OciRuntimes.Preference.CRUN, line -> {});

    @Override
    protected Executor executor() {
        return new Announcing(crun, process -> {});
    }

    @Override
    protected void closeExecutor() {
        crun.close();
    }
}
