package io.mcpsf.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** What a shell is told about the commands. */
final class CompletionTest {

    private static String script(String... words) {
        var cli = new CliTrial();
        assertThat(cli.run(words)).isZero();
        return cli.outText();
    }

    @Test
    void fishKnowsCommandsAndTheirOptionsWithWords() {
        assertThat(script("generate-completion", "fish").lines())
                .anyMatch(l -> l.contains("-a assess -d 'Runs an MCP server in the sandbox"))
                .anyMatch(l -> l.contains("from assess' -l profile -r -d 'Test intensity"))
                .anyMatch(l -> l.contains("from assess' -s o -l output -r"))
                .noneMatch(l -> l.contains("warm-up"));
    }

    @Test
    void zshKnowsThemToo() {
        assertThat(script("generate-completion", "zsh").lines())
                .startsWith("#compdef mcpsf")
                .anyMatch(l -> l.contains("'assess:Runs an MCP server in the sandbox"))
                .anyMatch(l -> l.contains("'*--profile[Test intensity\\:"))
                .noneMatch(l -> l.contains("warm-up"));
    }

    @Test
    void aQuoteInAnOptionsWordsEndsNoString() {
        for (String shell : new String[] {"fish", "zsh"}) {
            assertThat(script("generate-completion", shell).lines())
                    .allMatch(
                            line ->
                                    line.replace("'\\''", "").chars().filter(c -> c == '\'').count()
                                                    % 2
                                            == 0);
        }
    }

    @Test
    void withoutAShellItIsBash() {
        assertThat(script("generate-completion")).contains("complete -F");
    }
}
