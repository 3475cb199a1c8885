package io.mcpsf.boundary;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpsf.model.NetworkObservation.ContactFailed;
import io.mcpsf.model.NetworkObservation.RequestSent;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Path;

/** The fake internet can be made to fail, and says so. */
@Tag("chamber")
@EnabledIf("io.mcpsf.boundary.Needs#root")
class NetworkFaultTest {

    @TempDir static Path folder;
    private static Inside inside;

    @BeforeAll
    static void open() throws IOException, InterruptedException {
        inside = new Inside(folder, BoundarySpec.Options.plain());
    }

    @AfterEach
    void itClearsUp() throws InterruptedException {
        inside.boundary.networkFault(NetworkFault.NONE);
        assertThat(curl("http://fair.example.com/")).isEqualTo("200 0");
    }

    @AfterAll
    static void close() {
        inside.close();
    }

    @Test
    void connectionsAreRefused() throws InterruptedException {
        inside.boundary.networkFault(NetworkFault.REFUSED);

        assertThat(curl("https://refused.example.com/")).isEqualTo("000 7");
        failed("tcp", "refused.example.com:443", "refused");
    }

    @Test
    void connectionsAreNotAnswered() throws InterruptedException {
        inside.boundary.networkFault(NetworkFault.TIMEOUT);

        assertThat(curl("http://slow.example.com/")).isEqualTo("000 28");
        failed("tcp", "slow.example.com:80", "timeout");
    }

    @Test
    void namesDoNotExist() throws InterruptedException {
        inside.boundary.networkFault(NetworkFault.NXDOMAIN);

        assertThat(curl("http://nobody.example.com/")).isEqualTo("000 6");
        failed("dns", "nobody.example.com", "nxdomain");
    }

    @Test
    void webServersAreBroken() throws InterruptedException {
        inside.boundary.networkFault(NetworkFault.ERROR_500);

        assertThat(curl("https://broken.example.com/x")).isEqualTo("500 0");
        failed("http", "https://broken.example.com/x", "error_500");
        inside.await(RequestSent.class, r -> r.url().equals("https://broken.example.com/x"));
    }

    private static void failed(String protocol, String destination, String how)
            throws InterruptedException {
        inside.await(
                ContactFailed.class, f -> f.equals(new ContactFailed(protocol, destination, how)));
    }

    /** The status and the exit code. */
    private static String curl(String url) throws InterruptedException {
        return inside.run(
                        "sh",
                        "-c",
                        "curl -s -m 2 -o /dev/null -w %{http_code} \"$0\"; echo \" $?\"",
                        url)
                .stdout()
                .strip();
    }
}
