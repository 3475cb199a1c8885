package io.mcpsf.run.code;

import io.mcpsf.boundary.Backbone;
import io.mcpsf.boundary.cache.AnswerCache;
import io.mcpsf.exec.CodeLanguage;
import io.mcpsf.model.Notebook;
import io.mcpsf.observe.Sensor;
import io.mcpsf.policy.Policy;
import io.mcpsf.run.guarded.AllowedByPolicy;
import io.mcpsf.run.guarded.LentFolders;
import io.mcpsf.run.guarded.NetworkRules;
import io.mcpsf.run.guarded.StandIns;
import io.mcpsf.run.request.ExecRequest;
import io.mcpsf.run.request.SessionRequest;
import io.mcpsf.run.request.UsageException;
import io.mcpsf.run.scene.FakeNetwork;
import io.mcpsf.run.scene.Watches;
import io.mcpsf.run.supply.Toolbox;
import io.mcpsf.run.tools.CodeServices;
import io.mcpsf.sandbox.Executor;
import io.mcpsf.sandbox.Limits;
import io.mcpsf.sandbox.Persona;
import io.mcpsf.sandbox.Place;
import io.mcpsf.sandbox.SandboxSpec;
import io.mcpsf.sandbox.World;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

/**
 * The chamber of an execution: the walls, network and sensors of every other one, with a workspace,
 * two read-only folders and the code in it, and nothing else of the user's but what the policy
 * lends.
 */
