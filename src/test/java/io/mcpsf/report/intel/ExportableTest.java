package io.mcpsf.report.intel;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpsf.model.Evidence;
import io.mcpsf.model.NetworkObservation.FlowOpened;
import io.mcpsf.model.NetworkObservation.RequestForwarded;
import io.mcpsf.model.Observation;
import io.mcpsf.model.Phase;
import io.mcpsf.model.ProtocolObservation.Attacked;
import io.mcpsf.model.ProtocolObservation.ToolCalled;
import io.mcpsf.model.Seen;
import io.mcpsf.model.Stamp;
import io.mcpsf.report.Cases;

import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.List;

/** What is handed to others as an indicator is something that they could meet. */
final class ExportableTest {

    @Test
    void onlyWhatExistsOutsideOfTheSandboxIsExported() {
        Exportable hosts =
                of(
                        new FlowOpened("tcp", "93.184.216.7", 443, "drop.invalid", 40_000),
                        new FlowOpened("tcp", "198.51.100.9", 4444, "", 40_001),
                        new RequestForwarded("GET", "https://registry.npmjs.org/x", 200, 9),
                        new ToolCalled(1, "fetch", "{\"url\":\"https://asked.invalid/\"}"),
                        new Attacked(2, "ssrf", "fetch", "url", "http://ours.invalid/", "m", 0));

        assertThat(hosts.host("drop.invalid")).isTrue();
        assertThat(hosts.host("198.51.100.9")).isTrue();
        assertThat(hosts.host("93.184.216.7")).as("made up by the fake internet").isFalse();
        assertThat(hosts.host("registry.npmjs.org")).isFalse();
        assertThat(hosts.host("asked.invalid")).isFalse();
        assertThat(hosts.host("ours.invalid")).isFalse();
        assertThat(hosts.host("git.northpier.internal")).isFalse();
        assertThat(hosts.host("169.254.169.254")).isFalse();
        assertThat(hosts.host("127.0.0.1")).isFalse();
    }

    private static Exportable of(Observation... observations) {
        List<Seen> seen = new ArrayList<>();
        for (Observation what : observations) {
            Phase phase = what instanceof RequestForwarded ? Phase.INSTALL : Phase.CALL;
            long seq = seen.size() + 1L;
            seen.add(new Seen(new Stamp(seq, seq, phase, 0, 0), what));
        }
        Evidence any = Cases.calculator().evidence();
        return Exportable.of(new Evidence(any.file(), seen, any.coverage()));
    }
}
