package io.mcpsf.run.scene;

import io.mcpsf.bait.Decoy;
import io.mcpsf.bait.DecoyHome;
import io.mcpsf.boundary.cache.AnswerCache;
import io.mcpsf.inspect.NamesInCode;
import io.mcpsf.inspect.start.Furniture;
import io.mcpsf.inspect.start.StartPlan;
import io.mcpsf.interrogate.Interrogation;
import io.mcpsf.interrogate.PayloadWriter;
import io.mcpsf.interrogate.fuzz.Attack;
import io.mcpsf.model.Notebook;
import io.mcpsf.model.Seen;
import io.mcpsf.observe.BaitMark;
import io.mcpsf.observe.Sensor;
import io.mcpsf.observe.files.FilesSensor;
import io.mcpsf.observe.resources.ResourcesSensor;
import io.mcpsf.run.record.Deferred;
import io.mcpsf.run.request.AssessRequest;
import io.mcpsf.run.request.Profile;
import io.mcpsf.run.supply.Egress;
import io.mcpsf.run.supply.Toolbox;
import io.mcpsf.sandbox.Capabilities;
import io.mcpsf.sandbox.Executor;
import io.mcpsf.sandbox.Limits;
import io.mcpsf.sandbox.Persona;
import io.mcpsf.sandbox.Place;
import io.mcpsf.sandbox.SandboxSpec;
import io.mcpsf.sandbox.World;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;

/** Sets the scene: a persona, its decoy home, the sandbox around the artifact, and who watches. */
public final class SceneBuilder {

    /** Until an executor is named: one that has all that can be had. */
    private static final Capabilities UNKNOWN =
            new Capabilities("crun", "", "", List.of(), List.of());

    private static final Duration WHOLE = Duration.ofMinutes(5);

    /** Of the user's time for all of it: what is fetched before and done after needs the rest. */
    private static final double QUESTIONS = 0.6;

    /** What the sandbox may live beyond the questions: for its start and its end. */
    private static final Duration MARGIN = Duration.ofSeconds(60);

    /** A tree lies in memory while it grows; large ones with a native build need this. */
    private static final Limits INSTALLING =
            new Limits(6L << 30, 2.0, 1024, 4L << 30, Duration.ofMinutes(8));

    private final AssessRequest request;
    private final Profile profile;
    private final Path work;
    private final Deferred<Fixtures> drawn;
    private final QuestionPlan asking;
    private final CodeReading code = new CodeReading();
    private final AtomicInteger numbers = new AtomicInteger();
    private volatile Capabilities runtime = UNKNOWN;

    public SceneBuilder(AssessRequest request, Profile profile, Path work, Fixtures fixtures) {
        this(request, profile, work, Deferred.of(() -> fixtures), PayloadWriter.none());
    }

    /** The fixtures may still be in preparation; whoever needs one of them waits for it. */
    public SceneBuilder(
            AssessRequest request,
            Profile profile,
            Path work,
            Deferred<Fixtures> fixtures,
            PayloadWriter writer) {
        this.request = request;
        this.profile = profile;
        this.work = work;
        this.drawn = fixtures;
        this.asking = new QuestionPlan(request, profile, work, writer);
    }

    /** Where the sandbox shows the artifact; its last word is the sample's own, made harmless. */
    public static String shownAt(String hostileName) {
        String safe = hostileName.replaceAll("[^A-Za-z0-9._-]", "-").replaceAll("^[.-]+", "");
        return "/opt/"
                + (safe.isEmpty() ? "server" : safe.substring(0, Math.min(safe.length(), 60)));
    }

    /** Whether the user said what the server is started with. */
    public boolean argumentsGiven() {
        return !request.serverArgs().isEmpty();
    }

    /** The names in this tree, known from an earlier time. */
    public void know(Path tree, NamesInCode names) {
        code.know(tree, names);
    }

    /** Sets everything up; the network in it is open from here on and must be closed. */
    public Scene set(InstalledTree sample, StartPlan.Ready plan, Toolbox tools, Notebook notebook)
            throws IOException, InterruptedException {
        return set(sample, plan, tools, notebook, Guise.usual());
    }

