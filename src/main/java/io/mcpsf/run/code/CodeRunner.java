package io.mcpsf.run.code;

import io.mcpsf.boundary.Backbone;
import io.mcpsf.broker.SecretReveals;
import io.mcpsf.broker.SecretVault;
import io.mcpsf.exec.ExecutionJson;
import io.mcpsf.exec.ExecutionLog;
import io.mcpsf.exec.ScanFinding;
import io.mcpsf.inspect.code.parser.ParserBuild;
import io.mcpsf.json.Json;
import io.mcpsf.model.CaseFile;
import io.mcpsf.model.Coverage;
import io.mcpsf.model.PackageObservation.CodeFlagged;
import io.mcpsf.model.Phase;
import io.mcpsf.model.PhaseResult;
import io.mcpsf.model.ToolCoverage;
import io.mcpsf.observe.ebpf.SharedWitness;
import io.mcpsf.os.Cleanup;
import io.mcpsf.os.Scratch;
import io.mcpsf.policy.Policy;
import io.mcpsf.run.guarded.StandIns;
import io.mcpsf.run.guarded.Unenforced;
import io.mcpsf.run.guarded.UserSecrets;
import io.mcpsf.run.inspection.CodeParser;
import io.mcpsf.run.isolate.NetworkTools;
import io.mcpsf.run.isolate.Runtimes;
import io.mcpsf.run.record.Recorder;
import io.mcpsf.run.request.AssessRequest;
import io.mcpsf.run.request.CacheOptions;
import io.mcpsf.run.request.ExecOutcome;
import io.mcpsf.run.request.ExecRequest;
import io.mcpsf.run.request.ExecStreams;
import io.mcpsf.run.request.SessionHearers;
import io.mcpsf.run.request.SessionRequest;
import io.mcpsf.run.supply.Supplies;
import io.mcpsf.run.tools.CodeServices;
import io.mcpsf.run.tools.PrivacyGate;
import io.mcpsf.sandbox.Executor;
import io.mcpsf.store.CaseFolder;
import io.mcpsf.store.CaseStore;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * A place that runs one execution after another, or several at once: the runtime is chosen and
 * tried once. Interrupting a thread that runs code ends that execution, cleaned up.
 */
public final class CodeRunner implements AutoCloseable {

    private static final String PRIVACY = "privacy.jsonl";

    private final String runtime;
    private final Executor executor;
    private final Backbone backbone;
    private final PreScan scanner;
    private final SecretVault vault;
    private final SecretUses uses;
    private final Consumer<String> note;
    private final Cleanup undo;

    private CodeRunner(
            String runtime,
            Executor executor,
            Backbone backbone,
            SecretVault vault,
            PreScan scanner,
            Consumer<String> note,
            Cleanup undo) {
        this.runtime = runtime;
        this.scanner = scanner;
        this.vault = vault;
        this.uses = new SecretUses(vault);
        this.executor = executor;
        this.backbone = backbone;
        this.note = note;
        this.undo = undo;
    }

    public static CodeRunner open(String runtime, Consumer<String> note)
            throws InterruptedException {
        var backbone = new Backbone(Clock.systemUTC(), Supplies.spare(CacheOptions.usual()));
        return open(runtime, note, backbone, UserSecrets.here());
    }

    /** With another way to real hosts and other secrets than this user's. */
    static CodeRunner open(
            String runtime, Consumer<String> note, Backbone backbone, SecretVault vault)
            throws InterruptedException {
        SharedWitness.prepare();
        try (var undo = new Cleanup()) {
            Executor executor = Runtimes.choose(sealing(runtime), note, undo);
            NetworkTools.require(note);
            var scanner = new PreScan(() -> parser(note));
            undo.add(scanner::close);
            return new CodeRunner(
                    runtime, executor, backbone, vault, scanner, note, undo.release());
        }
    }

