package io.mcpsf.linux;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.Locale;

final class MachineTest {

    /** From the kernel's own headers: calls that have other numbers on each machine. */
    @Test
    void hasTheNumbersOfItsKernel() {
        CallNames x86 = CallNames.of(Machine.X86_64);
        CallNames arm = CallNames.of(Machine.AARCH64);

        assertThat(x86.number("openat")).isEqualTo(257);
        assertThat(arm.number("openat")).isEqualTo(56);
        assertThat(x86.number("execve")).isEqualTo(59);
        assertThat(arm.number("execve")).isEqualTo(221);
        assertThat(x86.number("seccomp")).isEqualTo(317);
        assertThat(arm.number("seccomp")).isEqualTo(277);
        assertThat(arm.name(56)).isEqualTo("openat");
        assertThat(x86.has("open")).isTrue();
        assertThat(arm.has("open")).isFalse();
        assertThatThrownBy(() -> arm.number("open")).hasMessageContaining("no such system call");
    }

    @Test
    void numbersSinceTheTablesWereMadeEqualAreEqual() {
        CallNames x86 = CallNames.of(Machine.X86_64);
        CallNames arm = CallNames.of(Machine.AARCH64);

        for (int number = 424; number <= 469; number++) {
            assertThat(arm.name(number)).isEqualTo(x86.name(number));
        }
    }

    @ParameterizedTest
    @EnumSource(Machine.class)
    void hasEveryCallThatWeMakeOurselves(Machine machine) {
        CallNames calls = CallNames.of(machine);

        assertThat(Arrays.stream(RawCalls.class.getDeclaredFields()))
                .filteredOn(f -> f.getType() == int.class && Modifier.isStatic(f.getModifiers()))
                .extracting(field -> field.getName().toLowerCase(Locale.ROOT))
                .hasSizeGreaterThan(20)
                .allMatch(calls::has);
    }

    @Test
    void tellsThroughWhichInterfaceACallCame() {
        Machine x86 = Machine.X86_64;
        Machine arm = Machine.AARCH64;

        assertThat(x86.caller(0xC000003E, 39)).isEqualTo("x86_64");
        assertThat(x86.caller(0xC000003E, 0x40000027)).isEqualTo("x32");
        assertThat(x86.caller(0xC000003E, -1)).isEqualTo("x86_64");
        assertThat(x86.caller(0x40000003, 20)).isEqualTo("i386");
        assertThat(x86.plain(0x40000027)).isEqualTo(39);
        assertThat(arm.caller(0xC00000B7, 0x40000027)).isEqualTo("aarch64");
        assertThat(arm.caller(0x40000028, 20)).isEqualTo("arm");
        assertThat(arm.caller(0xC000003E, 20)).isEqualTo("0xc000003e");
    }

    @Test
    void isKnownByJavasNameForIt() {
        assertThat(Machine.named("amd64")).contains(Machine.X86_64);
        assertThat(Machine.named("aarch64")).contains(Machine.AARCH64);
        assertThat(Machine.named("riscv64")).isEmpty();
        assertThat(Machine.AARCH64.seccomp()).isEqualTo("SCMP_ARCH_AARCH64");
    }
}
