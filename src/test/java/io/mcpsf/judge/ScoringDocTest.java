package io.mcpsf.judge;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpsf.model.Confidence;
import io.mcpsf.model.Coverage;
import io.mcpsf.model.Evidence;
import io.mcpsf.model.FileObservation.BaitTouched;
import io.mcpsf.model.FileObservation.Touch;
import io.mcpsf.model.Judgement;
import io.mcpsf.model.Judgement.Item;
import io.mcpsf.model.Sense;
import io.mcpsf.model.SenseHealth;
import io.mcpsf.model.Severity;
import io.mcpsf.model.SocketObservation.Bound;
import io.mcpsf.model.SocketObservation.Connected;
import io.mcpsf.model.ToolCoverage;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.stream.Collectors;

/** docs/scoring.md says what the code does. */
final class ScoringDocTest {

    private static final Path DOC = Path.of("docs/scoring.md");

    @Test
    void theWorkedExamplesAreWhatTheJudgeSays() throws IOException {
        List<Evidence> cases = List.of(thief(), listener(), unseen());
        List<List<String>> rows = rows("| case |", cases.size());
        for (int i = 0; i < cases.size(); i++) {
            Judgement judgement = Judge.judge(cases.get(i), RuleSet.load());
            Judgement.Risk risk = judgement.risk();
            String points =
                    risk.items().stream()
                            .map(Item::points)
                            .map(String::valueOf)
                            .collect(Collectors.joining(" + "));

            assertThat(rows.get(i).subList(1, 7))
                    .as(rows.get(i).getFirst())
                    .containsExactly(
                            "" + risk.malice(),
                            "" + risk.exposure(),
                            "" + risk.assurance(),
                            points,
                            "" + risk.score(),
                            judgement.verdict().name());
        }
    }

    @Test
    void theTableOfWeightsIsTheOneInUse() throws IOException {
        for (List<String> row : rows("| | PROVEN |", Severity.values().length)) {
            Severity severity = Severity.valueOf(row.getFirst());
            assertThat(row.subList(1, 4))
                    .containsExactly(
                            "" + Weighing.weight(severity, Confidence.PROVEN),
                            "" + Weighing.weight(severity, Confidence.LIKELY),
                            "" + Weighing.weight(severity, Confidence.WEAK));
        }
    }

    private static Evidence thief() {
        return new Story()
                .by(1)
                .sees(new BaitTouched("key", "ssh", "/home/ana/.ssh/id_rsa", Touch.READ))
                .sees(new Connected("tcp", "203.0.113.7", 443))
                .evidence();
    }

    private static Evidence listener() {
        return new Story().sees(new Bound("tcp", "0.0.0.0", 8080)).evidence();
    }

    private static Evidence unseen() {
        Evidence whole = new Story().calls(1, "add", "{}").evidence();
        var senses = new EnumMap<Sense, SenseHealth>(whole.coverage().senses());
        senses.put(Sense.SOCKETS, SenseHealth.blind("no listener"));
        return new Evidence(
                whole.file(),
                whole.seen(),
                new Coverage(
                        whole.coverage().phases(),
                        senses,
                        new ToolCoverage(4, 4, 1),
                        whole.coverage().isolation()));
    }

    private static List<List<String>> rows(String head, int count) throws IOException {
        List<String> lines = Files.readAllLines(DOC);
        var rows = new ArrayList<List<String>>();
        int at = 0;
        while (!lines.get(at).startsWith(head)) {
            at++;
        }
        for (int i = at + 2; i < at + 2 + count; i++) {
            String line = lines.get(i);
            rows.add(Arrays.stream(line.substring(1).split("\\|")).map(String::strip).toList());
        }
        return rows;
    }
}
