package io.mcpsf.run.scene;

import io.mcpsf.bait.CanaryFinder;
import io.mcpsf.observe.Sensor;
import io.mcpsf.sandbox.SandboxSpec;

import java.util.List;

/**
 * Everything that is set up before an installation: the sandbox, the tree that grows in it, the
 * folders that are the package manager's own, who watches, and the network with its one door.
 */
public record InstallScene(
        SandboxSpec spec,
        String tree,
        List<String> workplaces,
        List<Sensor> sensors,
        CanaryFinder canaries,
        FakeNetwork network) {

    public InstallScene {
        workplaces = List.copyOf(workplaces);
        sensors = List.copyOf(sensors);
    }
}
