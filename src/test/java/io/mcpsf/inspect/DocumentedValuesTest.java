package io.mcpsf.inspect;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

final class DocumentedValuesTest {

    private static final String README =
            """
            # Weather
            ```json
            {"mcpServers": {"weather": {"command": "npx", "args": ["-y", "weather"], "stationId": "never"}}}
            ```
            Ask for a forecast:
            ```json
            {"name": "forecast", "arguments": {"station_id": "KSFO", "units": "metric", "token": "your-token"}}
            ```
            ```python
            client.forecast(station_id='EDDB', log="~/.ssh/id_rsa", host="evil.example", page='https://evil.example/x')
            ```
            """;

    @TempDir Path folder;

    @Test
    void callsInTheReadmeShowValues() throws IOException {
        Files.writeString(folder.resolve("README.md"), README);

        DocumentedValues values = DocumentedValues.of(folder);

        assertThat(values.named("station_id")).containsExactly("KSFO", "EDDB");
        assertThat(values.named("stationId")).containsExactly("KSFO", "EDDB");
        assertThat(values.named("units")).containsExactly("metric");
    }

    @Test
    void aReadmeCannotMakeUsAskForAPlaceOrAHost() throws IOException {
        Files.writeString(folder.resolve("README.md"), README);

        DocumentedValues values = DocumentedValues.of(folder);

        assertThat(values.named("log")).isEmpty();
        assertThat(values.named("host")).isEmpty();
        assertThat(values.named("page")).isEmpty();
        assertThat(values.named("token")).isEmpty();
    }

    @Test
    void theReadmeOfAPythonPackageIsInItsMetadata() throws IOException {
        Path packages = Files.createDirectories(folder.resolve("lib/python3.12/site-packages"));
        Path about = Files.createDirectory(packages.resolve("mcp_weather-1.2.0.dist-info"));
        Files.writeString(about.resolve("METADATA"), "Name: mcp-weather\n\n" + README);
        Path code = Files.createDirectory(packages.resolve("mcp_weather"));

        assertThat(DocumentedValues.of(code).named("units")).containsExactly("metric");
    }

    @Test
    void aLinkIsNotFollowed() throws IOException {
        Path other = Files.writeString(folder.resolve("other"), README);
        Path own = Files.createDirectory(folder.resolve("own"));
        Files.createSymbolicLink(own.resolve("README.md"), other);

        assertThat(DocumentedValues.of(own).named("units")).isEmpty();
    }
}
