package io.mcpsf.run.start;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpsf.inspect.start.StartPlan;

import org.junit.jupiter.api.Test;

import java.util.List;
import java.util.Map;

final class OtherProgramsTest {

    @Test
    void anotherFileOrModuleIsAnotherProgramAndOtherArgumentsAreNot() {
        StartPlan.Ready started = plan("node", "/opt/x/server.js");

        List<StartPlan.Ready> others =
                OtherPrograms.of(
                        "/opt/x",
                        started,
                        List.of(
                                started,
                                plan("node", "/opt/x/server.js", "--stdio"),
                                plan("node", "/opt/x/helper.js"),
                                plan("/opt/x/bin/python3", "-m", "notes"),
                                plan("npx", "elsewhere")));

        assertThat(others)
                .extracting(plan -> plan.argv().getLast())
                .containsExactly("/opt/x/helper.js", "notes");
    }

    private static StartPlan.Ready plan(String... argv) {
        return new StartPlan.Ready(List.of(argv), Map.of(), "test");
    }
}
