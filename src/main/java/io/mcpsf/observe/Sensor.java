package io.mcpsf.observe;

import io.mcpsf.model.Sink;
import io.mcpsf.sandbox.SandboxSpec;

/** One way of watching a sandbox from outside. */
public interface Sensor {

    /**
     * Gets ready before the first instruction of the sample. What it sees goes to the sink; what it
     * needs to be started with is in {@link Watch#spec}.
     */
    Watch arm(SandboxSpec spec, Sink sink);
}
