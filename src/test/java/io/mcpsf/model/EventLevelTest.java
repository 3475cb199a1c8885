package io.mcpsf.model;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpsf.model.FileObservation.BaitTouched;
import io.mcpsf.model.FileObservation.Touch;
import io.mcpsf.model.ProcessObservation.CallRefused;
import io.mcpsf.model.ProcessObservation.Image;
import io.mcpsf.model.ProcessObservation.ProcessStarted;
import io.mcpsf.model.ProtocolObservation.ToolCalled;
import io.mcpsf.model.SocketObservation.BaitLeft;
import io.mcpsf.model.SocketObservation.DnsAsked;

import org.junit.jupiter.api.Test;

import java.util.List;

final class EventLevelTest {

    @Test
    void aTouchedDecoyIsCriticalWhoeverTouchesIt() {
        var touched = new BaitTouched("~/.npmrc", "npm", "/home/ana/.npmrc", Touch.READ);

        assertThat(EventLevel.of(touched)).isEqualTo(EventLevel.CRITICAL);
        assertThat(EventType.of(touched)).isEqualTo(EventType.FILESYSTEM);
    }

    @Test
    void aDecoyOnItsWayOutIsCriticalByTheChannelItTakes() {
        assertThat(EventLevel.of(left("env", "http"))).isEqualTo(EventLevel.CRITICAL);
        assertThat(EventType.of(left("env", "http"))).isEqualTo(EventType.NETWORK);
        assertThat(EventType.of(left("env", "result"))).isEqualTo(EventType.PROTOCOL);
        assertThat(EventType.of(left("env", "argv"))).isEqualTo(EventType.PROCESS);
        assertThat(EventLevel.of(left("given", "http"))).isEqualTo(EventLevel.INFO);
    }

    @Test
    void theOtherKindsHaveTheTypeOfTheirSense() {
        var hidden = new ProcessStarted(2, 1, "/memfd:x", List.of("x"), Image.MEMORY, List.of());

        assertThat(EventType.of(hidden)).isEqualTo(EventType.PROCESS);
        assertThat(EventLevel.of(hidden)).isEqualTo(EventLevel.WARNING);
        assertThat(EventType.of(new CallRefused("bpf", "", "x86_64"))).isEqualTo(EventType.SYSCALL);
        assertThat(EventLevel.of(new CallRefused("bpf", "", ""))).isEqualTo(EventLevel.WARNING);
        assertThat(EventType.of(new DnsAsked("a.invalid", "A", ""))).isEqualTo(EventType.NETWORK);
        assertThat(EventType.of(new ToolCalled(1, "a", "{}"))).isEqualTo(EventType.PROTOCOL);
        assertThat(EventLevel.of(new ToolCalled(1, "a", "{}"))).isEqualTo(EventLevel.INFO);
    }

    private static BaitLeft left(String kind, String where) {
        return new BaitLeft("x", kind, where, "drop.invalid:443", "plain");
    }
}
