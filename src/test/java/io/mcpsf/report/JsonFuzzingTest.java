package io.mcpsf.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpsf.json.Json;
import io.mcpsf.model.Evidence;
import io.mcpsf.model.Observation;
import io.mcpsf.model.Phase;
import io.mcpsf.model.ProtocolObservation.Attacked;
import io.mcpsf.model.ProtocolObservation.InputBroke;
import io.mcpsf.model.ProtocolObservation.VulnerabilityProven;
import io.mcpsf.model.Seen;
import io.mcpsf.model.SocketObservation.BaitLeft;
import io.mcpsf.model.Stamp;

import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.List;

/** The attack in figures: what was sent to what, and what came of it. */
final class JsonFuzzingTest {

    private final List<Seen> seen = new ArrayList<>();

    @Test
    void everyPayloadIsCountedByItsFamilyAndItsTool() {
        sent("ssrf", "fetch");
        sent("ssrf", "fetch");
        sent("path-traversal", "read");

        assertThat(fuzzing())
                .isEqualTo(
                        "{'total':3,'byFamily':{'path-traversal':1,'ssrf':2},"
                                + "'byTool':{'fetch':2,'read':1},"
                                + "'proven':0,'leaked':0,'crashed':0}");
    }

    @Test
    void aFlawIsProvenOnceForItsPlaceAndWhatAToolIsMadeForIsNone() {
        proven("ssrf", "fetch", false);
        proven("ssrf", "fetch", false);
        proven("path-traversal", "fetch", false);
        proven("command-injection", "run", true);

        assertThat(fuzzing()).contains("'proven':2,");
    }

    @Test
    void onlyAnAnswerToAnAttackLeaks() {
        sees(Phase.ATTACK, left("result"));
        sees(Phase.ATTACK, left("http"));
        sees(Phase.CALL, left("result"));

        assertThat(fuzzing()).contains("'leaked':1,");
    }

    @Test
    void aParameterThatBreaksTheServerCrashesItOnce() {
        sees(Phase.ATTACK, new InputBroke("crash", "oversized-input", "read", "path", "x", 2));
        sees(Phase.ATTACK, new InputBroke("hang", "slow-expression", "read", "path", "x", 1));
        sees(Phase.ATTACK, new InputBroke("crash", "oversized-input", "read", "mode", "x", 1));

        assertThat(fuzzing()).contains("'crashed':2}");
    }

    private String fuzzing() {
        Evidence empty = Cases.calculator().evidence();
        var evidence = new Evidence(empty.file(), seen, empty.coverage());
        return Json.text(new JsonFuzzing(evidence).tree()).replace('"', '\'');
    }

    private void sent(String family, String tool) {
        sees(Phase.ATTACK, new Attacked(1, family, tool, "p", "x", "zqx", 0));
    }

    private void proven(String family, String tool, boolean design) {
        sees(
                Phase.ATTACK,
                new VulnerabilityProven(
                        family, tool, "p", "x", "a file", design, 3, 3, List.of(), ""));
    }

    private static BaitLeft left(String where) {
        return new BaitLeft("~/.ssh/id_ed25519", "ssh", where, "", "plain");
    }

    private void sees(Phase phase, Observation what) {
        int next = seen.size() + 1;
        seen.add(new Seen(new Stamp(next, next, phase, 1, 1), what));
    }
}
