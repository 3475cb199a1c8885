package io.mcpsf.run;

import io.mcpsf.boundary.Boundary;
import io.mcpsf.json.Json;
import io.mcpsf.judge.Example;
import io.mcpsf.judge.Explain;
import io.mcpsf.judge.Judge;
import io.mcpsf.judge.RuleSet;
import io.mcpsf.judge.Selection;
import io.mcpsf.mcp.http.DirectDialer;
import io.mcpsf.model.CaseFile;
import io.mcpsf.model.Evidence;
import io.mcpsf.model.Judgement;
import io.mcpsf.model.Phase;
import io.mcpsf.model.RuleInfo;
import io.mcpsf.model.Target;
import io.mcpsf.os.Scratch;
import io.mcpsf.report.Report;
import io.mcpsf.report.form.ReportFiles;
import io.mcpsf.run.cases.Case;
import io.mcpsf.run.cases.CaseEvidence;
import io.mcpsf.run.cases.InspectedCase;
import io.mcpsf.run.cases.LiveCase;
import io.mcpsf.run.cases.Practice;
import io.mcpsf.run.cases.RemoteCase;
import io.mcpsf.run.cases.TimeLimit;
import io.mcpsf.run.code.CodeRunner;
import io.mcpsf.run.guarded.GuardedHttp;
import io.mcpsf.run.guarded.GuardedRun;
import io.mcpsf.run.inspection.CodeParser;
import io.mcpsf.run.inspection.DryInspection;
import io.mcpsf.run.inspection.KnowledgeChecks;
import io.mcpsf.run.isolate.Doctor;
import io.mcpsf.run.isolate.RuntimeChoice;
import io.mcpsf.run.record.AtPhase;
import io.mcpsf.run.request.AssessRequest;
import io.mcpsf.run.request.CacheOptions;
import io.mcpsf.run.request.Check;
import io.mcpsf.run.request.ClientStreams;
import io.mcpsf.run.request.CutShortException;
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
import io.mcpsf.run.request.UsageException;
import io.mcpsf.run.scanning.ProjectScan;
import io.mcpsf.run.scene.Fixtures;
import io.mcpsf.run.supply.Supplies;
import io.mcpsf.sandbox.docker.Errand;
import io.mcpsf.sandbox.host.Leftovers;
import io.mcpsf.sandbox.oci.Gvisor;
import io.mcpsf.sandbox.vm.VmExecutor;
import io.mcpsf.sandbox.vm.VmParts;
import io.mcpsf.source.BadSourceException;
import io.mcpsf.source.Sources;
import io.mcpsf.store.CaseFolder;
import io.mcpsf.store.CaseStore;
import io.mcpsf.web.PublicAddress;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.function.Consumer;

/** The entry point of an assessment, and of everything else that the command line offers. */
public final class Assessment {

    private final boolean again;
    private Optional<RuleSet> loaded = Optional.empty();

    public Assessment() {
        this(true);
    }

    /** Without {@code again} a server is started for one client only, and on no later day. */
    Assessment(boolean again) {
        this.again = again;
    }

    /**
     * Interrupting the calling thread ends the assessment and cleans up before this returns. So
     * does the time limit of the request; then there is an outcome all the same.
     */
    public Outcome assess(AssessRequest request, Progress progress) throws InterruptedException {
        var practice = new Practice(this::ruleSet, Supplies.spare(request.caching()));
        try (var limit = TimeLimit.start(request.timeout())) {
            try {
                CaseFolder folder =
                        begun(request, new AtPhase(progress, Phase.IDLE, practice::begin));
                limit.end();
                return judged(folder);
            } catch (CutShortException e) {
                boolean late = limit.over();
                Outcome outcome = judged(CaseFolder.of(e.folder()));
                if (late) {
                    return outcome;
                }
                throw e;
            } catch (InterruptedException e) {
                if (limit.over()) {
                    throw new UsageException(
                            "the time limit was reached before the server could be started",
                            "--timeout %ds is for the whole assessment, downloads included"
                                    .formatted(request.timeout().toSeconds()),
                            "--timeout 5m, or leave it out");
                }
                throw e;
            }
        }
    }

    /** The families of rules that may be selected beside single rules. */
    public static List<String> families() {
        return Selection.families();
    }

    /** The packages of a name, of npm first, as the user's registries know them. */
    public List<Target> packages(String name, String version) throws InterruptedException {
        try (var scratch = Scratch.make();
                var supplies = Supplies.open(scratch.path(), CacheOptions.usual(), _ -> {})) {
            return supplies.acquisition().packages(name, version);
        }
    }

