package io.mcpsf.observe.resources;

import io.mcpsf.model.ProcessObservation.ResourcesUsed;
import io.mcpsf.model.Sense;
import io.mcpsf.model.SenseHealth;
import io.mcpsf.model.Sink;
import io.mcpsf.observe.Sensor;
import io.mcpsf.observe.Watch;
import io.mcpsf.sandbox.Sandbox;
import io.mcpsf.sandbox.SandboxSpec;

import java.util.Map;

/** Reports what a sandbox has used, once, when it ends. */
public final class ResourcesSensor implements Sensor {

    @Override
    public Watch arm(SandboxSpec spec, Sink sink) {
        return new Counting(spec, sink);
    }

    private static final class Counting implements Watch {

        private final SandboxSpec spec;
        private final Sink sink;
        private volatile SenseHealth health =
                SenseHealth.blind("the sandbox ended before its counters were read");

        Counting(SandboxSpec spec, Sink sink) {
            this.spec = spec;
            this.sink = sink;
        }

        @Override
        public SandboxSpec spec() {
            return spec;
        }

        @Override
        public void started(Sandbox sandbox) {}

        @Override
        public void ending(Sandbox sandbox) {
            Sandbox.Usage usage = sandbox.usage();
            if (usage.equals(new Sandbox.Usage(-1, -1, -1, -1, -1))) {
                health = SenseHealth.blind("this host has no resource counters for a sandbox");
                return;
            }
            sink.saw(
                    new ResourcesUsed(
                            usage.cpuMillis(),
                            usage.memoryPeakBytes(),
                            usage.processesPeak(),
                            usage.forksRefused(),
                            usage.memoryKills()));
            health = SenseHealth.full(1);
        }

        @Override
        public void close() {}

        @Override
        public Map<Sense, SenseHealth> health() {
            return Map.of(Sense.RESOURCES, health);
        }
    }
}
