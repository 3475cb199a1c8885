package io.mcpsf.judge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class PathsTest {

    @ParameterizedTest(name = "{0} matches {1}: {2}")
    @CsvSource({
        "~/.ssh/*,           /home/ana/.ssh/id_rsa,     true",
        "~/.ssh/*,           /root/.ssh/id_rsa,         true",
        "~/.ssh/*,           /home/ana/.ssh/a/b,        false",
        "~/.ssh/*,           /home/ana/x/.ssh/id_rsa,   false",
        "~/**,               /home/ana/a/b/c,           true",
        "**/.git/hooks/*,    /home/ana/p/.git/hooks/x,  true",
        "**/CLAUDE.md,       /CLAUDE.md,                true",
        "/etc/cron*/**,      /etc/cron.d/x,             true",
        "/a/?.txt,           /a/b.txt,                  true",
        "/a/?.txt,           /a/bc.txt,                 false",
        "/a.b,               /axb,                      false",
        "?**/x,              ax,                        true",
        "***/x,              /a/x,                      true",
        "a}b,                a}b,                       true",
        "~,                  /root,                     true",
        "~x,                 ~x,                        true",
    })
    void aGlobMatchesOrNot(String glob, String path, boolean matches) {
        assertThat(PathGlob.of(glob).matches(path)).isEqualTo(matches);
    }

    @Test
    void alternativesAreTried() {
        var glob = PathGlob.of("~/.{bashrc,zshrc}");

        assertThat(glob.matches("/home/ana/.zshrc")).isTrue();
        assertThat(glob.matches("/home/ana/.fishrc")).isFalse();
    }

    @Test
    void alternativesMayStandInEachOther() {
        var glob = PathGlob.of("**/{a,b{c,d}}/end}{1,2}");

        assertThat(glob.matches("/x/bd/end}2")).isTrue();
        assertThat(glob.matches("/a/end}1")).isTrue();
        assertThat(glob.matches("/x/b/end}1")).isFalse();
    }

    @Test
    void aBraceThatIsNotClosedIsRefused() {
        assertThatThrownBy(() -> PathGlob.of("/a/{b")).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void anyHomeIsTheSameHome() {
        assertThat(Paths.homeless("/home/ana/.npmrc")).isEqualTo("~/.npmrc");
        assertThat(Paths.homeless("/homestead/x")).isEqualTo("/homestead/x");
    }
}