    /** Where the parser of code lies; builds it when it is not here yet. */
    public static Path codeParser() throws InterruptedException {
        try (var scratch = Scratch.make();
                var supplies = Supplies.open(scratch.path(), CacheOptions.usual(), _ -> {})) {
            return new CodeParser(supplies, _ -> {}).program();
        }
    }

    /** Scans a project of the user's own, and judges what the scanners found. */
    public Outcome scan(ScanRequest request, Progress progress) throws InterruptedException {
        return judged(new ProjectScan(request, progress).scan());
    }

    private Outcome judged(CaseFolder folder) {
        Evidence evidence = folder.evidence();
        RuleSet rules = ruleSet();
        Judgement judgement = Judge.judge(evidence, rules);
        ReportFiles.of(Report.of(evidence, judgement, rules.infos())).forEach(folder::write);
        CaseStore.reported(folder);
        return new Outcome(folder.folder(), evidence, judgement);
    }

    /** Serves a server to a real client, within a policy, and writes its evidence. */
    public GuardOutcome guard(GuardRequest request, Progress progress, ClientStreams client)
            throws InterruptedException {
        return new GuardedRun(request, progress).serve(client);
    }

    /** The same for remote clients, until the thread is interrupted. */
    public void guardHttp(GuardRequest request, Progress progress, HttpListener listener)
            throws InterruptedException {
        new GuardedHttp(request, progress, listener).serve();
    }

    /**
     * Runs code within a policy and writes its log. Interrupting the thread ends it, cleaned up.
     */
    public ExecOutcome execute(ExecRequest request, ExecStreams streams)
            throws InterruptedException {
        try (var runner = CodeRunner.open(request.runtime(), streams.tell())) {
            return runner.run(request, streams);
        }
    }

    /** A place that runs code again and again; the caller closes it. */
    public CodeRunner codeRunner(String runtime, Consumer<String> note)
            throws InterruptedException {
        return CodeRunner.open(runtime, note);
    }

    /** Loads what every assessment needs first, while the command line is still being read. */
    public static void wake() {
        Thread.ofPlatform()
                .name("wake")
                .daemon()
                .start(
                        () -> {
                            var _ = Json.read("{\"a\":[1]}");
                            var _ = new SecureRandom().nextInt();
                        });
    }

    private synchronized RuleSet ruleSet() {
        RuleSet rules = loaded.orElseGet(RuleSet::load);
        loaded = Optional.of(rules);
        return rules;
    }

    /** As below; what was interrupted says so, and is not told as a failure of ours. */
    private CaseFolder begun(AssessRequest request, Progress progress) throws InterruptedException {
        try {
            return folder(request, progress);
        } catch (RuntimeException e) {
            if (!CaseEvidence.isInterruption(e)) {
                throw e;
            }
            var _ = Thread.interrupted();
            throw (InterruptedException) new InterruptedException("interrupted").initCause(e);
        }
    }

    /** What runs already is only questioned; everything else is sealed and started. */
    private CaseFolder folder(AssessRequest request, Progress progress)
            throws InterruptedException {
        Target target;
        try {
            target = Sources.parse(request.source(), Path.of(""));
        } catch (BadSourceException e) {
            throw cannotGet(request.source(), e);
        }
        boolean inspected = request.profile().equals(CaseFile.INSPECTED);
        return switch (target) {
            case Target.Remote _, Target.Localhost _ when inspected ->
                    throw new UsageException(
                            "cannot inspect " + request.source(),
                            "a server that already runs shows none of its code",
                            "mcpsf assess questions it; mcpsf inspect reads a package or a"
                                    + " repository");
            case Target.Remote _, Target.Localhost _ when !request.access().beside().isEmpty() ->
                    throw new UsageException(
                            "two servers were given: %s and %s"
                                    .formatted(request.source(), request.access().beside()),
                            "--server-url names the running server whose code is SOURCE",
                            "mcpsf assess %s, or give a package or a folder as SOURCE"
                                    .formatted(request.access().beside()));
            case Target.Remote _, Target.Localhost _ ->
                    new LiveCase(request, target, dialer(request), progress).run();
            case Target.Image image when request.runtime().startsWith("docker") ->
                    throw new UsageException(
                            "cannot assess a container image with --runtime " + request.runtime(),
                            "a sandbox inside the engine has a system of its own, not that of %s"
                                    .formatted(image.reference()),
                            "leave --runtime out, or use crun, runc or runsc");
            case Target.Local _,
                    Target.Archive _,
                    Target.Npm _,
                    Target.Pypi _,
                    Target.Git _,
                    Target.Image _ ->
                    inspected || !request.access().beside().isEmpty()
                            ? new InspectedCase(request, target, progress, live(request, progress))
                                    .run()
                            : sealed(request, target, progress);
        };
    }

