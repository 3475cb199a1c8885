package io.mcpsf.inspect.deps;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class LookalikesTest {

    @ParameterizedTest
    @ValueSource(
            strings = {
                "@modelcontextprotocl/server-filesystem",
                "@modelcontextprotoco1/server-memory",
                "@modelcontext-protocol/server-memory",
                "@modelcontextportocol/server-github",
                "modelcontextprotocol-server-filesystem",
                "mcp-server-kubernets",
                "mcp-sever-kubernetes",
                "mcp-servre-commands",
                "chromedevtools-mcp",
                "firecrawll-mcp",
                "fircrawl-mcp",
                "pupeteer-mcp-server",
                "airtabel-mcp-server"
            })
    void aNameThatDeceivesIsFound(String name) {
        assertThat(Lookalikes.in(Ecosystem.NPM).of(name)).isPresent();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "@modelcontextprotocol/server-filesystem",
                "@modelcontextprotocol/server-map",
                "@someone/server-filesystem",
                "@cyanheads/git-mcp-server",
                "@drawio/mcp",
                "@h1deya/mcp-server-weather",
                "@kimtaeyoon83/mcp-server-youtube-transcript",
                "@liuyoshio/mcp-compass",
                "@sylphx/pdf-reader-mcp",
                "@wrtnlabs/calculator-mcp",
                "package-registry-mcp",
                "time-mcp",
                "exa-mcp",
                "n9n-mcp",
                "tx-mcp",
                "repomix2",
                "mcp-server-kubernetes-2",
                "mcp-servers-kubernetes",
                "mcp-remotes",
                "my-mcp-server",
                "server"
            })
    void anHonestNameIsNot(String name) {
        assertThat(Lookalikes.in(Ecosystem.NPM).of(name)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "mcp-server-mime",
                "mcp-server-gist",
                "mcp-server-bit",
                "mcp_server_time",
                "mcp.server.fetch",
                "awslabs.core-mcp-server",
                "yfinance-mcp",
                "mcp-server-sketch",
                "mcps",
                "fastmcp2"
            })
    void shortWordsOfPypiAreLeftInPeace(String name) {
        assertThat(Lookalikes.in(Ecosystem.PYPI).of(name)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"mcp-server-fecth", "mcp-server-tiime", "duckduckg-mcp-server"})
    void slipsInPypiNamesAreFound(String name) {
        assertThat(Lookalikes.in(Ecosystem.PYPI).of(name)).isPresent();
    }
}
