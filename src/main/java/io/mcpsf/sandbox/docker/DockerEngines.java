package io.mcpsf.sandbox.docker;

import io.mcpsf.linux.Users;
import io.mcpsf.sandbox.ExecutorException;
import io.mcpsf.sandbox.Limits;
import io.mcpsf.sandbox.host.TrialRun;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/** Finds the engine that was asked for and tries it before it counts. */
public final class DockerEngines {

    /** Names an image whose programs samples get instead of this host's. */
    private static final String BASE = "MCPSF_SANDBOX_IMAGE";

    static final String GVISOR = "runsc";
    private static final Limits TRIAL =
            new Limits(64L << 20, 1, 16, 8L << 20, Duration.ofSeconds(30));
    private static final List<String> LINKS =
            List.of("bin", "sbin", "lib", "lib32", "lib64", "libx32");

    private DockerEngines() {}

    /**
     * An engine of this host that has just run a program in a container, or an exception that says
     * what to do. With gVisor where the engine has it, unless another runtime is named.
     *
     * @param word docker, and after a hyphen the runtime: docker-runsc
     * @param environment where the engine's address is taken from
     */
    public static DockerExecutor choose(
            String word, Map<String, String> environment, Consumer<String> say) {
        Engine engine = Engine.find(engineOf(word), environment);
        EngineFacts info = engine.info();
        requireHere(engine, info);
        CreateLine.Image image = image(engine, environment);
        List<Way> ways = ways(word, info);
        ExecutorException trouble = new ExecutorException("not tried");
        for (Way way : ways) {
            try {
                var executor = new DockerExecutor(engine, terms(engine, info, image, way));
                return way.listener()
                        ? TrialRun.passedWithListener(
                                executor, executor::close, engine.name(), TRIAL)
                        : TrialRun.passed(executor, executor::close, engine.name(), TRIAL);
            } catch (ExecutorException e) {
                trouble = e;
                if (!way.dispensable() && !lacking(String.valueOf(e.getMessage()))) {
                    throw e;
                }
                say.accept(way.runtime() + ": " + e.getMessage());
            }
        }
        throw trouble;
    }

    /** Whether a weaker way may do, which the report then names. */
    private static boolean lacking(String trouble) {
        return trouble.contains(ContainerEntry.NO_NAMESPACE)
                || trouble.contains(ContainerEntry.NO_FILTER);
    }

    private static CreateLine.Image image(Engine engine, Map<String, String> environment) {
        String named = environment.getOrDefault(BASE, "");
        if (named.isEmpty()) {
            return new CreateLine.Image(Images.skeleton(engine, links()), true);
        }
        Images.requirePresent(engine, named);
        return new CreateLine.Image(named, false);
    }

    /** One thing to try; a dispensable one may fail. */
    private record Way(
            String runtime, ContainerGate.Duty duty, boolean listener, boolean dispensable) {}

    private static List<Way> ways(String word, EngineFacts info) {
        String wanted = word.contains("-") ? word.substring(word.indexOf('-') + 1) : "";
        List<Way> ways = new ArrayList<>();
        if (wanted.isEmpty() ? info.gvisor() : wanted.equals(GVISOR)) {
            ways.add(new Way(GVISOR, ContainerGate.Duty.OWN_KERNEL, false, wanted.isEmpty()));
        }
        if (!wanted.equals(GVISOR)) {
            for (var duty :
                    List.of(
                            ContainerGate.Duty.SHARED_KERNEL,
                            ContainerGate.Duty.NO_USER_NAMESPACE)) {
                ways.add(new Way("runc", duty, true, false));
                ways.add(new Way("runc", duty, false, false));
            }
        }
        return ways;
    }

    private static String engineOf(String word) {
        return word.split("-", 2)[0];
    }

    /**
     * The errand to run instead, when the engine's containers cannot be watched from here: it is
     * another machine's, or we are not root.
     *
     * @param environment where the engine's address and the name of our image are taken from
     */
    public static Optional<Errand> errand(String word, Map<String, String> environment) {
        Engine engine = Engine.find(engineOf(word), environment);
        String image = environment.getOrDefault("MCPSF_IMAGE", "mcpsf:latest");
        return elsewhere(engine, engine.info()).map(why -> new Errand(engine, image, why));
    }

    private static void requireHere(Engine engine, EngineFacts info) {
        Optional<String> elsewhere = elsewhere(engine, info);
        if (elsewhere.isPresent()) {
            throw new ExecutorException(
                    "containers of %s can't be monitored from here: %s"
                            .formatted(engine.name(), elsewhere.get()));
        }
    }

    /** Why the engine's containers cannot be watched from here; empty when they can. */
    static Optional<String> elsewhere(Engine engine, EngineFacts info) {
        String host = engine.host();
        if (!host.isEmpty() && !host.startsWith("unix://")) {
            return Optional.of("it is at " + host);
        }
        if (!System.getProperty("os.name", "").equals("Linux")) {
            return Optional.of("this is not Linux");
        }
        if (info.system().contains("Docker Desktop")) {
            return Optional.of(info.system());
        }
        String kernel = info.kernel();
        String ours = System.getProperty("os.version", "");
        if (!kernel.equals(ours)) {
            return Optional.of("its kernel is " + kernel + ", ours " + ours);
        }
        if (info.rootless()) {
            return Optional.of("it runs without root");
        }
        if (Users.effective() != 0 || !Users.mapped(0, 65536)) {
            return Optional.of("root is required");
        }
        return Optional.empty();
    }

    private static DockerExecutor.Terms terms(
            Engine engine, EngineFacts info, CreateLine.Image image, Way way) {
        var line =
                new CreateLine.Terms(
                        image,
                        way.runtime(),
                        way.duty() == ContainerGate.Duty.OWN_KERNEL,
                        info.oldGroups(),
                        info.cpus());
        return new DockerExecutor.Terms(
                line,
                way.duty(),
                DockerGuarantees.of(engine.name(), info, line, way.duty(), listens(way)));
    }

    /** gVisor tells by itself, and needs nobody to ask. */
    private static boolean listens(Way way) {
        return way.listener() || way.duty() == ContainerGate.Duty.OWN_KERNEL;
    }

    /** The links that stand beside /usr on this host. */
    private static Map<String, String> links() {
        Map<String, String> links = new HashMap<>();
        for (String name : LINKS) {
            Path host = Path.of("/", name);
            if (Files.isSymbolicLink(host)) {
                try {
                    links.put(name, Files.readSymbolicLink(host).toString());
                } catch (IOException e) {
                    throw new ExecutorException("cannot read " + host, e);
                }
            }
        }
        return links;
    }
}
