package io.mcpsf.run.install;

import io.mcpsf.inspect.start.StartPlan;

import java.io.IOException;
import java.util.Optional;

/** Makes a sample ready to be started; empty when that cannot be done. */
@FunctionalInterface
public interface Preparing {

    Optional<Prepared> with(StartPlan.Extras extras) throws InterruptedException, IOException;
}
