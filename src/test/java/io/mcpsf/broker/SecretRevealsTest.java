package io.mcpsf.broker;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpsf.broker.SecretReveals.Answer.Refused;
import io.mcpsf.broker.SecretReveals.Answer.Revealed;

import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** A value is handed out for its purpose, as often as granted, and never unwritten. */
final class SecretRevealsTest {

    private final List<String> audit = new ArrayList<>();
    private boolean ask;

    @Test
    void isRevealedForItsPurposeAsOftenAsGrantedAndEachTimeIsWrittenDown() throws Exception {
        SecretReveals reveals = reveals(List.of("nightly report"), 2);

        assertThat(reveals.reveal("db", "nightly report")).isEqualTo(new Revealed("v-a-l-u-e"));
        assertThat(reveals.reveal("db", "fun")).isInstanceOf(Refused.class);
        assertThat(reveals.reveal("db", "nightly report")).isEqualTo(new Revealed("v-a-l-u-e"));
        assertThat(reveals.reveal("db", "nightly report")).isInstanceOf(Refused.class);

        assertThat(audit)
                .containsExactly(
                        "revealed db nightly report",
                        "refused db fun",
                        "revealed db nightly report",
                        "refused db nightly report");
    }

    @Test
    void aPurposeIsNeededAndMayNotForgeALineOfTheLog() throws Exception {
        SecretReveals reveals = reveals(List.of(), 5);

        assertThat(reveals.reveal("db", " ")).isInstanceOf(Refused.class);
        assertThat(reveals.reveal("db", "a\nb")).isInstanceOf(Refused.class);
        assertThat(reveals.reveal("db", "x".repeat(300))).isInstanceOf(Refused.class);
        assertThat(reveals.reveal("db", "anything")).isInstanceOf(Revealed.class);
    }

    @Test
    void whatIsNotGrantedIsNotThere() throws Exception {
        SecretReveals reveals = reveals(List.of(), 1);

        assertThat(reveals.reveal("other", "x")).isInstanceOf(Refused.class);
        assertThat(audit).isEmpty();
        assertThat(new Revealed("v-a-l-u-e").toString()).doesNotContain("v-a-l");
    }

    @Test
    void wherePeopleAreAskedOnlyAYesRevealsAndBothAnswersAreWrittenDown() throws Exception {
        ask = true;
        SecretReveals reveals = reveals(List.of(), 5);

        assertThat(reveals.reveal("db", "a bad one")).isInstanceOf(Refused.class);
        assertThat(reveals.reveal("db", "a good one")).isInstanceOf(Revealed.class);

        assertThat(audit)
                .containsExactly(
                        "declined db a bad one",
                        "approved db a good one",
                        "revealed db a good one");
    }

    private SecretReveals reveals(List<String> purposes, int uses) {
        return new SecretReveals(
                Map.of("db", new SecretReveals.Grant("v-a-l-u-e", purposes, uses, ask)),
                (act, name, purpose) -> audit.add(act + " " + name + " " + purpose),
                (name, purpose) -> purpose.equals("a good one"));
    }
}
