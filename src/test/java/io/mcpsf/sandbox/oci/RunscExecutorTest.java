package io.mcpsf.sandbox.oci;

import io.mcpsf.sandbox.Executor;
import io.mcpsf.sandbox.ExecutorContract;

import org.junit.jupiter.api.Tag;

import java.util.List;

/** gVisor, as {@code mcpsf doctor --install runsc} brings it. */
@Tag("chamber")
@Tag("release")
final class RunscExecutorTest extends ExecutorContract {

    private final OciExecutor runsc = Installed.gvisor();

    @Override
    protected Executor executor() {
        return runsc;
    }

    @Override
    protected void closeExecutor() {
        runsc.close();
    }

    /** The others are gVisor's own, inside it. */
    @Override
    public List<String> namespaces() {
        return List.of("mnt", "net", "ipc", "uts", "user");
    }

    @Override
    public boolean sharesTheKernel() {
        return false;
    }
}
