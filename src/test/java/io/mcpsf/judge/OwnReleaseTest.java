package io.mcpsf.judge;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpsf.model.FileObservation.Access;
import io.mcpsf.model.FileObservation.BaitTouched;
import io.mcpsf.model.FileObservation.FileOpened;
import io.mcpsf.model.FileObservation.Touch;
import io.mcpsf.model.Finding;
import io.mcpsf.model.ProtocolObservation.Greeted;
import io.mcpsf.model.Severity;
import io.mcpsf.model.SocketObservation.BaitLeft;
import io.mcpsf.model.SocketObservation.DnsAsked;

import org.junit.jupiter.api.Test;

import java.util.List;

/** Who looks up the npm token to ask for a newer release of itself does no harm, and is told. */
final class OwnReleaseTest {

    private static final String LIBRARY = "/opt/notes/node_modules/@pnpm/npm-conf/lib/defaults.js";

    @Test
    void aLibraryThatIsLoadedOnlyLooksUpTheToken() {
        assertThat(reads(lookup())).containsExactly(Severity.LOW);
    }

    @Test
    void theServerMayUseItsServiceAfterwards() {
        Story used =
                lookup().sees(new Greeted("2025-06-18", "acme-mcp", "1.0.0", ""))
                        .sees(new DnsAsked("api.acme.invalid", "A", "10.0.0.1"));

        assertThat(reads(used)).containsExactly(Severity.LOW);
        assertThat(new BaitThenConnect().judge(trail(used))).isEmpty();
    }

    @Test
    void withoutTheLibraryItIsAReadLikeAnyOther() {
        assertThat(reads(new Story().sees(npmrc()))).containsExactly(Severity.HIGH);
    }

    @Test
    void whatAnotherProcessLoadedExcusesNobody() {
        Story other = new Story().by(2).sees(library()).by(3).sees(npmrc());

        assertThat(reads(other)).containsExactly(Severity.HIGH);
    }

    @Test
    void norDoesALibraryThatIsLoadedAfterwards() {
        Story late = new Story().sees(npmrc()).sees(library());

        assertThat(reads(late)).containsExactly(Severity.HIGH);
    }

    @Test
    void whoseNextStepIsAStrangerIsNotExcused() {
        Story elsewhere = lookup().sees(new DnsAsked("collect.invalid", "A", "10.0.0.1"));

        assertThat(reads(elsewhere)).containsExactly(Severity.HIGH);
        assertThat(new BaitThenConnect().judge(trail(elsewhere))).hasSize(1);
    }

    @Test
    void norIsOneWhoseTokenLeft() {
        Story kept = lookup().sees(new BaitLeft("~/.npmrc", "npm", "file", "/tmp/x", "plain"));

        assertThat(reads(kept)).containsExactly(Severity.HIGH);
    }

    private static Story lookup() {
        return new Story().sees(library()).sees(npmrc());
    }

    private static FileOpened library() {
        return new FileOpened(LIBRARY, LIBRARY, Access.READ, true);
    }

    private static BaitTouched npmrc() {
        return new BaitTouched("~/.npmrc", "npm", "/home/ana/.npmrc", Touch.READ);
    }

    private static List<Severity> reads(Story story) {
        return new BaitRead().judge(trail(story)).stream().map(Finding::severity).toList();
    }

    private static Trail trail(Story story) {
        return Trail.of(Story.complete(story.seen()));
    }
}
