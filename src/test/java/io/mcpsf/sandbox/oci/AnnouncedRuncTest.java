package io.mcpsf.sandbox.oci;

import io.mcpsf.sandbox.Announcing;
import io.mcpsf.sandbox.Executor;
import io.mcpsf.sandbox.ExecutorContract;

import org.junit.jupiter.api.Tag;

/** All that runc promises holds as well where somebody waits for the first process. */
@Tag("chamber")
@Tag("release")
final class AnnouncedRuncTest extends ExecutorContract {

    private final OciExecutor runc = OciRuntimes.choose(OciRuntimes.Preference.RUNC, line -> {});

    @Override
    protected Executor executor() {
        return new Announcing(runc, process -> {});
    }

    @Override
    protected void closeExecutor() {
        runc.close();
    }
}
