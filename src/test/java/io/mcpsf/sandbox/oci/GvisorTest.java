package io.mcpsf.sandbox.oci;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mcpsf.os.NewerSuite;
import io.mcpsf.sandbox.ExecutorException;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

@Tag("peers")
final class GvisorTest {

    private static RuntimeBinary of(String version) {
        return new RuntimeBinary(RuntimeKind.RUNSC, Path.of("/usr/bin/runsc"), version);
    }

    @ParameterizedTest
    @CsvSource({
        "0.0~20221219.0, 20221219",
        "0.0~20240729.0, 20240729",
        "release-20260810.0, 20260810",
        "unknown, 0"
    })
    void aReleaseIsKnownByItsDay(String version, int day) {
        assertThat(Gvisor.day(of(version))).isEqualTo(day);
    }

    @Test
    void anOldReleaseIsRefusedWithTheWayToABetterOne() {
        assertThatThrownBy(() -> Gvisor.requireGood(of("0.0~20221219.0")))
                .isInstanceOf(ExecutorException.class)
                .hasMessageContaining("too old")
                .hasMessageContaining("mcpsf doctor --install runsc");
        assertThatCode(() -> Gvisor.requireGood(of("0.0~20240729.0"))).doesNotThrowAnyException();
    }

    @Test
    void installingTwiceIsOnce() throws InterruptedException {
        Gvisor.install(line -> {});
        List<String> said = new ArrayList<>();

        Gvisor.install(said::add);

        assertThat(said).singleElement().asString().contains("is already installed");
        assertThat(Gvisor.find()).hasValueSatisfying(Gvisor::requireGood);
    }

    @Test
    void aPackageThatIsNotThereIsToldAndNothingIsChanged(@TempDir Path work) throws Exception {
        NewerSuite.Fetched fetched = NewerSuite.fetch("no-such-package-at-all", "trixie", work);

        assertThat(fetched.tree()).isEmpty();
        assertThat(fetched.complaint()).contains("no-such-package-at-all");
        assertThat(Files.exists(work.resolve("tree"))).isFalse();
    }
}
