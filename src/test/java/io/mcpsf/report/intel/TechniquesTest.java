package io.mcpsf.report.intel;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpsf.judge.RuleSet;
import io.mcpsf.report.Cases;
import io.mcpsf.report.Resources;

import org.junit.jupiter.api.Test;

final class TechniquesTest {

    @Test
    void everyTechniqueThatARuleNamesHasANameAndATactic() {
        var techniques = new Techniques(Cases.thief());
        var tactics = Resources.texts(Resources.json("techniques.json").path("tactics"));

        RuleSet.load().infos().stream()
                .flatMap(rule -> rule.references().attack().stream())
                .distinct()
                .forEach(
                        id -> {
                            assertThat(techniques.name(id)).as(id).isNotEmpty();
                            assertThat(techniques.tactic(id)).as(id).isIn(tactics);
                        });
    }

    @Test
    void aThiefShowsWhatItDid() {
        assertThat(new Techniques(Cases.thief()).byTactic().keySet())
                .containsExactly("credential access");
    }
}