    /** Runs the code to its end, or refuses to. */
    public ExecOutcome run(ExecRequest request, ExecStreams streams) throws InterruptedException {
        Policy policy = request.policy().policy();
        Unenforced.refuse(policy, executor.capabilities());
        InVirtualMachine.refuse(executor, policy);
        List<ScanFinding> scan =
                PreScan.approved(
                        scanner.look(request.language(), request.code(), policy),
                        streams.approver());
        StandIns standIns =
                StandIns.of(
                        policy.secrets(),
                        System.getenv(),
                        name -> vault.open(name, "exec " + request.language().word()),
                        new SecureRandom());
        var clock = InstantSource.system();
        try (var scratch = Scratch.make()) {
            Workspace workspace = Workspace.of(request.folders().workspace(), scratch.path());
            CaseFolder folder =
                    new CaseStore(request.output(), clock, new SecureRandom())
                            .create(request.language().word());
            CaseFile head = CodeCase.head(request, folder, clock.instant());
            ExecutionLog log;
            try (var recorder =
                    new Recorder(
                            folder.grow(CaseFolder.EVIDENCE), head, System::nanoTime, _ -> {})) {
                note(scan, request, recorder);
                if (PreScan.refuses(scan)) {
                    return kept(folder, refused(request, head, scan, recorder));
                }
                PrivacyGate privacy =
                        privacy(
                                policy,
                                () -> folder.grow(PRIVACY),
                                System.getProperty("user.name", ""));
                var around =
                        new CodeServices.Surroundings(
                                executor.capabilities(),
                                scratch.path(),
                                recorder,
                                request.runtime(),
                                folder.folder().resolve("servers"),
                                standIns,
                                privacy);
                SecretReveals reveals =
                        uses.reveals(policy, standIns, folder.id(), streams.approver());
                try (privacy;
                        var services =
                                CodeServices.of(
                                        request.folders().servers(), reveals, around, streams);
                        var _ = recorder.tap(seen -> uses.account(seen, folder.id()))) {
                    var means =
                            new CodeScene.Means(
                                    executor, scratch.path(), backbone, standIns, services, note);
                    Workspace shown = workspace.hiding(privacy, scratch.path(), streams.tell());
                    CodeScene scene = CodeScene.set(request, shown, means, recorder);
                    var session = new Execution.Session(policy, head, folder, shown, scan);
                    try (var network = scene.network()) {
                        log =
                                new Execution(executor, scene, recorder, streams, session)
                                        .run(request);
                        network.keep(folder);
                    }
                }
            }
            return kept(folder, log);
        } catch (IOException e) {
            throw new UncheckedIOException("the execution cannot be set up or kept", e);
        }
    }

    private static PrivacyGate privacy(Policy policy, Supplier<OutputStream> audit, String user) {
        return policy.privacy().isEmpty()
                ? PrivacyGate.none()
                : PrivacyGate.of(policy.privacy(), audit.get(), user);
    }

    /**
     * Opens a session, or throws and leaves nothing behind. Its broker, its servers and its tokens
     * live as long as it does.
     */
    public CodeSession open(SessionRequest request, SessionHearers hearers)
            throws InterruptedException {
        Policy policy = request.policy().policy();
        Unenforced.refuse(policy, executor.capabilities());
        InVirtualMachine.refuse(executor, policy);
        StandIns standIns =
                StandIns.of(
                        policy.secrets(),
                        System.getenv(),
                        name -> vault.open(name, "session"),
                        new SecureRandom());
        var clock = InstantSource.system();
        var store = new CaseStore(request.output(), clock, new SecureRandom());
        try (var undo = new Cleanup()) {
            var scratch = Scratch.make();
            undo.add(scratch::close);
            Workspace workspace = Workspace.of(request.folders().workspace(), scratch.path());
            CaseFolder folder = store.create("session");
            CaseFile head =
                    CodeCase.head(
                            "session", "", List.of(), request.policy(), folder, clock.instant());
            var recorder =
                    new Recorder(folder.grow(CaseFolder.EVIDENCE), head, System::nanoTime, _ -> {});
            undo.add(recorder::close);
            var last = new AtomicReference<Runnable>(() -> {});
            undo.add(() -> last.get().run());
            var notebook = new SessionNotebook(recorder);
            notebook.add(seen -> uses.account(seen, folder.id()));
            PrivacyGate privacy =
                    privacy(
                            policy,
                            () -> new CopiedLines(folder.grow(PRIVACY), hearers.restored()),
                            hearers.user());
            undo.add(privacy::close);
            CodeServices services =
                    CodeServices.of(
                            request.folders().servers(),
                            uses.reveals(policy, standIns, folder.id(), hearers.approver()),
                            new CodeServices.Surroundings(
                                    executor.capabilities(),
                                    scratch.path(),
                                    notebook,
                                    runtime,
                                    folder.folder().resolve("servers"),
                                    standIns,
                                    privacy),
                            streams(hearers));
            undo.add(services::close);
            var means =
                    new CodeScene.Means(
                            executor, scratch.path(), backbone, standIns, services, note);
            Workspace shown = workspace.hiding(privacy, scratch.path(), note);
            CodeScene scene = CodeScene.set(request, shown, means, notebook);
            undo.add(() -> keep(scene, folder));
            SessionChamber.Heads heads =
                    (language, code, scan) -> {
                        CaseFolder own = store.create(language.word());
                        CaseFile ownHead =
                                CodeCase.head(
                                        language.word(),
                                        code,
                                        language.interpreter(),
                                        request.policy(),
                                        own,
                                        clock.instant());
                        return new SessionExecution(own, ownHead, language, code, scan);
                    };
            var parts =
                    new SessionChamber.Parts(
                            executor,
                            scene,
                            policy,
                            recorder,
                            head,
                            folder,
                            heads,
                            hearers.alert(),
                            hearers.done());
            SessionChamber chamber = SessionChamber.start(parts, notebook, undo);
            var session =
                    new CodeSession(
                            chamber,
                            scanner,
                            new CodeSession.Edges(hearers.approver(), services, privacy));
            last.set(() -> recorder.finish(chamber.coverage(chamber.millis())));
            chamber.hold(undo.release());
            return session;
        } catch (IOException e) {
            throw new UncheckedIOException("the session cannot be set up", e);
        }
    }

