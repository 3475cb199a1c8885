package io.mcpsf.model;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpsf.model.Observation.Access;
import io.mcpsf.model.Observation.DnsAsked;
import io.mcpsf.model.Observation.FileOpened;
import io.mcpsf.model.Observation.Image;
import io.mcpsf.model.Observation.ProcessStarted;

import org.junit.jupiter.api.Test;

import java.util.List;

final class MarksTest {

    private static final String MARK = "zqxabcdefgh23";

    @Test
    void aMarkIsFoundWhereverTextsAre() {
        assertThat(
                        Marks.in(
                                new ProcessStarted(
                                        2,
                                        1,
                                        "/usr/bin/touch",
                                        List.of("touch", "/tmp/" + MARK),
                                        Image.FILE,
                                        List.of())))
                .containsExactly(MARK);
        assertThat(Marks.in(new FileOpened("/tmp/x", "/tmp/" + MARK, Access.READ, true)))
                .containsExactly(MARK);
    }

    @Test
    void aResolverThatChangesTheCaseHidesNothing() {
        assertThat(Marks.in(new DnsAsked("ZqXabcDEFgh23.site.example", "A", "")))
                .containsExactly(MARK);
    }

    @Test
    void aWordThatIsTooShortIsNoMark() {
        assertThat(Marks.in("zqxabc and zqx")).isEmpty();
    }

    @Test
    void aFloodIsSearchedAtItsBeginningOnly() {
        assertThat(Marks.in("x".repeat(1 << 20) + MARK)).isEmpty();
        assertThat(Marks.in(MARK + "x".repeat(1 << 20))).containsExactly(MARK);
    }
}
