package io.mcpsf.run;

import io.mcpsf.bait.CanaryFinder;
import io.mcpsf.observe.Sensor;
import io.mcpsf.sandbox.SandboxSpec;

import java.util.List;

/**
 * Everything that is set up before an installation: the sandbox, the tree that grows in it, the
 * folders that are the package manager's own, who watches, and the network with its one door.
 */
record Workshop(
        SandboxSpec spec,
        String tree,
        List<String> workplaces,
        List<Sensor> sensors,
        CanaryFinder canaries,
        FakeNetwork network) {

    Workshop {
        workplaces = List.copyOf(workplaces);
        sensors = List.copyOf(sensors);
    }
}
