package io.mcpsf.cli;

import io.mcpsf.model.Evidence;
import io.mcpsf.model.Judgement;
import io.mcpsf.model.RuleInfo;
import io.mcpsf.model.Target;
import io.mcpsf.run.code.CodeRunner;
import io.mcpsf.run.request.AssessRequest;
import io.mcpsf.run.request.Check;
import io.mcpsf.run.request.ClientStreams;
import io.mcpsf.run.request.ExecOutcome;
import io.mcpsf.run.request.ExecRequest;
import io.mcpsf.run.request.ExecStreams;
import io.mcpsf.run.request.Explained;
import io.mcpsf.run.request.GuardOutcome;
import io.mcpsf.run.request.GuardRequest;
import io.mcpsf.run.request.HttpListener;
import io.mcpsf.run.request.Outcome;
import io.mcpsf.run.request.Progress;
import io.mcpsf.run.request.ScanRequest;

import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;

/** What the commands need from the rest of mcpsf; nothing is loaded before it is used. */
record Ports(
        Assessing assessing,
        Supplier<List<RuleInfo>> rules,
        Function<String, Optional<Explained>> explaining,
        Function<Evidence, Judgement> judging,
        Supplier<List<Check>> checkup,
        Supplier<List<String>> cleanup,
        Runnable rehearsal,
        Installing installing,
        Guarding guarding,
        Listening listening,
        Executing executing,
        CodeRunners codeRunners,
        Scanning scanning,
        Naming naming) {

    /** Which registries have a package of a name; asks them. */
    @FunctionalInterface
    interface Naming {
        List<Target> packages(String name, String version) throws InterruptedException;
    }

    /** Opens a place that runs code again and again. */
    @FunctionalInterface
    interface CodeRunners {
        CodeRunner open(String runtime, Consumer<String> note) throws InterruptedException;
    }

    /** Runs code to its end. Interrupting the thread ends it, cleaned up. */
    @FunctionalInterface
    interface Executing {
        ExecOutcome execute(ExecRequest request, ExecStreams streams) throws InterruptedException;
    }

    /** Brings a runtime to this host and says what it does. */
    @FunctionalInterface
    interface Installing {
        void install(String runtime, Consumer<String> say) throws InterruptedException;
    }

    /** Serves a server to a client until either leaves. Interrupting the thread ends it. */
    @FunctionalInterface
    interface Guarding {
        GuardOutcome serve(GuardRequest request, Progress progress, ClientStreams client)
                throws InterruptedException;
    }

    /** Serves a server to remote clients until the thread is interrupted. */
    @FunctionalInterface
    interface Listening {
        void serve(GuardRequest request, Progress progress, HttpListener listener)
                throws InterruptedException;
    }

    /** Scans a project. Interrupting the thread ends it, cleaned up. */
    @FunctionalInterface
    interface Scanning {
        Outcome scan(ScanRequest request, Progress progress) throws InterruptedException;
    }

    /** Runs a whole assessment. Interrupting the thread ends it, cleaned up. */
    @FunctionalInterface
    interface Assessing {
        Outcome assess(AssessRequest request, Progress progress) throws InterruptedException;
    }
}
