package io.mcpsf.agent;

import io.mcpsf.discover.Discovery;
import io.mcpsf.model.Evidence;
import io.mcpsf.policy.MergedPolicy;
import io.mcpsf.report.Report;
import io.mcpsf.run.request.Approver;
import io.mcpsf.run.request.AssessRequest;
import io.mcpsf.run.request.ExecOutcome;
import io.mcpsf.run.request.ExecRequest;
import io.mcpsf.run.request.Explained;
import io.mcpsf.run.request.Outcome;
import io.mcpsf.run.request.Progress;
import io.mcpsf.run.request.ScanRequest;
import io.mcpsf.run.scanning.ScanPlanner;

import tools.jackson.databind.node.ObjectNode;

import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/** What the tools need from the rest of mcpsf, and what the user who started it decided. */
public record House(
        Assessing assessing,
        Executing executing,
        Function<Evidence, Report> reporting,
        Function<String, Optional<Explained>> explaining,
        Supplier<Discovery.Found> discovering,
        LongSupplier seeds,
        Scanning scanning,
        Settings settings) {

    /** Runs an assessment; interrupting the thread ends it, cleaned up. */
    @FunctionalInterface
    public interface Assessing {
        Outcome assess(AssessRequest request, Progress progress) throws InterruptedException;
    }

    /** Runs code; interrupting the thread ends it, cleaned up. */
    @FunctionalInterface
    public interface Executing {
        ExecOutcome execute(ExecRequest request, Approver approver) throws InterruptedException;
    }

    /** Looks at a project of the user's own and scans it; interrupting the thread ends it. */
    public interface Scanning {
        ObjectNode scope(Path project) throws InterruptedException;

        ScanPlanner.Plan plan(Path project, ScanPlanner.Wish wish) throws InterruptedException;

        Outcome scan(ScanRequest request, Progress progress) throws InterruptedException;
    }

    /** Never the agent's to choose: where cases are kept, and what code may do. */
    public record Settings(
            Path output, MergedPolicy policy, ExecRequest.Folders folders, String runtime) {}
}