record CodeScene(
        SandboxSpec spec, List<Sensor> sensors, FakeNetwork network, CodeServices services) {

    static final String WORKSPACE = "/workspace";
    static final String SERVERS = "/servers";
    static final String SKILLS = "/skills";
    private static final Duration NO_END = Duration.ofDays(3650);
    private static final String CODE = "/code/";
    private static final String SEARCHED = WORKSPACE + ":" + SKILLS + ":";

    /** Who the code believes to be: nobody in particular. */
    private static final Persona PERSONA = new Persona("sandbox", "user", "/home/user");

    CodeScene {
        sensors = List.copyOf(sensors);
    }

    /** What a scene is made with besides the request. */
    record Means(
            Executor executor,
            Path work,
            Backbone backbone,
            StandIns standIns,
            CodeServices services,
            Consumer<String> note) {}

    /** What runs: its command line, its files, and what else is in the sandbox for it. */
    private record Content(
            List<String> argv,
            List<Place> places,
            Set<CodeLanguage> languages,
            Map<String, String> env,
            Duration wallClock) {}

    /** Sets everything up; the network in it is open from here on and must be closed. */
    static CodeScene set(ExecRequest request, Workspace workspace, Means means, Notebook notebook)
            throws IOException, InterruptedException {
        Policy policy = request.policy().policy();
        String name = request.language().file(request.code());
        Path file = means.work().resolve(name);
        Files.writeString(file, request.code());
        var argv = new ArrayList<>(request.language().interpreter());
        argv.add(CODE + name);
        var places = new ArrayList<Place>();
        places.add(new Place.Shown(file, CODE + name));
        places.add(new Place.Scratch(workspace.seed(), WORKSPACE));
        var content =
                new Content(
                        argv,
                        places,
                        Set.of(request.language()),
                        Map.of(),
                        policy.limits().seconds() == Policy.ResourceLimits.NO_END
                                ? NO_END
                                : Duration.ofSeconds(policy.limits().seconds()));
        return set(content, request.folders(), policy, means, notebook);
    }

    /** The same for a session: what runs first is ours, and it has no end of its own. */
    static CodeScene set(
            SessionRequest request, Workspace workspace, Means means, Notebook notebook)
            throws IOException, InterruptedException {
        var places = new ArrayList<Place>();
        for (String name : List.of("agent.py", "kernel.py", "kernel.js", "kernel.sh")) {
            Path file = means.work().resolve(name);
            try (InputStream in = CodeScene.class.getResourceAsStream(name)) {
                Files.copy(Objects.requireNonNull(in, name), file);
            }
            places.add(new Place.Shown(file, CODE + name));
        }
        places.add(new Place.Scratch(workspace.seed(), WORKSPACE));
        request.seeds().forEach((at, seed) -> places.add(new Place.Scratch(seed, at)));
        // Isolated: no module that code leaves in its folders is taken for one of Python's.
        var content =
                new Content(
                        List.of("python3", "-I", CODE + "agent.py"),
                        places,
                        Set.of(CodeLanguage.values()),
                        request.env(),
                        NO_END);
        return set(content, request.folders(), request.policy().policy(), means, notebook);
    }

    private static CodeScene set(
            Content content,
            ExecRequest.Folders folders,
            Policy policy,
            Means means,
            Notebook notebook)
            throws IOException, InterruptedException {
        var places = new ArrayList<>(content.places());
        if (!means.services().showsServers()) {
            places.add(folder(folders.servers(), SERVERS, means.work()));
        }
        places.addAll(means.services().places());
        places.add(folder(folders.skills(), SKILLS, means.work()));
        places.addAll(LentFolders.of(policy.files(), means.note()));
        FakeNetwork network =
                FakeNetwork.open(
                        Files.createTempDirectory(means.work(), "network-"),
                        means.backbone(),
                        notebook,
                        means.standIns().finder(),
                        Map.of(),
                        new FakeNetwork.Manner(
                                NetworkRules.of(policy.network(), means.standIns().places()),
                                _ -> true,
                                AnswerCache.none()));
        places.addAll(network.certificates());
        var env = environment(content.languages(), network, means);
        env.putAll(content.env());
        World.Network joined = InVirtualMachine.network(means.executor(), policy, network.joined());
        var spec =
                new SandboxSpec(
                        new SandboxSpec.Program(content.argv(), env, WORKSPACE),
                        places,
                        limits(policy.limits(), content.wallClock()),
                        new World(PERSONA, joined),
                        new SandboxSpec.Listener.None(),
                        AllowedByPolicy.of(policy));
        List<Sensor> sensors = Watches.within(means.executor(), new AtomicInteger(), means.work());
        return new CodeScene(spec, sensors, network, means.services());
    }

    /** A folder that is not given is there and empty, so that code need not ask. */
    private static Place folder(Path given, String at, Path work) throws IOException {
        if (given.toString().isEmpty()) {
            return new Place.Shown(Files.createDirectories(work.resolve("empty")), at);
        }
        if (!Files.isDirectory(given)) {
            throw new UsageException(
                    given + " is not a folder",
                    "it was to be shown as " + at,
                    "check the path, or leave it out");
        }
        return new Place.Shown(given.toAbsolutePath().normalize(), at);
    }

    private static Map<String, String> environment(
            Set<CodeLanguage> languages, FakeNetwork network, Means means) {
        Map<String, String> env = new LinkedHashMap<>();
        String searched = SEARCHED + means.services().modules();
        env.put("PATH", Toolbox.system().searchPath());
        env.put("HOME", PERSONA.home());
        env.put("USER", PERSONA.user());
        env.put("LANG", "C.UTF-8");
        env.put("TZ", "UTC");
        if (languages.contains(CodeLanguage.PYTHON)) {
            env.put("PYTHONPATH", searched);
            env.put("PYTHONDONTWRITEBYTECODE", "1");
        }
        if (languages.contains(CodeLanguage.NODE)) {
            env.put("NODE_PATH", searched);
        }
        env.putAll(network.environment());
        env.putAll(means.standIns().environment());
        return env;
    }

    private static Limits limits(Policy.ResourceLimits limits, Duration wallClock) {
        return new Limits(
                limits.memoryBytes(),
                limits.cpus(),
                limits.processes(),
                limits.diskBytes(),
                wallClock);
    }
}
