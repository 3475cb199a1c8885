package io.mcpsf.observe.ebpf;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpsf.sandbox.CallPolicy;

import org.junit.jupiter.api.Test;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What the listener would be asked about is told by eBPF, but for what is named here. */
final class ToldCallsTest {

    /** Their addresses are behind two pointers; the boundary sees where they go. */
    private static final Set<String> UNTOLD = Set.of("sendmsg", "sendmmsg");

    private static Map<Integer, Integer> words() {
        var words = new HashMap<Integer, Integer>();
        ToldCalls.each(words::put);
        return words;
    }

    @Test
    void everyCallThatIsWatchedOrRefusedIsToldButForTwo() {
        Map<Integer, Integer> words = words();

        List<String> silent =
                CallPolicy.usual().calls().values().stream()
                        .filter(
                                call ->
                                        call.decisions().stream()
                                                .anyMatch(d -> d.kind() != CallPolicy.Kind.ALLOW))
                        .filter(call -> words.getOrDefault(call.number(), 0) == 0)
                        .map(CallPolicy.Call::name)
                        .toList();

        assertThat(silent).containsExactlyInAnyOrderElementsOf(UNTOLD);
    }

    @Test
    void whatAnyProgramDoesAllTheTimeIsNotTold() {
        Map<Integer, Integer> words = words();

        for (String name : List.of("read", "write", "mmap", "futex", "epoll_wait")) {
            var call =
                    CallPolicy.usual().calls().values().stream()
                            .filter(each -> each.name().equals(name))
                            .findFirst()
                            .orElseThrow();
            assertThat(words).containsEntry(call.number(), 0);
        }
    }

    @Test
    void aNumberThatThePolicyDoesNotNameIsToldWhenItIsRefused() {
        int unnamed = 1023;
        assertThat(CallPolicy.usual().calls()).doesNotContainKey(unnamed);

        assertThat(words()).containsEntry(unnamed, ToldCalls.How.whenRefused().word());
    }
}
