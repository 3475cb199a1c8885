package io.mcpsf.sandbox.oci;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpsf.linux.Cgroups;
import io.mcpsf.sandbox.HostCheck;
import io.mcpsf.sandbox.HostCheck.Grade;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;

@Tag("chamber")
final class HostChecksTest {

    @Test
    void finishOnThisHostAndEveryTroubleHasAWayOut() {
        OciRuntimes.choose(OciRuntimes.Preference.AUTO, line -> {}).close();

        List<HostCheck> checks = HostChecks.all();

        assertThat(checks)
                .extracting(HostCheck::name)
                .contains("kernel", "architecture", "control groups", "crun", "python3", "memory");
        assertThat(checks)
                .filteredOn(check -> check.grade() != Grade.GOOD)
                .allMatch(check -> !check.follows().isEmpty() && !check.mend().isEmpty());
        assertThat(checks)
                .filteredOn(check -> check.name().equals("crun"))
                .extracting(HostCheck::grade)
                .containsExactly(Grade.GOOD);
    }

    @Test
    void gradeKernels() {
        assertThat(HostChecks.kernel("6.18.44-x").grade()).isEqualTo(Grade.GOOD);
        assertThat(HostChecks.kernel("5.15.0-91-generic").grade()).isEqualTo(Grade.DEGRADED);
        assertThat(HostChecks.kernel("4.19.0").grade()).isEqualTo(Grade.MISSING);
        assertThat(HostChecks.kernel("what").grade()).isEqualTo(Grade.MISSING);
    }

    @Test
    void nameWhatIsNotLimited() {
        var host = new Cgroups(Cgroups.Flavour.V2, Map.of("pids", Path.of("/cg")), List.of());

        assertThat(HostChecks.groups(host).follows()).contains("memory").contains("cpu");
        assertThat(HostChecks.architecture("amd64").grade()).isEqualTo(Grade.GOOD);
        assertThat(HostChecks.architecture("aarch64").grade()).isEqualTo(Grade.DEGRADED);
        assertThat(HostChecks.architecture("riscv64").grade()).isEqualTo(Grade.MISSING);
    }

    @Test
    void gvisorAloneIsNotReady() {
        var runsc = List.of(new RuntimeBinary(RuntimeKind.RUNSC, Path.of("/usr/bin/runsc"), "1"));
        var good = List.of(HostCheck.good("runsc", "works"));

        assertThat(HostChecks.usual(runsc, good, false))
                .map(HostCheck::grade)
                .contains(Grade.MISSING);
        assertThat(HostChecks.usual(runsc, good, true))
                .map(HostCheck::grade)
                .contains(Grade.DEGRADED);
    }

    @Test
    void aRuntimeThatDoesNotWorkIsNotReady() {
        var runc = List.of(new RuntimeBinary(RuntimeKind.RUNC, Path.of("/usr/bin/runc"), "1"));
        var broken = List.of(new HostCheck("runc", Grade.DEGRADED, "no", "not used", "crun"));

        assertThat(HostChecks.usual(runc, broken, true))
                .map(HostCheck::found)
                .contains("neither crun nor runc works");
        assertThat(HostChecks.usual(runc, List.of(HostCheck.good("runc", "yes")), true)).isEmpty();
    }
}
