package io.mcpsf.run.cases;

import io.mcpsf.bait.CanaryFinder;
import io.mcpsf.interrogate.Interrogation;
import io.mcpsf.interrogate.InterrogationOutcome;
import io.mcpsf.interrogate.Plausible;
import io.mcpsf.mcp.Budget;
import io.mcpsf.mcp.Identity;
import io.mcpsf.mcp.Transcript;
import io.mcpsf.mcp.Transport;
import io.mcpsf.mcp.http.DirectDialer;
import io.mcpsf.mcp.http.Endpoint;
import io.mcpsf.mcp.http.Header;
import io.mcpsf.mcp.http.PortProtocol;
import io.mcpsf.model.CaseFile;
import io.mcpsf.model.Coverage;
import io.mcpsf.model.Isolation;
import io.mcpsf.model.Phase;
import io.mcpsf.model.PhaseResult;
import io.mcpsf.model.PhaseResult.Status;
import io.mcpsf.model.Sense;
import io.mcpsf.model.SenseHealth;
import io.mcpsf.model.Target;
import io.mcpsf.model.ToolCoverage;
import io.mcpsf.run.question.HttpReach;
import io.mcpsf.run.record.Recorder;
import io.mcpsf.run.record.ShownNotebook;
import io.mcpsf.run.request.AssessRequest;
import io.mcpsf.run.request.Profile;
import io.mcpsf.run.request.Progress;
import io.mcpsf.run.request.UsageException;
import io.mcpsf.run.request.Version;
import io.mcpsf.store.CaseFolder;
import io.mcpsf.store.CaseStore;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/**
 * One assessment of a server that already runs, elsewhere or on this machine: nothing is sealed and
 * nothing but the protocol is seen, and the coverage says so. Without being asked for more, each
 * tool is called once with a valid value.
 */
public final class LiveCase {

    private static final Duration ONE_CALL = Duration.ofSeconds(20);
    private static final Duration WHOLE = Duration.ofMinutes(5);
    private static final int MOST_TOOLS = 100;

    private final AssessRequest request;
    private final Target target;
    private final Endpoint start;
    private final String place;
    private final DirectDialer dialer;
    private final Progress progress;
    private final Profile profile;

    public LiveCase(AssessRequest request, Target target, DirectDialer dialer, Progress progress) {
        this.request = request;
        this.target = target;
        this.dialer = dialer;
        this.progress = progress;
        this.place = target.kind();
        this.start = endpoint(target);
        this.profile =
                request.access().profileChosen()
                        ? Profile.named(request.profile()).orElse(Profile.SAFE)
                        : Profile.SAFE;
    }

    public CaseFolder run() throws InterruptedException {
        prepare();
        CaseFolder folder =
                new CaseStore(request.output(), InstantSource.system(), new SecureRandom())
                        .create(target.name());
        try (var transcript = new Transcript(folder.grow("transcript.jsonl"))) {
            CaseEvidence.write(
                    folder,
                    head(folder),
                    progress,
                    Map.of(),
                    recorder -> questioned(recorder, transcript));
            return folder;
        } catch (IOException e) {
            throw new UncheckedIOException("cannot write the case", e);
        }
    }

    /** Complains about what would stop us later, and asks whoever must be asked. */
    void prepare() {
        credentials(request.access().headers());
        if (target instanceof Target.Localhost) {
            confirm();
        }
    }

    Profile profile() {
        return profile;
    }

    /** Where it is questioned. A query may hold a key; it is the user's and stays out. */
    String address() {
        return start.toString().replaceFirst("\\?.*", "");
    }

    Coverage questioned(Recorder recorder, Transcript transcript) throws InterruptedException {
        List<Header> credentials = credentials(request.access().headers());
        var phases = new EnumMap<Phase, PhaseResult>(Phase.class);
        recorder.enter(Phase.START);
        progress.phase(Phase.START, "connecting to " + start.origin());
        long begin = System.nanoTime();
        HttpReach.Way way =
                new HttpReach(dialer, credentials, transcript, recorder).find(start, place, "");
        long millis = (System.nanoTime() - begin) / 1_000_000;
        PhaseResult connected =
                way.found() instanceof PortProtocol.NotMcp(String why)
                        ? new PhaseResult(
                                Status.FAILED, millis, "no MCP server at this address: " + why)
                        : new PhaseResult(Status.DONE, millis, "");
        phases.put(Phase.START, connected);
        progress.done(Phase.START, connected);
        if (way.transport().isEmpty()) {
            return coverage(phases, new ToolCoverage(0, 0, 0), 0);
        }
        InterrogationOutcome talk = talk(way.transport().get(), recorder);
        phases.putAll(talk.phases());
        return coverage(phases, talk.tools(), talk.tally().received().lines());
    }