    /** The running server that a source belongs to, where the user named one. */
    private static Optional<LiveCase> live(AssessRequest request, Progress progress) {
        String url = request.access().beside();
        if (url.isEmpty()) {
            return Optional.empty();
        }
        Target target;
        try {
            target = Sources.parse(url, Path.of(""));
        } catch (BadSourceException e) {
            throw cannotGet(url, e);
        }
        if (!(target instanceof Target.Remote || target instanceof Target.Localhost)) {
            throw new UsageException(
                    "--server-url is not the URL of a server: " + url,
                    "it must begin with http:// or https://",
                    "mcpsf assess SOURCE --server-url https://host/mcp");
        }
        return Optional.of(new LiveCase(request, target, dialer(request), progress));
    }

    /** A source that is none, in three parts. */
    public static UsageException cannotGet(String source, BadSourceException e) {
        String message = String.valueOf(e.getMessage());
        int end = message.indexOf(". ");
        return new UsageException(
                "cannot get " + source.replaceFirst("//[^/@]*@", "//***@"),
                end < 0 ? message : message.substring(0, end),
                end < 0
                        ? "mcpsf help assess shows what a source looks like"
                        : message.substring(end + 2));
    }

    /** Whoever asks for strangers must not be led into the network that we sit in. */
    private static DirectDialer dialer(AssessRequest request) {
        return request.access().publicOnly()
                ? DirectDialer.usual(PublicAddress::is)
                : DirectDialer.usual();
    }

    /** Here, or by ourselves in a container on an engine that we cannot look into. */
    private CaseFolder sealed(AssessRequest request, Target target, Progress progress)
            throws InterruptedException {
        Optional<Errand> errand = RuntimeChoice.errand(request.runtime());
        return errand.isPresent()
                ? new RemoteCase(request, target, errand.get(), progress).run()
                : new Case(request, progress, again).run();
    }

    /**
     * Walks through what an assessment does before and after the sandbox, without one: for the
     * start-up cache, which keeps what was loaded.
     */
    public void rehearse() {
        Fixtures fixtures = Fixtures.draw(new SplittableRandom(1));
        fixtures.canaries().find(new byte[64]);
        Practice.judge(ruleSet());
        try {
            DryInspection.run();
        } catch (IOException e) {
            throw new UncheckedIOException("cannot rehearse", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    public List<RuleInfo> rules() {
        return ruleSet().infos();
    }

    /** A rule in full, by its id. */
    public Optional<Explained> explain(String id) {
        return Explain.rule(ruleSet(), id)
                .map(
                        rule ->
                                new Explained(
                                        rule.info(),
                                        rule.description(),
                                        rule.home(),
                                        stories(rule, true),
                                        stories(rule, false)));
    }

    private static List<String> stories(Explain.Explanation rule, boolean fires) {
        return rule.examples().stream().filter(e -> e.fires() == fires).map(Example::name).toList();
    }

    public Judgement judge(Evidence evidence) {
        return Judge.judge(evidence, ruleSet());
    }

    public List<Check> checkup() {
        var checks = new ArrayList<>(Doctor.checks());
        checks.addAll(KnowledgeChecks.checks(System.getenv(), Instant.now()));
        return checks;
    }

    /** Brings a runtime to this host, because the user asked for it. */
    public void install(String runtime, Consumer<String> say) throws InterruptedException {
        if (runtime.equals(VmExecutor.WORD)) {
            VmParts.here().install(say);
            return;
        }
        if (!runtime.equals("runsc")) {
            throw new UsageException(
                    "unknown runtime: " + runtime,
                    "crun and runc are installed when they are first needed",
                    "mcpsf doctor --install runsc, or vm");
        }
        Gvisor.install(say);
    }

    /** Removes what a killed run left behind and says what it was. */
    public List<String> cleanup() {
        var removed = new ArrayList<>(Leftovers.sweep());
        int networks = Boundary.sweep();
        if (networks > 0) {
            removed.add(networks + " network namespaces");
        }
        return removed;
    }
}
