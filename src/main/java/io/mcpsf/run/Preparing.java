package io.mcpsf.run;

import io.mcpsf.inspect.start.StartPlan;

import java.io.IOException;
import java.util.Optional;

/** Makes a sample ready to be started; empty when that cannot be done. */
@FunctionalInterface
interface Preparing {

    Optional<Prepared> with(StartPlan.Extras extras) throws InterruptedException, IOException;
}
