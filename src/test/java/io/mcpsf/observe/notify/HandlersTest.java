package io.mcpsf.observe.notify;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpsf.bait.CanaryFinder;
import io.mcpsf.linux.FileCalls;
import io.mcpsf.observe.SenseCounts;
import io.mcpsf.sandbox.CallPolicy;

import org.junit.jupiter.api.Test;

import java.util.List;
import java.util.Map;

final class HandlersTest {

    @Test
    void everyWatchedCallHasAReader() {
        try (var files = new FileCalls();
                var bait = new BaitBook(Map.of());
                var paths =
                        new PathLookup(
                                files,
                                files.open(
                                        FileCalls.AT_FDCWD,
                                        Lineage.ascii("/"),
                                        FileCalls.O_PATH))) {
            var witness =
                    new ExecWitness(
                            files, paths, (process, what) -> {}, new SenseCounts(List.of()));
            var readers =
                    SyscallHandlers.all(
                                    paths, bait, new Sockets(files), CanaryFinder.none(), witness)
                            .keySet();

            var watched =
                    CallPolicy.usual().calls().values().stream()
                            .filter(
                                    call ->
                                            call.decisions().stream()
                                                    .anyMatch(
                                                            d -> d.kind() == CallPolicy.Kind.WATCH))
                            .map(CallPolicy.Call::name)
                            .toList();
            assertThat(readers).containsExactlyInAnyOrderElementsOf(watched);
        }
    }
}