    /** The same in another guise, without an attack; several may be set up at once. */
    public Scene set(
            InstalledTree sample,
            StartPlan.Ready plan,
            Toolbox tools,
            Notebook notebook,
            Guise guise)
            throws IOException, InterruptedException {
        Predicate<String> names = code.names(sample.tree());
        Fixtures fixtures = drawn.get();
        String usualHome = fixtures.persona().home();
        fixtures = fixtures.of(guise.of(fixtures.persona()));
        String home = fixtures.persona().home();
        FakeNetwork network =
                FakeNetwork.open(
                        Files.createTempDirectory(work, "network-"),
                        fixtures.backbone(),
                        notebook,
                        fixtures.canaries(),
                        fixtures.giveaways().values(),
                        new FakeNetwork.Manner(
                                Egress.policy(request.allowNet()),
                                names,
                                AnswerCache.none(),
                                code.expected(OwnFolder.code(sample, plan.argv())),
                                guise.hostilePeers()));
        List<Place> certificates =
                sample.inImage() ? List.of(network.bundle()) : network.certificates();
        var places = places(fixtures, certificates, tools, guise.home());
        places.addAll(code(sample, plan));
        Duration deadline = request.timeout().isZero() ? WHOLE : share(request.timeout());
        List<String> argv = new ArrayList<>(plan.argv());
        argv.addAll(request.serverArgs());
        // The home has another name in every run; whoever gives a folder in it writes {home}.
        argv.replaceAll(word -> word.replace("{home}", home).replace(usualHome, home));
        Map<String, String> env = environment(fixtures, network, tools);
        if (sample.inImage()) {
            // Its search path counts; a home and certificates of its own would miss ours.
            plan.env().forEach(env::putIfAbsent);
            env.computeIfPresent("PATH", (name, ours) -> plan.env().getOrDefault(name, ours));
        } else {
            env.putAll(plan.env());
        }
        env.putAll(guise.env());
        env.putAll(request.env());
        env.replaceAll((_, value) -> value.replace(usualHome, home));
        var spec =
                new SandboxSpec(
                        new SandboxSpec.Program(
                                argv,
                                env,
                                guise.inProject()
                                        ? home + "/" + fixtures.home().desk().repository()
                                        : sample.shownAt()),
                        places,
                        limits(deadline),
                        new World(
                                fixtures.persona(), network.joined(), guise.ahead(), sample.base()),
                        new SandboxSpec.Listener.None());
        Interrogation.Settings questions =
                asking.questions(
                        fixtures, deadline, code.documented(OwnFolder.code(sample, plan.argv())));
        return new Scene(
                spec,
                plan.why(),
                plan.setting().channel(),
                sensors(fixtures),
                questions,
                guise.equals(Guise.usual())
                        ? asking.attack(fixtures, questions.plausible(), sample, argv)
                        : Attack.none(questions.plausible()),
                fixtures.canaries(),
                network,
                profile.shutdownGrace(),
                request.caching().hold());
    }

    /**
     * Sets up an installation; {@code seed} is what the tree begins as. Its network is open from
     * here on and must be closed.
     */
    public InstallScene workshop(
            Path seed,
            String shownAt,
            String script,
            Toolbox tools,
            Egress.Door door,
            Notebook notebook)
            throws IOException, InterruptedException {
        Fixtures fixtures = drawn.get();
        FakeNetwork network =
                FakeNetwork.open(
                        Files.createTempDirectory(work, "network-"),
                        fixtures.backbone(),
                        notebook,
                        fixtures.canaries(),
                        fixtures.giveaways().values(),
                        new FakeNetwork.Manner(door.policy(), _ -> true, door.answers()));
        var places = places(fixtures, network.certificates(), tools, new Guise.Furnished.Fresh());
        places.add(new Place.Grown(seed, shownAt));
        Map<String, String> env = environment(fixtures, network, tools);
        env.putAll(door.environment());
        var spec =
                new SandboxSpec(
                        new SandboxSpec.Program(List.of("/bin/sh", "-c", script), env, shownAt),
                        places,
                        INSTALLING,
                        new World(fixtures.persona(), network.joined()),
                        new SandboxSpec.Listener.None());
        String home = fixtures.persona().home();
        return new InstallScene(
                spec,
                shownAt,
                List.of(
                        shownAt,
                        home + "/.npm",
                        home + "/.cache",
                        home + "/.local/share/pnpm",
                        home + "/.node-gyp"),
                sensors(fixtures),
                fixtures.canaries(),
                network);
    }

