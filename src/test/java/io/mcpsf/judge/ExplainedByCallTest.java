package io.mcpsf.judge;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.util.List;

final class ExplainedByCallTest {

    @ParameterizedTest(name = "{0} asks for {1}: {2}")
    @CsvSource({
        "/home/ana/a.txt,        /home/ana/a.txt,        true",
        "/home/ana/p,            /home/ana/p/x/y.txt,    true",
        "/home/ana/p/,           /home/ana/p/.env,       true",
        "/home/ana/p/**/*.md,    /home/ana/p/a/b.md,     true",
        "file:///home/ana/a,     /home/ana/a,            true",
        "~/.ssh/id_rsa,          /home/ana/.ssh/id_rsa,  true",
        "$HOME/a.txt,            /home/ana/a.txt,        true",
        "notes/a.txt,            /home/ana/notes/a.txt,  true",
        "../../etc/passwd,       /etc/passwd,            true",
        "/srv/../etc/passwd,     /etc/passwd,            true",
        "/home/ana,              /home/ana/.npmrc,       true",
        "/home/ana,              /home/ana/.ssh/id_rsa,  false",
        "/,                      /home/ana/.ssh/id_rsa,  false",
        "~,                      /home/ana/.ssh/id_rsa,  false",
        "/home/ana/p,            /home/ana/p2/x,         false",
        "Bern,                   /home/ana/.ssh/id_rsa,  false",
        ".,                      /home/ana/.env,         false",
        "..,                     /home/ana/.env,         false",
        "a,                      /home/ana/a,            false",
    })
    void aPathIsAskedForOrNot(String argument, String path, boolean asked) {
        assertThat(ExplainedByCall.during("{\"x\":[{\"y\":\"" + argument + "\"}]}").path(path))
                .isEqualTo(asked);
    }

    @Test
    void aHostIsAskedForByItsUrl() {
        ExplainedByCall asked = ExplainedByCall.during("{\"url\":\"https://site.invalid/x\"}");

        assertThat(asked.host("site.invalid")).isTrue();
        assertThat(asked.host("evil.invalid")).isFalse();
    }

    @Test
    void aWordAmongTheArgumentsDoesNotExplainACommand() {
        ExplainedByCall asked =
                ExplainedByCall.during("{\"text\":\"hello\",\"command\":\"git log --oneline\"}");

        assertThat(asked.command(List.of("curl", "-d", "hello", "http://x.invalid"))).isFalse();
        assertThat(asked.command(List.of("git", "log", "--oneline"))).isTrue();
        assertThat(asked.command(List.of("sh", "-c", "git log --oneline"))).isTrue();
    }

    @Test
    void argumentsThatAreCutOffAreStillRead() {
        assertThat(ExplainedByCall.during("{\"path\":\"/home").host("/home")).isTrue();
        assertThat(ExplainedByCall.during("").path("/home/ana/a")).isFalse();
    }
}
