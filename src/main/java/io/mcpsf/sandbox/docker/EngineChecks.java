package io.mcpsf.sandbox.docker;

import io.mcpsf.sandbox.Capabilities;
import io.mcpsf.sandbox.ExecutorException;
import io.mcpsf.sandbox.HostCheck;

import java.util.List;
import java.util.Map;

/** Looks at the engine of this host, if it has one; a gVisor that it has is tried. */
public final class EngineChecks {

    private EngineChecks() {}

    /** One line about the engine; none where there is no client, for nobody needs one. */
    public static List<HostCheck> all(Map<String, String> environment) {
        Engine engine;
        try {
            engine = Engine.find("docker", environment);
        } catch (ExecutorException e) {
            return List.of();
        }
        try {
            EngineFacts info = engine.info();
            String found = "%s at %s".formatted(info.version(), engine.host());
            return List.of(
                    DockerEngines.elsewhere(engine, info)
                            .map(why -> abroad(found, why))
                            .orElseGet(() -> here(found, info, environment)));
        } catch (ExecutorException e) {
            return List.of(
                    new HostCheck(
                            "docker",
                            HostCheck.Grade.DEGRADED,
                            "not usable",
                            String.valueOf(e.getMessage()),
                            "nothing, unless you want --runtime docker"));
        }
    }

    /** That a runtime is registered says nothing: gVisor is named only after it ran something. */
    private static HostCheck here(String found, EngineFacts info, Map<String, String> environment) {
        if (!info.gvisor()) {
            return sharedKernel(found, environment);
        }
        try (var _ = DockerEngines.choose("docker-runsc", environment, _ -> {})) {
            return HostCheck.good("docker", found + ", with gVisor");
        } catch (ExecutorException e) {
            return new HostCheck(
                    "docker",
                    HostCheck.Grade.DEGRADED,
                    found + ", gVisor is registered but does not work",
                    String.valueOf(e.getMessage()),
                    "nothing, unless you want --runtime docker-runsc");
        }
    }

    /** Which sensor there will be is known only after a container was started. */
    private static HostCheck sharedKernel(String found, Map<String, String> environment) {
        try (var executor = DockerEngines.choose("docker-runc", environment, _ -> {})) {
            return executor.capabilities()
                    .lacks(Capabilities.LISTENER)
                    .map(
                            why ->
                                    new HostCheck(
                                            "docker",
                                            HostCheck.Grade.DEGRADED,
                                            found + ", without a " + Capabilities.LISTENER,
                                            "with --runtime docker eBPF is the sensor, and no"
                                                    + " server is cleared: "
                                                    + why,
                                            "omit --runtime, or use an engine with runc"))
                    .orElseGet(() -> HostCheck.good("docker", found));
        } catch (ExecutorException e) {
            return new HostCheck(
                    "docker",
                    HostCheck.Grade.DEGRADED,
                    found + ", containers do not start",
                    String.valueOf(e.getMessage()),
                    "nothing, unless you want --runtime docker");
        }
    }

    private static HostCheck abroad(String found, String why) {
        return new HostCheck(
                "docker",
                HostCheck.Grade.DEGRADED,
                found,
                "--runtime docker works in a container of our own image there: " + why,
                "build that image on it: bin/image");
    }
}
