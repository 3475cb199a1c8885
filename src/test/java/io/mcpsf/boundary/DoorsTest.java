package io.mcpsf.boundary;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpsf.model.NetworkObservation.ContactFailed;
import io.mcpsf.model.NetworkObservation.FlowOpened;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.net.InetAddress;
import java.nio.file.Path;
import java.util.stream.IntStream;

/** Which ports of a host are open, and that each attempt is told whether they are or not. */
@Tag("chamber")
final class DoorsTest {

    private static final String TRYING =
            """
            import socket, sys
            open = []
            for port in map(int, sys.argv[2:]):
                try:
                    with socket.create_connection((sys.argv[1], port), timeout=3) as door:
                        door.sendall(b'hello %d' % port)
                    open.append(port)
                except ConnectionRefusedError:
                    pass
            print(len(open), *open)
            """;

    private static Inside inside;

    @BeforeAll
    static void open(@TempDir Path folder) throws Exception {
        inside = new Inside(folder, BoundarySpec.Options.plain());
    }

    @AfterAll
    static void close() {
        inside.close();
    }

    @Test
    void aScanFindsMostPortsClosedAndIsToldWhole() throws InterruptedException {
        for (String host : new String[] {"198.51.100.71", "2001:db8::71"}) {
            String[] ports =
                    IntStream.range(2000, 2030).mapToObj(Integer::toString).toArray(String[]::new);

            String said = tried(host, ports);

            assertThat(Integer.parseInt(said.split(" ")[0])).isBetween(2, 4);
            for (int port = 2004; port < 2030; port++) {
                String at = InetAddress.ofLiteral(host).getHostAddress() + ":" + port;
                inside.await(ContactFailed.class, f -> f.destination().equals(at));
            }
        }
    }

    @Test
    void aPortThatIsAskedForAloneIsOpenAndStaysSo() throws InterruptedException {
        for (int again = 0; again < 3; again++) {
            assertThat(tried("198.51.100.72", "4444")).isEqualTo("1 4444");
        }
        inside.await(FlowOpened.class, f -> f.port() == 4444);
    }

    @Test
    void theWebIsOpenWhateverWasScanned() throws InterruptedException {
        tried("198.51.100.73", "1", "2", "3", "4", "5", "6", "7");

        assertThat(tried("198.51.100.73", "80", "443")).isEqualTo("2 80 443");
    }

    private static String tried(String host, String... ports) throws InterruptedException {
        var argv = new String[ports.length + 4];
        argv[0] = "python3";
        argv[1] = "-c";
        argv[2] = TRYING;
        argv[3] = host;
        System.arraycopy(ports, 0, argv, 4, ports.length);
        return inside.run(argv).stdout().strip();
    }
}
