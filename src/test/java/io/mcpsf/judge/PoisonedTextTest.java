package io.mcpsf.judge;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpsf.judge.poison.CloseReading;
import io.mcpsf.model.Finding;
import io.mcpsf.model.Phase;
import io.mcpsf.model.ProtocolObservation.ToolListed;
import io.mcpsf.model.Seen;
import io.mcpsf.model.Severity;

import org.junit.jupiter.api.Test;

import java.util.List;
import java.util.Map;

final class PoisonedTextTest {

    /** Whoever fills the room that there is for a second reading is not passed over in silence. */
    @Test
    void whatWasSuspiciousAndReadOnlyOnceIsSaid() {
        Trail trail =
                Trail.of(
                        new Story()
                                .in(Phase.LIST)
                                .sees(new ToolListed(1, "add", "Adds", "{}", "{}"))
                                .sees(new ToolListed(2, "send", "Sends", "{}", "{}"))
                                .evidence());
        List<Seen> tools = List.copyOf(trail.seen(ToolListed.class));

        List<Finding> findings = told(trail, tools);

        assertThat(findings).hasSize(1);
        assertThat(findings.getFirst().severity()).isEqualTo(Severity.INFO);
        assertThat(findings.getFirst().message())
                .isEqualTo(
                        "2 more suspicious texts were read only once: the room for a close"
                                + " reading of one server was used up.");
        assertThat(findings.getFirst().seen()).hasSize(2);
        assertThat(told(trail, tools.subList(0, 1)).getFirst().message())
                .startsWith("One more suspicious text was");
        assertThat(told(trail, List.of())).isEmpty();
    }

    private static List<Finding> told(Trail trail, List<Seen> once) {
        var claims = new Claims(new PoisonedText().info(), trail);
        PoisonedText.unread(claims, new CloseReading.Read<>(Map.of(), once));
        return claims.findings();
    }
}
