package io.mcpsf.sandbox;

import java.util.function.IntConsumer;

/** An executor whose sandboxes are all announced to the same hearer before they run. */
public record Announcing(Executor executor, IntConsumer first) implements Executor {

    @Override
    public Capabilities capabilities() {
        return executor.capabilities();
    }

    @Override
    public Sandbox start(SandboxSpec spec) {
        return executor.start(spec.with(new SandboxSpec.Listener.Announced(first)));
    }
}
