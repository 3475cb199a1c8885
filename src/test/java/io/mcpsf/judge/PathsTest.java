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
    })
    void aGlobMatchesOrNot(String glob, String path, boolean matches) {
        assertThat(Paths.glob(glob).matcher(path).matches()).isEqualTo(matches);
    }

    @Test
    void alternativesAreTried() {
        var glob = Paths.glob("~/.{bashrc,zshrc}");

        assertThat(glob.matcher("/home/ana/.zshrc").matches()).isTrue();
        assertThat(glob.matcher("/home/ana/.fishrc").matches()).isFalse();
    }

    @Test
    void aBraceThatIsNotClosedIsRefused() {
        assertThatThrownBy(() -> Paths.glob("/a/{b")).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void anyHomeIsTheSameHome() {
        assertThat(Paths.homeless("/home/ana/.npmrc")).isEqualTo("~/.npmrc");
        assertThat(Paths.homeless("/homestead/x")).isEqualTo("/homestead/x");
    }
}
