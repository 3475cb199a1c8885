package io.mcpsf.inspect.advisory;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpsf.os.Command;
import io.mcpsf.report.Borrowed;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/** Our scores are those of the library that Red Hat publishes. */
@Tag("peers")
final class CvssAgreeTest {

    private static final int EACH = 5_000;
    private static final String THEIRS =
            """
            import sys
            from cvss import CVSS3, CVSS4
            for line in sys.stdin.read().split("\\n"):
                kind = CVSS4 if line.startswith("CVSS:4") else CVSS3
                print(float(kind(line).scores()[0]) if kind is CVSS3 else float(kind(line).base_score))
            """;

    @Test
    void scoresAgree() throws Exception {
        var chance = new SplittableRandom(4);
        List<String> vectors = new ArrayList<>();
        for (int i = 0; i < EACH; i++) {
            vectors.add(three(chance));
            vectors.add(four(chance));
        }

        List<String> theirs = ask(vectors);

        List<String> wrong = new ArrayList<>();
        for (int i = 0; i < vectors.size(); i++) {
            String vector = vectors.get(i);
            double mine =
                    (vector.startsWith("CVSS:4") ? Cvss4.score(vector) : Cvss3.score(vector))
                            .orElseThrow();
            if (mine != Double.parseDouble(theirs.get(i))) {
                wrong.add(vector + ": they " + theirs.get(i) + ", we " + mine);
            }
        }
        assertThat(wrong).isEmpty();
    }

    @Test
    void whatIsNoVectorHasNoScore() {
        assertThat(Cvss3.score("CVSS:3.1/AV:N")).isEmpty();
        assertThat(Cvss3.score("CVSS:3.1/AV:N/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H")).isEmpty();
        assertThat(Cvss4.score("CVSS:4.0/AV:N/AC:L")).isEmpty();
        assertThat(Cvss4.score("")).isEmpty();
        assertThat(Rating.of("nonsense", "MODERATE").level()).isEqualTo(Rating.Level.MEDIUM);
    }

    private static List<String> ask(List<String> vectors) throws Exception {
        Path python = Borrowed.python("cvss==3.6");
        Command.Result result =
                Command.of(python.toString(), "-c", THEIRS)
                        .within(Duration.ofMinutes(1))
                        .run(String.join("\n", vectors).getBytes(StandardCharsets.UTF_8));
        assertThat(result.good()).as(result.complaint()).isTrue();
        return result.stdout().lines().toList();
    }

    private static String three(SplittableRandom chance) {
        return "CVSS:3."
                + chance.nextInt(2)
                + fields(
                        chance,
                        List.of(
                                Map.entry("AV", "NALP"),
                                Map.entry("AC", "LH"),
                                Map.entry("PR", "NLH"),
                                Map.entry("UI", "NR"),
                                Map.entry("S", "UC"),
                                Map.entry("C", "HLN"),
                                Map.entry("I", "HLN"),
                                Map.entry("A", "HLN")));
    }

    private static String four(SplittableRandom chance) {
        String more =
                chance.nextInt(3) > 0
                        ? ""
                        : fields(
                                chance,
                                List.of(
                                        Map.entry("E", "XAPU"),
                                        Map.entry("CR", "XHML"),
                                        Map.entry("IR", "XHML"),
                                        Map.entry("AR", "XHML"),
                                        Map.entry("MAV", "XNALP"),
                                        Map.entry("MSI", "XSHLN"),
                                        Map.entry("MSA", "XSHLN")));
        return "CVSS:4.0"
                + fields(
                        chance,
                        List.of(
                                Map.entry("AV", "NALP"),
                                Map.entry("AC", "LH"),
                                Map.entry("AT", "NP"),
                                Map.entry("PR", "NLH"),
                                Map.entry("UI", "NPA"),
                                Map.entry("VC", "HLN"),
                                Map.entry("VI", "HLN"),
                                Map.entry("VA", "HLN"),
                                Map.entry("SC", "HLN"),
                                Map.entry("SI", "HLN"),
                                Map.entry("SA", "HLN")))
                + more;
    }

    private static String fields(SplittableRandom chance, List<Map.Entry<String, String>> metrics) {
        var out = new StringBuilder();
        for (var metric : metrics) {
            char value = metric.getValue().charAt(chance.nextInt(metric.getValue().length()));
            out.append('/').append(metric.getKey()).append(':').append(value);
        }
        return out.toString();
    }
}
