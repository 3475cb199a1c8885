package io.mcpsf.observe.resources;

import io.mcpsf.model.Sense;
import io.mcpsf.observe.Sensor;
import io.mcpsf.observe.SensorContract;

import org.junit.jupiter.api.Tag;

import java.util.Set;

@Tag("chamber")
final class ResourcesSensorTest extends SensorContract {

    @Override
    protected Sensor sensor() {
        return new ResourcesSensor();
    }

    @Override
    protected Set<Sense> senses() {
        return Set.of(Sense.RESOURCES);
    }

    @Override
    protected String provocation() {
        return "true";
    }
}
