package io.mcpsf.run;

import io.mcpsf.bait.Decoy;
import io.mcpsf.bait.DecoyHome;
import io.mcpsf.inspect.NamesInCode;
import io.mcpsf.inspect.StartPlan;
import io.mcpsf.interrogate.Interrogation;
import io.mcpsf.interrogate.Plausible;
import io.mcpsf.interrogate.fuzz.Attack;
import io.mcpsf.interrogate.fuzz.Ground;
import io.mcpsf.mcp.Budget;
import io.mcpsf.mcp.Identity;
import io.mcpsf.model.Artifact;
import io.mcpsf.model.Notebook;
import io.mcpsf.observe.BaitMark;
import io.mcpsf.observe.Sensor;
import io.mcpsf.observe.files.FilesSensor;
import io.mcpsf.observe.notify.NotifySensor;
import io.mcpsf.observe.resources.ResourcesSensor;
import io.mcpsf.sandbox.Limits;
import io.mcpsf.sandbox.Persona;
import io.mcpsf.sandbox.Place;
import io.mcpsf.sandbox.SandboxSpec;
import io.mcpsf.sandbox.World;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Sets the scene: a persona, its decoy home, the sandbox around the artifact, and who watches. */
final class Stage {

    /** No tool of an honest server takes longer for one answer on made-up input. */
    private static final Duration ONE_CALL = Duration.ofSeconds(10);

    private static final Duration WHOLE = Duration.ofMinutes(5);

    /** What the sandbox may live beyond the questions: for its start and its end. */
    private static final Duration MARGIN = Duration.ofSeconds(60);

    private static final int MOST_TOOLS = 100;

    /**
     * Hostile calls at the same time: enough to keep a server busy, few enough to tell who hurt.
     */
    private static final int AT_ONCE = 4;

    private final AssessRequest request;
    private final Profile profile;
    private final Path work;
    private final Props props;

    Stage(AssessRequest request, Profile profile, Path work, Props props) {
        this.request = request;
        this.profile = profile;
        this.work = work;
        this.props = props;
    }

    /** Where the sandbox shows the artifact; its last word is the sample's own, made harmless. */
    static String shownAt(String hostileName) {
        String safe = hostileName.replaceAll("[^A-Za-z0-9._-]", "-").replaceAll("^[.-]+", "");
        return "/opt/"
                + (safe.isEmpty() ? "server" : safe.substring(0, Math.min(safe.length(), 60)));
    }

    /** Sets everything up; the network in it is open from here on and must be closed. */
    Scene set(Artifact artifact, String shownAt, StartPlan.Ready plan, Notebook notebook)
            throws IOException, InterruptedException {
        Persona persona = props.persona();
        DecoyHome home = props.home();
        Path seed = work.resolve("home");
        home.write(seed);
        SandboxSpec.Program words = program(plan, persona, home, Map.of(), shownAt);
        String decoy = Grounds.decoy(persona.home(), seed, props.grounds());
        List<Ground> grounds = Grounds.plant(words.argv(), persona.home(), seed, props.grounds());

        NamesInCode names = NamesInCode.read(artifact.root());
        FakeNetwork network =
                FakeNetwork.open(
                        work.resolve("network"),
                        props.backbone(),
                        notebook,
                        props.canaries(),
                        props.giveaways().values(),
                        Egress.policy(request.allowNet()),
                        names::has);
        var places = new ArrayList<Place>();
        places.add(new Place.Shown(artifact.root(), shownAt));
        places.add(new Place.Scratch(seed, persona.home()));
        places.addAll(network.certificates());
        Duration deadline = request.timeout().isZero() ? WHOLE : request.timeout();
        var spec =
                new SandboxSpec(
                        program(plan, persona, home, network.environment(), shownAt),
                        places,
                        limits(deadline),
                        new World(persona, network.joined()),
                        new SandboxSpec.Listener.None());
        List<Sensor> sensors =
                List.of(
                        new NotifySensor(marks(home, persona), props.canaries()),
                        new FilesSensor(),
                        new ResourcesSensor());
        Interrogation.Settings questions = questions(home, persona, deadline);
        return new Scene(
                spec,
                plan.why(),
                sensors,
                questions,
                attack(questions.plausible(), shownAt, grounds, decoy),
                props.canaries(),
                network);
    }

    private static Limits limits(Duration deadline) {
        Limits usual = Limits.usual();
        return new Limits(
                usual.memoryBytes(),
                usual.cpus(),
                usual.processes(),
                usual.diskBytes(),
                deadline.plus(MARGIN));
    }

    private SandboxSpec.Program program(
            StartPlan.Ready plan,
            Persona persona,
            DecoyHome home,
            Map<String, String> network,
            String shownAt) {
        List<String> argv = new ArrayList<>(plan.argv());
        argv.addAll(request.serverArgs());
        // The home has another name in every run; whoever gives a folder in it writes {home}.
        argv.replaceAll(word -> word.replace("{home}", persona.home()));
        Map<String, String> env = new LinkedHashMap<>();
        env.put("PATH", "/usr/local/bin:/usr/bin:/bin");
        env.put("HOME", persona.home());
        env.put("USER", persona.user());
        env.put("LOGNAME", persona.user());
        env.put("SHELL", "/bin/bash");
        env.put("LANG", "C.UTF-8");
        env.put("TZ", "UTC");
        env.putAll(network);
        env.putAll(home.environment());
        env.putAll(plan.env());
        env.putAll(request.env());
        return new SandboxSpec.Program(argv, env, shownAt);
    }

    private Attack attack(Plausible plausible, String folder, List<Ground> grounds, String decoy) {
        AssessRequest.Fuzz asked = request.fuzz();
        return new Attack(
                asked.calls() < 0 ? profile.fuzzCalls() : asked.calls(),
                asked.time().isNegative() ? profile.fuzzTime() : asked.time(),
                AT_ONCE,
                profile == Profile.AGGRESSIVE,
                new Attack.Surroundings(folder, plausible, grounds, decoy, List.of()));
    }

    private static Map<String, BaitMark> marks(DecoyHome home, Persona persona) {
        var marks = new HashMap<String, BaitMark>();
        for (Decoy decoy : home.decoys()) {
            if (decoy.secret()) {
                marks.put(
                        persona.home() + "/" + decoy.path(),
                        new BaitMark(decoy.name(), decoy.kind()));
            }
        }
        return marks;
    }

    private Interrogation.Settings questions(DecoyHome home, Persona persona, Duration deadline) {
        String file =
                home.decoys().stream()
                        .filter(d -> !d.secret() && d.path().matches(".*\\.(md|txt)"))
                        .map(Decoy::path)
                        .findFirst()
                        .orElse(".profile");
        String path = persona.home() + "/" + file;
        String folder = path.substring(0, path.lastIndexOf('/'));
        var questions =
                new io.mcpsf.interrogate.Profile(
                        profile.callsPerTool(), ONE_CALL, profile.idle(), deadline, MOST_TOOLS);
        return new Interrogation.Settings(
                Identity.usual(),
                Budget.usual(),
                questions,
                Plausible.in(persona.home(), folder, path));
    }
}
