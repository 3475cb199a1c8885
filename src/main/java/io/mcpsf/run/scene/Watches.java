package io.mcpsf.run.scene;

import io.mcpsf.bait.CanaryFinder;
import io.mcpsf.model.Sense;
import io.mcpsf.model.SenseHealth;
import io.mcpsf.model.Sink;
import io.mcpsf.observe.Sensor;
import io.mcpsf.observe.Watch;
import io.mcpsf.observe.files.FilesSensor;
import io.mcpsf.observe.guest.GuestSensor;
import io.mcpsf.observe.resources.ResourcesSensor;
import io.mcpsf.os.Cleanup;
import io.mcpsf.run.request.SensorChoice;
import io.mcpsf.sandbox.Executor;
import io.mcpsf.sandbox.Sandbox;
import io.mcpsf.sandbox.SandboxSpec;
import io.mcpsf.sandbox.vm.VmExecutor;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;

/** All sensors at work on one sandbox, as one. */
public final class Watches implements AutoCloseable {

    private final List<Watch> watches;
    private final SandboxSpec spec;

    private Watches(List<Watch> watches, SandboxSpec spec) {
        this.watches = List.copyOf(watches);
        this.spec = spec;
    }

    /** Arms each sensor on the specification that the one before it left; all or none. */
    public static Watches arm(List<Sensor> sensors, SandboxSpec spec, Sink sink) {
        var armed = new ArrayList<Watch>();
        SandboxSpec soFar = spec;
        try (var undo = new Cleanup()) {
            for (Sensor sensor : sensors) {
                Watch watch = sensor.arm(soFar, sink);
                undo.add(watch::close);
                armed.add(watch);
                soFar = watch.spec();
            }
            undo.release();
        }
        return new Watches(armed, soFar);
    }

    /**
     * The sensors for what is used for real: those for the runtime, without any bait to look for.
     */
    public static List<Sensor> within(Executor executor, AtomicInteger processes, Path work) {
        return within(executor, processes, work, SensorChoice.AUTO);
    }

    /** The same where the user has a say in what sees the calls. */
    public static List<Sensor> within(
            Executor executor, AtomicInteger processes, Path work, SensorChoice choice) {
        String runtime = executor.capabilities().runtime();
        if (runtime.equals(VmExecutor.WORD)) {
            return List.of(new GuestSensor(processes), new ResourcesSensor());
        }
        Sensor kernel = KernelSensors.of(choice, executor.capabilities(), processes, work);
        return List.of(kernel, new FilesSensor(CanaryFinder.none()), new ResourcesSensor());
    }

    public SandboxSpec spec() {
        return spec;
    }

    public void started(Sandbox sandbox) {
        watches.forEach(watch -> watch.started(sandbox));
    }

    public void ending(Sandbox sandbox) {
        watches.forEach(watch -> watch.ending(sandbox));
    }

    @Override
    public void close() {
        try (var all = new Cleanup()) {
            watches.forEach(watch -> all.add(watch::close));
        }
    }

    /** The account of every sense; final after {@link #close}. */
    public Map<Sense, SenseHealth> health() {
        var health = new EnumMap<Sense, SenseHealth>(Sense.class);
        for (Watch watch : watches) {
            watch.health()
                    .forEach((sense, account) -> health.merge(sense, account, SenseHealth::and));
        }
        return health;
    }
}
