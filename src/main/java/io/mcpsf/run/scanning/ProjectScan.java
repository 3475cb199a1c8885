package io.mcpsf.run.scanning;

import io.mcpsf.boundary.ScopedNetwork;
import io.mcpsf.boundary.ScopedNetwork.Door;
import io.mcpsf.model.CaseFile;
import io.mcpsf.model.Coverage;
import io.mcpsf.model.Phase;
import io.mcpsf.model.PhaseResult;
import io.mcpsf.model.ScanObservation.ScannerEnded;
import io.mcpsf.model.ScanObservation.ScopeGiven;
import io.mcpsf.model.Sense;
import io.mcpsf.model.SenseHealth;
import io.mcpsf.model.ToolCoverage;
import io.mcpsf.os.Cleanup;
import io.mcpsf.os.Scratch;
import io.mcpsf.run.isolate.NetworkTools;
import io.mcpsf.run.isolate.Runtimes;
import io.mcpsf.run.record.Recorder;
import io.mcpsf.run.request.Progress;
import io.mcpsf.run.request.ScanRequest;
import io.mcpsf.run.request.Version;
import io.mcpsf.sandbox.Executor;
import io.mcpsf.scan.DescribedScanner;
import io.mcpsf.scan.NetworkScanner;
import io.mcpsf.scan.ScanTarget;
import io.mcpsf.store.CaseFolder;
import io.mcpsf.store.CaseStore;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.security.SecureRandom;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** One scan from a checked request to its evidence: scanner after scanner. */
public final class ProjectScan {

    private static final String KIND = "project";
    private static final String DONE = "done";

    /** Who asks for API descriptions; connections of ours are no scanner's. */
    private static final String OURSELVES = "mcpsf";

    /** At once, new ones each second, and 10 Mbit. */
    private static final ScopedNetwork.Bounds BOUNDS =
            new ScopedNetwork.Bounds(100, 100, 1_250_000);

    private final ScanRequest request;
    private final Progress progress;

    public ProjectScan(ScanRequest request, Progress progress) {
        this.request = request;
        this.progress = progress;
    }

    /** Scans, and returns the folder with the evidence. Interrupting the thread ends it. */
    public CaseFolder scan() throws InterruptedException {
        try (var undo = new Cleanup()) {
            Scratch scratch = Scratch.make();
            undo.add(scratch::close);
            Executor executor = Runtimes.choose(request.runtime(), progress::note, undo);
            NetworkTools.require(progress::note);
            String name = String.valueOf(request.project().getFileName());
            CaseFolder folder =
                    new CaseStore(request.output(), InstantSource.system(), new SecureRandom())
                            .create(name);
            var head =
                    new CaseFile(
                            folder.id(),
                            new CaseFile.Subject(KIND, name, "", "", request.project().toString()),
                            Instant.now(),
                            Version.ours(),
                            new CaseFile.Settings(
                                    request.depth().name().toLowerCase(java.util.Locale.ROOT),
                                    0,
                                    List.of(),
                                    0));
            try (var recorder =
                    new Recorder(
                            folder.grow(CaseFolder.EVIDENCE),
                            head,
                            System::nanoTime,
                            progress::seen)) {
                recorder.enter(Phase.SCAN);
                progress.phase(Phase.SCAN, name);
                for (ScanTarget target : request.targets()) {
                    recorder.saw(
                            new ScopeGiven(
                                    target.address().getHostAddress(),
                                    target.ports().stream()
                                            .map(String::valueOf)
                                            .collect(Collectors.joining(","))));
                }
                long begin = System.nanoTime();
                var senses = new EnumMap<Sense, SenseHealth>(Sense.class);
                for (NetworkScanner scanner : request.scanners()) {
                    one(scanner, new ScannerSandbox(executor, scratch.path(), recorder), recorder)
                            .forEach((s, health) -> senses.merge(s, health, SenseHealth::and));
                }
                var result =
                        new PhaseResult(
                                PhaseResult.Status.DONE,
                                (System.nanoTime() - begin) / 1_000_000,
                                "");
                progress.done(Phase.SCAN, result);
                recorder.finish(
                        new Coverage(
                                Map.of(Phase.SCAN, result),
                                senses,
                                new ToolCoverage(0, 0, 0),
                                executor.capabilities().isolation()));
            }
            return folder;
        } catch (IOException e) {
            throw new UncheckedIOException("cannot scan", e);
        }
    }

    private Map<Sense, SenseHealth> one(
            NetworkScanner scanner, ScannerSandbox sandbox, Recorder recorder)
            throws InterruptedException, IOException {
        progress.phase(Phase.SCAN, scanner.name());
        Set<Door> doors = doors();
        String version = "";
        var troubles = new ArrayList<String>();
        var senses = new EnumMap<Sense, SenseHealth>(Sense.class);
        try (ScopedNetwork network =
                ScopedNetwork.open(doors, BOUNDS, recorder, request.secrets())) {
            NetworkScanner ready = described(scanner, network);
            long ours = network.connections();
            List<NetworkScanner.Start> starts =
                    ready.starts(
                            scanner.onlyOpen() ? answering(network) : request.targets(),
                            request.depth());
            if (starts.isEmpty()) {
                troubles.add("it had nothing to scan");
            }
            for (NetworkScanner.Start start : starts) {
                ScannerSandbox.Ran ran =
                        sandbox.run(scanner, start, network, doors, request.depth());
                NetworkScanner.Reading reading = ran.reading();
                reading.seen().forEach(recorder::saw);
                version = reading.version();
                String trouble = ran.trouble().isEmpty() ? reading.trouble() : ran.trouble();
                if (!trouble.isEmpty()) {
                    troubles.add(trouble);
                }
                ran.senses().forEach((s, health) -> senses.merge(s, health, SenseHealth::and));
            }
            recorder.saw(
                    new ScannerEnded(
                            scanner.name(),
                            version,
                            troubles.isEmpty() ? DONE : String.join("; ", troubles),
                            network.connections() - ours));
            if (ours > 0) {
                recorder.saw(new ScannerEnded(OURSELVES, Version.ours(), DONE, ours));
            }
            senses.put(Sense.NETWORK, SenseHealth.full(network.connections()));
        }
        return senses;
    }

    /** Also told what services in scope describe of themselves, where that is of use to it. */
    private NetworkScanner described(NetworkScanner scanner, ScopedNetwork network)
            throws InterruptedException {
        return scanner instanceof DescribedScanner one
                ? one.knowing(new ServedDescriptions(network, one.login()).all())
                : scanner;
    }

    private Set<Door> doors() {
        var doors = new LinkedHashSet<Door>();
        for (ScanTarget target : request.targets()) {
            target.ports().forEach(port -> doors.add(new Door(target.address(), port)));
        }
        return doors;
    }

    private static List<ScanTarget> answering(ScopedNetwork network) {
        var open = new LinkedHashMap<InetAddress, SortedSet<Integer>>();
        for (Door door : network.answering()) {
            open.computeIfAbsent(door.address(), _ -> new TreeSet<>()).add(door.port());
        }
        return open.entrySet().stream()
                .map(entry -> new ScanTarget(entry.getKey(), entry.getValue()))
                .toList();
    }
}
