package io.mcpsf.run.code;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpsf.exec.ScanFinding;
import io.mcpsf.model.Severity;
import io.mcpsf.run.request.Approver;

import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.List;

/** A person decides about code that would be refused. */
final class ApprovalTest {

    private static final List<ScanFinding> FLAGGED =
            List.of(
                    new ScanFinding(
                            Severity.HIGH, "process", 3, "starts a\u001b[2J program", false),
                    new ScanFinding(Severity.LOW, "plain-http", 4, "plain HTTP", false));

    @Test
    void flaggedCodePassesOnlyWithAYesAndTheQuestionNamesWhatItDoes() throws Exception {
        var asked = new ArrayList<String>();

        assertThat(PreScan.refuses(PreScan.approved(FLAGGED, Approver.nobody()))).isTrue();
        List<ScanFinding> passed =
                PreScan.approved(
                        FLAGGED,
                        question -> {
                            asked.add(question);
                            return true;
                        });

        assertThat(PreScan.refuses(passed)).isFalse();
        assertThat(passed).allMatch(ScanFinding::allowed);
        assertThat(asked).hasSize(1);
        assertThat(asked.getFirst()).contains("line 3: starts a").doesNotContain("\u001b");
    }

    @Test
    void nobodyIsBotheredWithCodeThatIsNotRefused() throws Exception {
        List<ScanFinding> fine = FLAGGED.subList(1, 2);

        assertThat(
                        PreScan.approved(
                                fine,
                                _ -> {
                                    throw new AssertionError("asked");
                                }))
                .isEqualTo(fine);
    }
}
