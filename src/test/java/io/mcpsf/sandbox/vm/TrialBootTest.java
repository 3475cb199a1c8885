package io.mcpsf.sandbox.vm;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/** Hardware virtualization is what boots a kernel, and one boot of the host asks once. */
final class TrialBootTest {

    private static final List<String> EMULATED = List.of("-accel", "tcg", "-cpu", "max");

    @TempDir Path folder;

    @Test
    void anAnswerIsRememberedUntilTheHostBootsAgain() throws Exception {
        Path file = folder.resolve("answer");
        var tried = new AtomicInteger();
        TrialBoot.Trial trial =
                () -> new TrialBoot.Answer(tried.incrementAndGet() > 1, "try " + tried.get());

        assertThat(TrialBoot.remembered(file, "boot 1", trial))
                .isEqualTo(new TrialBoot.Answer(false, "try 1"));
        assertThat(TrialBoot.remembered(file, "boot 1", trial))
                .isEqualTo(new TrialBoot.Answer(false, "try 1"));
        assertThat(TrialBoot.remembered(file, "boot 2", trial))
                .isEqualTo(new TrialBoot.Answer(true, "try 2"));
        assertThat(TrialBoot.remembered(file, "boot 2", trial))
                .isEqualTo(new TrialBoot.Answer(true, "try 2"));
        Files.writeString(file, "boot 2\n");
        assertThat(TrialBoot.remembered(file, "boot 2", trial).words()).isEqualTo("try 3");
    }

    /** The same trial with another processor: what it says of the hardware is not said of all. */
    @Test
    @Tag("chamber")
    @Tag("release")
    void anEmulatedProcessorBootsAndOneWithoutTimeDoesNot() throws Exception {
        VmParts parts = VmParts.here();
        parts.install(_ -> {});

        assertThat(TrialBoot.of(parts, EMULATED, Duration.ofMinutes(5))).isTrue();
        assertThat(TrialBoot.of(parts, EMULATED, Duration.ofMillis(300))).isFalse();
        assertThat(ProcessHandle.current().descendants().map(p -> p.info().command().orElse("")))
                .noneMatch(command -> command.contains("qemu"));
    }

    @Test
    @Tag("chamber")
    @Tag("release")
    void aDeviceWithoutAProcessorThatVirtualizesProvesNothing() throws Exception {
        VmParts parts = VmParts.here();
        parts.install(_ -> {});
        boolean able =
                Files.readAllLines(Path.of("/proc/cpuinfo")).stream()
                        .filter(line -> line.startsWith("flags"))
                        .anyMatch(line -> line.matches(".*\\b(vmx|svm)\\b.*"));

        TrialBoot.Answer answer = TrialBoot.ofHardware(parts);

        assertThat(answer.boots()).as(answer.words()).isIn(false, able);
        assertThat(answer.words()).contains("/dev/kvm");
        if (Files.exists(Path.of("/dev/kvm")) && !answer.boots()) {
            assertThat(answer.words()).contains("did not boot");
        }
    }
}
