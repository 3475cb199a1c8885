package io.mcpsf.run.scene;

import io.mcpsf.bait.CanaryFinder;
import io.mcpsf.inspect.start.StartPlan;
import io.mcpsf.interrogate.Interrogation;
import io.mcpsf.interrogate.fuzz.Attack;
import io.mcpsf.observe.Sensor;
import io.mcpsf.run.request.CacheOptions;
import io.mcpsf.sandbox.SandboxSpec;

import java.time.Duration;
import java.util.List;

/**
 * Everything that is set up before a detonation: the sandbox, who watches, what is asked, and the
 * bait that is out. A server that was asked to end may take {@code shutdownGrace} before it is
 * killed.
 */
public record Scene(
        SandboxSpec spec,
        String why,
        StartPlan.Channel channel,
        List<Sensor> sensors,
        Interrogation.Settings questions,
        Attack attack,
        CanaryFinder canaries,
        FakeNetwork network,
        Duration shutdownGrace,
        CacheOptions.Hold hold) {

    public Scene {
        sensors = List.copyOf(sensors);
    }
}
