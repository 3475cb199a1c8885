package io.mcpsf.sandbox;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpsf.os.TemporaryTree;
import io.mcpsf.os.Trees;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;

import java.nio.file.Path;
import java.util.List;

/** What every executor promises, tried on real sandboxes. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Timeout(180)
public abstract class ExecutorContract
        implements SealContract, LimitsContract, PlacesContract, ProgramContract {

    protected static final Persona ALICE = new Persona("thinkpad", "alice", "/home/alice");

    private final Footprint footprint = new Footprint();
    private Trial trial;
    private Path seeds;

    /** The executor under test, made once; installed by our own code when it is missing. */
    protected abstract Executor executor();

    protected abstract void closeExecutor();

    @Override
    public final Trial trial() {
        return trial;
    }

    @Override
    public final Path seeds() {
        return seeds;
    }

    @Override
    public List<String> namespaces() {
        return List.of("pid", "mnt", "net", "ipc", "uts", "user", "cgroup");
    }

    @Override
    public boolean sharesTheKernel() {
        return true;
    }

    @BeforeAll
    void make() {
        trial = new Trial(executor());
    }

    @AfterAll
    void end() {
        closeExecutor();
    }

    @BeforeEach
    void before() {
        seeds = TemporaryTree.make("seeds");
        footprint.note();
    }

    @AfterEach
    void leavesNothingBehind() {
        Trees.delete(seeds);
        footprint.assertNothingNew();
    }

    @Test
    void saysWhatItEnforces() {
        var capabilities = executor().capabilities();

        assertThat(capabilities.enforced()).anyMatch(line -> line.contains("memory limit"));
        assertThat(capabilities.version()).matches("\\d+\\..*");
        assertThat(capabilities.kernel()).startsWith("Linux ");
    }
}
