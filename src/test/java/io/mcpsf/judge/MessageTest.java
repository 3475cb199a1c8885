package io.mcpsf.judge;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpsf.model.CodeObservation.FlowInCode;
import io.mcpsf.model.Evidence;
import io.mcpsf.model.Finding;
import io.mcpsf.model.Phase;

import org.junit.jupiter.api.Test;

final class MessageTest {

    @Test
    void aToolWithoutANameIsOneOfThem() {
        var flow = new FlowInCode("command", "", "exec", "/opt/s/a.js", 7, "exec(words)", 5);
        Evidence evidence = new Story().in(Phase.INSPECT).sees(flow).evidence();

        assertThat(Judge.judge(evidence, RuleSet.load()).findings())
                .extracting(Finding::message)
                .contains(
                        "An argument of one of its tools reaches exec in /opt/s/a.js:7:"
                                + " exec(words)");
    }
}
