package io.mcpsf.linux;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;

final class ListeningPortsTest {

    private static final String HEAD =
            "  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid\n";

    @Test
    void portsThatAreListenedOnAreRead(@TempDir Path net) throws IOException {
        Files.writeString(
                net.resolve("tcp"),
                HEAD
                        + "   0: 00000000:1F90 00000000:0000 0A 00000000:00000000 00:00000000 0 0\n"
                        + "   1: 0100007F:A3D1 00000000:0000 0A 00000000:00000000 00:00000000 0 0\n"
                        + "   2: 0100007F:B3D1 0100007F:1F90 01 00000000:00000000 00:00000000 0"
                        + " 0\n");
        Files.writeString(
                net.resolve("tcp6"),
                HEAD
                        + "   0: 00000000000000000000000001000000:0BB8"
                        + " 00000000000000000000000000000000:0000 0A 0:0 00:0 0 0\n");

        assertThat(ListeningPorts.in(net))
                .containsExactly(
                        new InetSocketAddress(InetAddress.ofLiteral("0.0.0.0"), 8080),
                        new InetSocketAddress(InetAddress.ofLiteral("127.0.0.1"), 41_937),
                        new InetSocketAddress(InetAddress.ofLiteral("::1"), 3000));
    }

    @Test
    void aProcessThatIsGoneHasNone(@TempDir Path net) {
        assertThat(ListeningPorts.in(net)).isEmpty();
    }
}