    /** What servers can be pointed at in this home and on this fake internet. */
    public Furniture furniture() throws InterruptedException {
        Fixtures fixtures = drawn.get();
        String home = fixtures.persona().home();
        DecoyHome.Desk desk = fixtures.home().desk();
        return new Furniture(
                new Furniture.Places(
                        home,
                        home + "/" + desk.folder(),
                        home + "/" + desk.file(),
                        home + "/" + desk.database(),
                        home + "/" + desk.repository()),
                Furniture.Services.at("db.site.example"),
                fixtures.credentials()::secret);
    }

    /** Numbers of processes go on behind those of an installation that is used again. */
    public void number(List<Seen> earlier) {
        earlier.forEach(seen -> reach(seen.at().process()));
    }

    private void reach(int process) {
        int _ = numbers.accumulateAndGet(process, Math::max);
    }

    /** The sample itself, where an image does not hold it, and what it may write of it. */
    private static List<Place> code(InstalledTree sample, StartPlan.Ready plan) throws IOException {
        if (plan.setting().writable()) {
            return List.of(new Place.Scratch(sample.tree(), sample.shownAt(), true));
        }
        var places = new ArrayList<Place>();
        if (!sample.inImage()) {
            places.add(new Place.Shown(sample.tree(), sample.shownAt()));
            OwnFolder.of(sample, plan.argv()).ifPresent(places::add);
        }
        return places;
    }

    private List<Place> places(
            Fixtures fixtures, List<Place> certificates, Toolbox tools, Guise.Furnished home)
            throws IOException {
        Path seed =
                switch (home) {
                    case Guise.Furnished.Fresh() -> seed(fixtures);
                    case Guise.Furnished.Left(Path hostileTree) -> hostileTree;
                };
        var places = new ArrayList<Place>(certificates);
        places.add(new Place.Scratch(seed, fixtures.persona().home()));
        places.addAll(tools.places());
        return places;
    }

    private synchronized Path seed(Fixtures fixtures) throws IOException {
        Path seed = furnished();
        if (!Files.exists(seed)) {
            fixtures.home().write(seed);
        }
        return seed;
    }

    /** Where the usual home is, inside. */
    public String home() throws InterruptedException {
        return drawn.get().persona().home();
    }

    /** What the usual home is made of, here outside. */
    public Path furnished() {
        return work.resolve("home");
    }

    /** A new folder of the case for a home that a start leaves to another. */
    public Path spare() throws IOException {
        return Files.createTempDirectory(work, "left-");
    }

    /** The sensors for this runtime. */
    private List<Sensor> sensors(Fixtures fixtures) {
        Map<String, BaitMark> marks = marks(fixtures.home(), fixtures.persona());
        Sensor kernel = KernelSensors.of(runtime, marks, fixtures.canaries(), numbers, work);
        return List.of(kernel, new FilesSensor(fixtures.canaries()), new ResourcesSensor());
    }

    /** The same for an executor with another runtime; scenes that are set up keep theirs. */
    public SceneBuilder on(Executor executor) {
        runtime = executor.capabilities();
        return this;
    }

    private Map<String, String> environment(Fixtures fixtures, FakeNetwork network, Toolbox tools) {
        Persona persona = fixtures.persona();
        Map<String, String> env = new LinkedHashMap<>();
        env.put("PATH", tools.searchPath());
        env.put("HOME", persona.home());
        env.put("USER", persona.user());
        env.put("LOGNAME", persona.user());
        env.put("SHELL", "/bin/bash");
        env.put("LANG", "C.UTF-8");
        env.put("TZ", "UTC");
        env.putAll(network.environment());
        env.putAll(fixtures.home().environment());
        env.putAll(tools.env());
        return env;
    }

    private Limits limits(Duration deadline) {
        Limits usual = Limits.usual();
        AssessRequest.Bounds bounds = request.bounds();
        return new Limits(
                bounds.memoryBytes() < 0 ? usual.memoryBytes() : bounds.memoryBytes(),
                bounds.cpus() < 0 ? usual.cpus() : bounds.cpus(),
                usual.processes(),
                usual.diskBytes(),
                deadline.plus(MARGIN));
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

    private static Duration share(Duration whole) {
        return Duration.ofMillis(Math.max(1, Math.round(whole.toMillis() * QUESTIONS)));
    }
}
