package io.mcpsf.observe.guest;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpsf.model.FileObservation.Access;
import io.mcpsf.model.FileObservation.FileOpened;
import io.mcpsf.model.Health;
import io.mcpsf.model.NetworkObservation.EgressRefused;
import io.mcpsf.model.Observation;
import io.mcpsf.model.Sense;
import io.mcpsf.model.SenseHealth;
import io.mcpsf.model.SocketObservation.Connected;
import io.mcpsf.observe.Watch;
import io.mcpsf.sandbox.Limits;
import io.mcpsf.sandbox.Persona;
import io.mcpsf.sandbox.SandboxSpec;
import io.mcpsf.sandbox.World;

import org.junit.jupiter.api.Test;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;

/** A guest's account becomes evidence, and what can't be read of it a loss. */
final class GuestSensorTest {

    private final List<Observation> seen = new ArrayList<>();
    private final Watch watch =
            new GuestSensor(new AtomicInteger()).arm(spec(), (_, what) -> seen.add(what));

    @Test
    void whatAGuestTellsIsSeenAndItsLossesAreCounted() {
        tell("{\"what\":\"open\",\"path\":\"/a\",\"access\":\"READ\",\"found\":true,\"pid\":7}");
        tell("{\"what\":\"connect\",\"address\":\"127.0.0.1\",\"port\":80,\"socket\":\"tcp\"}");
        tell("{\"what\":\"connect\",\"address\":\"192.0.2.1\",\"port\":80,\"socket\":\"tcp\"}");

        assertThat(seen)
                .containsExactly(
                        new FileOpened("/a", "/a", Access.READ, true),
                        new Connected("tcp", "127.0.0.1", 80),
                        new Connected("tcp", "192.0.2.1", 80),
                        new EgressRefused(
                                "tcp",
                                "192.0.2.1:80",
                                "the virtual machine has no network device"));
        assertThat(files().health()).isEqualTo(Health.FULL);

        for (String noise : List.of("", "{", "[]", "{\"what\":\"open\",\"access\":\"EAT\"}", "7")) {
            tell(noise);
        }
        assertThat(files().health()).isEqualTo(Health.LOSSY);
        assertThat(files().lost()).isEqualTo(5);
    }

    @Test
    void whereThereIsADeviceTheBoundaryTellsWhatIsRefused() {
        Watch connected =
                new GuestSensor(new AtomicInteger())
                        .arm(
                                spec(
                                        new World.Network.Joined(
                                                Path.of("/run/netns/x"), "192.168.0.1")),
                                (_, what) -> seen.add(what));

        tell(
                connected,
                "{\"what\":\"connect\",\"address\":\"192.0.2.1\",\"port\":80,\"socket\":\"tcp\"}");

        assertThat(seen).containsExactly(new Connected("tcp", "192.0.2.1", 80));
    }

    private SenseHealth files() {
        return Objects.requireNonNull(watch.health().get(Sense.FILES));
    }

    private void tell(String line) {
        tell(watch, line);
    }

    private static void tell(Watch watch, String line) {
        if (watch.spec().listener() instanceof SandboxSpec.Listener.Told told) {
            told.line().accept(line.getBytes(StandardCharsets.UTF_8));
        }
    }

    private static SandboxSpec spec() {
        return spec(new World.Network.Closed());
    }

    private static SandboxSpec spec(World.Network network) {
        return new SandboxSpec(
                new SandboxSpec.Program(List.of("true"), Map.of(), "/"),
                List.of(),
                Limits.usual(),
                new World(new Persona("h", "u", "/home/u"), network),
                new SandboxSpec.Listener.None());
    }
}
