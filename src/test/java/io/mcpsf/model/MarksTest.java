package io.mcpsf.model;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpsf.model.FileObservation.Access;
import io.mcpsf.model.FileObservation.FileOpened;
import io.mcpsf.model.ProcessObservation.Image;
import io.mcpsf.model.ProcessObservation.ProcessStarted;
import io.mcpsf.model.SocketObservation.DnsAsked;

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
