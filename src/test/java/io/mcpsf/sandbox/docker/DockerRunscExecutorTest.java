package io.mcpsf.sandbox.docker;

import io.mcpsf.sandbox.Executor;
import io.mcpsf.sandbox.ExecutorContract;

import org.junit.jupiter.api.Tag;

import java.util.List;

/** The contract on a real Docker engine in which gVisor is registered: it is taken by itself. */
@Tag("chamber")
@Tag("release")
final class DockerRunscExecutorTest extends ExecutorContract {

    private final PrivateEngine engine = PrivateEngine.withGvisor();
    private final DockerExecutor docker =
            DockerEngines.choose("docker", engine.environment(), line -> {});

    @Override
    protected Executor executor() {
        return docker;
    }

    @Override
    protected void closeExecutor() {
        docker.close();
        engine.close();
    }

    /** The others are gVisor's own, inside it. */
    @Override
    public List<String> namespaces() {
        return List.of("mnt", "net", "ipc", "uts");
    }

    @Override
    public boolean sharesTheKernel() {
        return false;
    }
}
