package io.mcpsf.run;

import io.mcpsf.bait.CanaryFinder;
import io.mcpsf.interrogate.Interrogation;
import io.mcpsf.interrogate.fuzz.Attack;
import io.mcpsf.observe.Sensor;
import io.mcpsf.sandbox.SandboxSpec;

import java.util.List;

/**
 * Everything that is set up before a detonation: the sandbox, who watches, what is asked, and the
 * bait that is out.
 */
record Scene(
        SandboxSpec spec,
        String why,
        List<Sensor> sensors,
        Interrogation.Settings questions,
        Attack attack,
        CanaryFinder canaries,
        FakeNetwork network) {

    Scene {
        sensors = List.copyOf(sensors);
    }
}
