package io.mcpsf.run.guarded;

import io.mcpsf.boundary.Backbone;
import io.mcpsf.boundary.cache.AnswerCache;
import io.mcpsf.inspect.start.StartPlan;
import io.mcpsf.model.Notebook;
import io.mcpsf.observe.Sensor;
import io.mcpsf.policy.Policy;
import io.mcpsf.run.install.Prepared;
import io.mcpsf.run.request.GuardRequest;
import io.mcpsf.run.scene.FakeNetwork;
import io.mcpsf.run.scene.InstalledTree;
import io.mcpsf.run.scene.OwnFolder;
import io.mcpsf.run.scene.Watches;
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
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

/**
 * The chamber of a server that is used: the same walls, network and sensors as in an assessment,
 * with what the policy grants in the place of the decoys.
 */
record GuardedScene(SandboxSpec spec, List<Sensor> sensors, FakeNetwork network) {

    private static final Duration NO_END = Duration.ofDays(3650);
    private static final String HOST = "localhost";

    GuardedScene {
        sensors = List.copyOf(sensors);
    }

    /** What a scene is made with besides the request. */
    record Means(
            Executor executor,
            Path work,
            Backbone backbone,
            AtomicInteger processes,
            StandIns standIns,
            Consumer<String> note) {}

    /** Sets everything up; the network in it is open from here on and must be closed. */
    static GuardedScene set(
            GuardRequest request,
            Prepared sample,
            StartPlan.Ready plan,
            Means means,
            Notebook notebook)
            throws IOException, InterruptedException {
        Policy policy = request.policy().policy();
        Persona persona = persona();
        Path network = Files.createTempDirectory(means.work(), "network-");
        FakeNetwork internet =
                FakeNetwork.open(
                        network,
                        means.backbone(),
                        notebook,
                        means.standIns().finder(),
                        Map.of(),
                        new FakeNetwork.Manner(
                                NetworkRules.of(policy.network(), means.standIns().places()),
                                _ -> true,
                                AnswerCache.none()));
        var argv = new ArrayList<>(plan.argv());
        argv.addAll(request.subject().serverArgs());
        var spec =
                new SandboxSpec(
                        new SandboxSpec.Program(
                                argv,
                                environment(
                                        request, sample, plan, persona, internet, means.standIns()),
                                sample.installed().shownAt()),
                        places(policy, sample, argv, internet, means.note()),
                        limits(policy.limits()),
                        new World(persona, internet.joined()),
                        new SandboxSpec.Listener.None(),
                        AllowedByPolicy.of(policy));
        return new GuardedScene(
                spec,
                Watches.within(means.executor(), means.processes(), means.work(), request.sensor()),
                internet);
    }

    /** The user's own home has its own name, so that paths mean the same inside and outside. */
    private static Persona persona() {
        String home = System.getProperty("user.home", "");
        boolean usual = home.matches("/home/[A-Za-z0-9._-]+");
        return new Persona(
                HOST,
                usual ? home.substring("/home/".length()) : "user",
                usual ? home : "/home/user");
    }

    private static List<Place> places(
            Policy policy,
            Prepared sample,
            List<String> argv,
            FakeNetwork network,
            Consumer<String> note)
            throws IOException {
        var places = new ArrayList<Place>(network.certificates());
        places.addAll(sample.tools().places());
        InstalledTree tree = sample.installed();
        places.add(new Place.Shown(tree.tree(), tree.shownAt()));
        if (policy.programs().isEmpty()) {
            // A copy that can be written can't be executed then, and it may hold native modules.
            OwnFolder.of(tree, argv).ifPresent(places::add);
        }
        places.addAll(LentFolders.of(policy.files(), note));
        return places;
    }

    private static Map<String, String> environment(
            GuardRequest request,
            Prepared sample,
            StartPlan.Ready plan,
            Persona persona,
            FakeNetwork network,
            StandIns standIns) {
        Map<String, String> env = new LinkedHashMap<>();
        env.put("PATH", sample.tools().searchPath());
        env.put("HOME", persona.home());
        env.put("USER", persona.user());
        env.put("LOGNAME", persona.user());
        env.put("SHELL", "/bin/bash");
        env.put("LANG", "C.UTF-8");
        env.put("TZ", "UTC");
        env.putAll(network.environment());
        env.putAll(sample.tools().env());
        env.putAll(plan.env());
        env.putAll(request.subject().env());
        env.putAll(standIns.environment());
        return env;
    }

    private static Limits limits(Policy.ResourceLimits limits) {
        return new Limits(
                limits.memoryBytes(),
                limits.cpus(),
                limits.processes(),
                limits.diskBytes(),
                limits.seconds() == Policy.ResourceLimits.NO_END
                        ? NO_END
                        : Duration.ofSeconds(limits.seconds()));
    }
}
