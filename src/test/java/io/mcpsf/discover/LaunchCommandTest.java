package io.mcpsf.discover;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.util.List;

final class LaunchCommandTest {

    @ParameterizedTest
    @CsvSource({
        "npx -y @acme/server /srv, npm:@acme/server, '', /srv",
        "npx -y -p @acme/tools@2 acme-mcp --fast, npm:@acme/tools@2, acme-mcp, --fast",
        "uvx mcp-server-git --repository /r, pypi:mcp-server-git, '', --repository /r",
        "uvx --from acme-tools==1.0 acme-mcp, pypi:acme-tools==1.0, acme-mcp, ''",
        "uv tool run mcp-server-git, pypi:mcp-server-git, '', ''",
        "uv --directory /srv/it run server.py -v, /srv/it, server.py, -v",
        "pnpm dlx @acme/server a b, npm:@acme/server, '', a b",
        "node /srv/it/dist.js --x, /srv/it, dist.js, --x",
        "cmd /c npx -y @acme/server, npm:@acme/server, '', ''",
        "/usr/bin/python3 /srv/it/server.py, /srv/it, server.py, ''",
    })
    void isTakenApart(String line, String source, String program, String arguments) {
        assertThat(LaunchCommand.of(List.of(line.split(" "))))
                .contains(
                        new LaunchCommand(
                                source,
                                program,
                                arguments.isEmpty() ? List.of() : List.of(arguments.split(" "))));
    }

    @Test
    void whatDoesNotSayWhatItRunsIsNotGuessed() {
        assertThat(LaunchCommand.of(List.of("bash", "-c", "npx -y @acme/server"))).isEmpty();
        assertThat(LaunchCommand.of(List.of("npx", "-y"))).isEmpty();
        assertThat(LaunchCommand.of(List.of())).isEmpty();
    }
}
