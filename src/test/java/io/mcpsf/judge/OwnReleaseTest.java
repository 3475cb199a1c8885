package io.mcpsf.judge;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpsf.model.FileObservation.Access;
import io.mcpsf.model.FileObservation.BaitTouched;
import io.mcpsf.model.FileObservation.FileOpened;
import io.mcpsf.model.FileObservation.Touch;
import io.mcpsf.model.Severity;
import io.mcpsf.model.SocketObservation.BaitLeft;
import io.mcpsf.model.SocketObservation.DnsAsked;

import org.junit.jupiter.api.Test;

import java.util.List;

/** Who looks up the npm token to ask for a newer release of itself does no harm, and is told. */
final class OwnReleaseTest {

    private static final String LIBRARY = "/opt/notes/node_modules/@pnpm/npm-conf/lib/defaults.js";

    @Test
    void aServerThatEndedBeforeItAskedOnlyLookedUpTheToken() {
        assertThat(reads(lookup())).containsExactly(Severity.LOW);
    }

    @Test
    void withoutTheLibraryItIsAReadLikeAnyOther() {
        assertThat(reads(new Story().sees(npmrc()))).containsExactly(Severity.HIGH);
    }

    @Test
    void whoseNextStepIsAStrangerIsNotExcused() {
        Story elsewhere = lookup().sees(new DnsAsked("collect.invalid", "A", "10.0.0.1"));

        assertThat(reads(elsewhere)).containsExactly(Severity.HIGH);
    }

    @Test
    void norIsOneWhoseTokenLeft() {
        Story kept = lookup().sees(new BaitLeft("~/.npmrc", "npm", "file", "/tmp/x", "plain"));

        assertThat(reads(kept)).containsExactly(Severity.HIGH);
    }

    private static Story lookup() {
        return new Story().sees(new FileOpened(LIBRARY, LIBRARY, Access.READ, true)).sees(npmrc());
    }

    private static BaitTouched npmrc() {
        return new BaitTouched("~/.npmrc", "npm", "/home/ana/.npmrc", Touch.READ);
    }

    private static List<Severity> reads(Story story) {
        return new BaitRead()
                .judge(Trail.of(Story.complete(story.seen()))).stream()
                        .map(finding -> finding.severity())
                        .toList();
    }
}
