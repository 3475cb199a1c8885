package io.mcpsf.inspect.start;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpsf.inspect.start.StartPlan.Ready;
import io.mcpsf.model.Exit;

import org.junit.jupiter.api.Test;

import java.util.List;
import java.util.Map;

final class StartTriesTest {

    private static final String MOVED =
            "SyntaxError: The requested module 'zod' does not provide an export named"
                    + " 'McpZodTypeKind'";

    private static final Ended DIED = new Ended.Died(new Exit.Code(1));

    @Test
    void aCureIsTriedBeforeTheNextCandidate() {
        StartTries tries = tries("a", "b");

        tries.next();
        assertThat(tries.failed(DIED, "ACME_KEY is required", "", List.of())).isPresent();

        Ready cured = tries.next().orElseThrow();
        assertThat(cured.argv()).containsExactly("node", "a");
        assertThat(cured.env()).containsEntry("ACME_KEY", "s:ACME_KEY");
        assertThat(tries.applied())
                .extracting(Cure::sentence)
                .containsExactly("needed the variable ACME_KEY: a synthetic credential was given");
    }

    @Test
    void theSameStartIsNeverTriedTwice() {
        StartTries tries = tries("a", "a", "b");

        tries.next();
        tries.failed(DIED, "", "", List.of());
        tries.next();
        tries.failed(DIED, "no idea", "", List.of());

        assertThat(tries.next().orElseThrow().argv()).containsExactly("node", "b");
        tries.failed(DIED, "no idea", "", List.of());
        assertThat(tries.next()).isEmpty();
    }

    @Test
    void aServerThatAsksForEverMoreIsGivenUp() {
        StartTries tries = tries("a");
        int starts = 0;
        for (var next = tries.next(); next.isPresent(); next = tries.next()) {
            starts++;
            tries.failed(DIED, "KEY_" + starts + " is required", "", List.of());
        }

        assertThat(starts).isEqualTo(4);
        assertThat(tries.failures()).hasSize(4);
    }

    @Test
    void whatTheSystemWasGivenStaysForTheOthers() {
        StartTries tries = tries("a", "b");
        tries.next();
        tries.failed(DIED, "EROFS: read-only file system, open '/opt/x/l'", "", List.of());
        assertThat(tries.next().orElseThrow().setting().writable()).isTrue();
        tries.failed(DIED, "Error: bad luck", "", List.of());

        assertThat(tries.next().orElseThrow().setting().writable()).isTrue();
        assertThat(tries.reason()).isEqualTo("it exited with code 1: Error: bad luck");
    }

    @Test
    void whatCannotBeHadIsSaidAndTheNextIsTriedWithout() {
        StartTries tries = tries("a", "b");
        tries.next();
        tries.failed(DIED, "ModuleNotFoundError: No module named 'mcp.types'", "", List.of());
        assertThat(tries.next().orElseThrow().setting().extras().constraints())
                .containsExactly("mcp<2");

        tries.unable("it is not installed again");

        assertThat(tries.reason()).contains("needed mcp<2").endsWith("it is not installed again");
        assertThat(tries.next().orElseThrow().setting()).isEqualTo(StartPlan.Setting.usual());
    }

    @Test
    void librariesOfTheReleaseAreTriedWhenNothingElseIsLeft() {
        StartTries tries = tries("a", "b");
        tries.next();
        assertThat(tries.failed(DIED, MOVED, "", List.of())).isEmpty();
        assertThat(tries.next().orElseThrow().setting().extras().asReleased()).isFalse();

        Cure cure = tries.failed(DIED, "no idea", "", List.of()).orElseThrow();

        assertThat(cure.sentence()).contains("those of the day of its release", "McpZodTypeKind");
        Ready then = tries.next().orElseThrow();
        assertThat(then.argv()).containsExactly("node", "a");
        assertThat(then.setting().extras().asReleased()).isTrue();
        assertThat(tries.failed(DIED, MOVED, "", List.of())).isEmpty();
        Ready other = tries.next().orElseThrow();
        assertThat(other.argv()).containsExactly("node", "b");
        assertThat(other.setting().extras().asReleased()).isTrue();
        assertThat(tries.failed(DIED, MOVED, "", List.of())).isEmpty();
        assertThat(tries.next()).isEmpty();
    }

    @Test
    void whereNobodyKnowsTheDayOfTheReleaseTheyAreNotOffered() {
        List<Ready> plans = List.of(new Ready(List.of("node", "a"), Map.of(), "test"));
        var tries = new StartTries(plans, StartCandidatesTest.furniture(), 8, false);
        tries.next();

        assertThat(tries.failed(DIED, MOVED, "", List.of())).isEmpty();
        assertThat(tries.next()).isEmpty();
        assertThat(tries.reason()).contains("McpZodTypeKind").doesNotContain("release");
    }

    private static StartTries tries(String... files) {
        List<Ready> plans =
                java.util.Arrays.stream(files)
                        .map(file -> new Ready(List.of("node", file), Map.of(), "test"))
                        .toList();
        return new StartTries(plans, StartCandidatesTest.furniture(), 8, true);
    }
}