    private ExecStreams streams(SessionHearers hearers) {
        return new ExecStreams(
                OutputStream.nullOutputStream(),
                OutputStream.nullOutputStream(),
                note,
                hearers.alert(),
                hearers.approver());
    }

    private static void keep(CodeScene scene, CaseFolder folder) {
        try (var network = scene.network()) {
            network.keep(folder);
        } catch (IOException e) {
            throw new UncheckedIOException("the traffic of a session cannot be kept", e);
        }
    }

    @Override
    public void close() {
        undo.close();
    }

    private static ExecOutcome kept(CaseFolder folder, ExecutionLog log) {
        folder.write("execution.json", Json.pretty(ExecutionJson.of(log)));
        return new ExecOutcome(log, folder.folder());
    }

    private static void note(List<ScanFinding> scan, ExecRequest request, Recorder recorder) {
        recorder.enter(Phase.INSPECT);
        String file = request.language().file(request.code());
        for (ScanFinding found : scan) {
            recorder.saw(
                    new CodeFlagged(
                            "mcpsf",
                            found.rule(),
                            found.severity().name(),
                            file,
                            found.line(),
                            found.message()));
        }
    }

    private ExecutionLog refused(
            ExecRequest request, CaseFile head, List<ScanFinding> scan, Recorder recorder) {
        recorder.finish(
                new Coverage(
                        Map.of(Phase.INSPECT, new PhaseResult(PhaseResult.Status.DONE, 0, "")),
                        Map.of(),
                        new ToolCoverage(0, 0, 0),
                        executor.capabilities().isolation()));
        return new ExecutionLog(
                new ExecutionLog.Head(
                        head.id(), head.started(), request.language(), request.code()),
                new ExecutionLog.Ending(
                        ExecutionLog.Status.REFUSED,
                        Endings.REFUSED,
                        List.of(PreScan.refusal(scan))),
                ExecutionLog.Output.none(),
                ExecutionLog.Access.none(),
                ExecutionLog.Resources.none(),
                scan,
                List.of(),
                List.of());
    }

    private static Path parser(Consumer<String> note) throws InterruptedException {
        Optional<Path> built = ParserBuild.built(Supplies.ownPrograms());
        if (built.isPresent()) {
            return built.get();
        }
        try (var scratch = Scratch.make();
                var supplies = Supplies.open(scratch.path(), CacheOptions.usual(), note)) {
            return new CodeParser(supplies, note).program();
        }
    }

    /** What an executor is chosen by. */
    private static AssessRequest sealing(String runtime) {
        return new AssessRequest(
                "",
                List.of(),
                List.of(),
                Map.of(),
                List.of(),
                "safe",
                Path.of(""),
                runtime,
                Duration.ZERO,
                0);
    }
}