    private InterrogationOutcome talk(Transport transport, Recorder recorder)
            throws InterruptedException {
        Duration deadline = request.timeout().isZero() ? WHOLE : request.timeout();
        var questions =
                new io.mcpsf.interrogate.QuestionBudget(
                        request.fuzz().validCalls(profile),
                        ONE_CALL,
                        profile.idle(),
                        deadline,
                        MOST_TOOLS);
        var settings =
                new Interrogation.Settings(
                        Identity.usual(),
                        Budget.usual(),
                        questions,
                        Plausible.in("/home/jordan", "/home/jordan/work", "/home/jordan/notes.md"));
        var notebook = new ShownNotebook(recorder, progress, () -> {});
        var chance = new SplittableRandom(request.seed());
        try (var interrogation =
                new Interrogation(transport, notebook, settings, CanaryFinder.none(), chance)) {
            InterrogationOutcome outcome = interrogation.run();
            notebook.leave();
            return outcome;
        }
    }

    private Coverage coverage(Map<Phase, PhaseResult> phases, ToolCoverage tools, long frames) {
        var senses = new EnumMap<Sense, SenseHealth>(Sense.class);
        String why =
                place.equals("remote")
                        ? "the server runs on another machine"
                        : "the server runs outside the sandbox";
        for (Sense sense : Sense.values()) {
            senses.put(sense, SenseHealth.blind(why));
        }
        senses.put(Sense.PROTOCOL, SenseHealth.full(frames));
        return new Coverage(
                phases,
                senses,
                tools,
                new Isolation("nothing", "a live server", List.of(), List.of()));
    }

    private void confirm() {
        List<String> warning =
                List.of(
                        "This server runs on your machine, outside the sandbox, with the privileges"
                                + " of the user who started it.",
                        "Each of its tools will be called with generated values, and the calls have"
                                + " real effects.");
        if (!request.access().consent().given(warning)) {
            throw new UsageException(
                    "the server at " + start.origin() + " was not contacted",
                    "it was not confirmed",
                    "answer y, or use --yes");
        }
    }

    private CaseFile head(CaseFolder folder) {
        return new CaseFile(
                folder.id(),
                new CaseFile.Subject(target.kind(), target.name(), "", "", address()),
                Instant.now(),
                Version.ours(),
                new CaseFile.Settings(
                        profile.word(),
                        request.seed(),
                        List.of(),
                        profile.toolTarget(),
                        request.origins(),
                        request.detectors()));
    }

    private static List<Header> credentials(List<String> lines) {
        var headers = new ArrayList<Header>();
        for (String line : lines) {
            int colon = line.indexOf(':');
            try {
                headers.add(
                        new Header(
                                line.substring(0, Math.max(colon, 0)), line.substring(colon + 1)));
            } catch (IllegalArgumentException e) {
                throw new UsageException(
                        "--header is not valid: it is "
                                + String.valueOf(e.getMessage()).toLowerCase(java.util.Locale.ROOT),
                        "a header must be a name, a colon and a value on one line",
                        "--header 'Authorization: Bearer …'");
            }
        }
        return headers;
    }

    private static Endpoint endpoint(Target target) {
        URI uri =
                switch (target) {
                    case Target.Remote(URI there) -> there;
                    case Target.Localhost(URI here) -> here;
                    default -> throw new IllegalArgumentException("not an MCP server: " + target);
                };
        try {
            return Endpoint.of(uri);
        } catch (IllegalArgumentException e) {
            throw new UsageException(
                    "cannot reach " + uri.getHost(),
                    "the address is " + e.getMessage(),
                    "mcpsf assess https://host/mcp");
        }
    }
}
