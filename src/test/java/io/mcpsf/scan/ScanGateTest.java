package io.mcpsf.scan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mcpsf.scan.ScanGate.Machine;
import io.mcpsf.scan.ScanGate.Wish;

import org.junit.jupiter.api.Test;

import java.time.LocalTime;
import java.util.List;

/** What stands between a wish and the first packet. */
final class ScanGateTest {

    private static final Machine READY = new Machine(true, 4L << 30, LocalTime.NOON);

    @Test
    void everyReasonIsToldAtOnce() {
        var gate =
                new ScanGate(
                        (address, port) -> port == 80, new Machine(false, 1 << 20, LocalTime.NOON));
        var wish =
                new Wish(
                        List.of(NmapTest.target("127.0.0.1", 80, 81)),
                        TimeWindow.parse("22:00-06:00"),
                        List.of("Nmap option -sS: needs raw sockets"));

        assertThat(gate.refusals(wish))
                .hasSize(5)
                .anyMatch(why -> why.startsWith("Nmap option -sS"))
                .anyMatch(why -> why.equals("out of scope: 127.0.0.1 port 81"))
                .anyMatch(why -> why.contains("time window 22:00-06:00: it is 12:00"))
                .anyMatch(why -> why.startsWith("not root"))
                .anyMatch(why -> why.startsWith("too little memory: 1 MB"));
    }

    @Test
    void whatIsInScopeMayBeginAndNothingToScanMayNot() {
        var gate = new ScanGate((address, port) -> port == 80, READY);

        assertThat(gate.refusals(wish(List.of(NmapTest.target("127.0.0.1", 80))))).isEmpty();
        assertThat(gate.refusals(wish(List.of())))
                .singleElement()
                .asString()
                .contains("nothing to scan");
    }

    @Test
    void aWindowMayRunOverMidnight() {
        TimeWindow night = TimeWindow.parse("22:00-06:00");

        assertThat(night.contains(LocalTime.of(23, 0))).isTrue();
        assertThat(night.contains(LocalTime.of(5, 59))).isTrue();
        assertThat(night.contains(LocalTime.of(6, 0))).isFalse();
        assertThat(TimeWindow.parse("09:00-17:00").contains(LocalTime.of(8, 59))).isFalse();
        assertThat(TimeWindow.ALWAYS.contains(LocalTime.MIDNIGHT)).isTrue();
        assertThatThrownBy(() -> TimeWindow.parse("25:00-26:00")).hasMessageContaining("25:00");
        assertThatThrownBy(() -> TimeWindow.parse("now")).hasMessageContaining("not a time window");
    }

    private static Wish wish(List<ScanTarget> targets) {
        return new Wish(targets, TimeWindow.ALWAYS, List.of());
    }
}
