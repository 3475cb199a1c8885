package io.mcpsf.run.install;

import io.mcpsf.inspect.start.StartPlan;

import java.io.IOException;
import java.util.Optional;

/** Makes a sample ready to be started; empty when that cannot be done. */
@FunctionalInterface
public interface Preparing {

    /** Whether its libraries can be had as they were on the day of its release. */
    default boolean dated() {
        return false;
    }

    Optional<Prepared> with(StartPlan.Extras extras) throws InterruptedException, IOException;
}
