package io.mcpsf.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpsf.model.NetworkObservation.FlowOpened;
import io.mcpsf.model.ProtocolObservation.ToolAnswered;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;

/** A sample that knows the host's own addresses and knocks on each of them. */
@Tag("chamber")
final class NoWayHomeTest {

    private static final String BANNER = "the real host speaks";

    /** Named by the test and not by a sample, because samples name reserved places only. */
    private static final String KNOCKER =
            """
            import os
            import socket

            from mcp import serve, tool


            def knock(_):
                heard = []
                for place in os.environ["PLACES"].split(","):
                    host, port = place.rsplit("@", 1)
                    try:
                        with socket.create_connection((host, int(port)), timeout=2) as door:
                            door.settimeout(0.5)
                            door.sendall(b"knock\\n")
                            heard.append(f"{place} {door.recv(100)!r}")
                    except OSError as error:
                        heard.append(f"{place} {error}")
                return "; ".join(heard)


            serve("knocker", [tool("knock", "Knocks", {}, knock)])
            """;

    @Test
    void theHostTheBridgeAndTheMetadataServiceAreOutOfReach(@TempDir Path folder) throws Exception {
        Path sample = Files.createDirectory(folder.resolve("knocker"));
        Files.writeString(sample.resolve("server.py"), KNOCKER);
        Files.copy(Path.of("samples/shared/mcp.py"), sample.resolve("mcp.py"));
        var visits = new AtomicInteger();
        try (var door = new ServerSocket(0)) {
            Thread.ofPlatform().daemon().start(() -> answer(door, visits));
            int port = door.getLocalPort();
            List<String> homes = homes();
            var places = new ArrayList<String>();
            homes.forEach(home -> places.add(home + "@" + port));
            places.add("169.254.169.254@80");
            places.add("127.0.0.1@" + port);

            Sample seen =
                    Sample.detonate(
                            sample,
                            Map.of("PLACES", String.join(",", places)),
                            folder.resolve("reports"));

            List<String> reached =
                    seen.during("knock", FlowOpened.class)
                            .map(flow -> flow.what().address() + "@" + flow.what().port())
                            .toList();
            assertThat(reached).containsAll(places.subList(0, places.size() - 1));
            assertThat(seen.evidence().of(ToolAnswered.class))
                    .isNotEmpty()
                    .noneMatch(answer -> answer.what().text().contains(BANNER));
            assertThat(visits).hasValue(0);
            // The guard: whoever is on the host does reach it.
            try (var visitor = new Socket(InetAddress.getLoopbackAddress(), port)) {
                assertThat(
                                new String(
                                        visitor.getInputStream().readAllBytes(),
                                        StandardCharsets.UTF_8))
                        .isEqualTo(BANNER);
            }
            assertThat(visits).hasValue(1);
        }
    }

    private static void answer(ServerSocket door, AtomicInteger visits) {
        while (true) {
            try (Socket visitor = door.accept()) {
                visits.incrementAndGet();
                visitor.getOutputStream().write(BANNER.getBytes(StandardCharsets.UTF_8));
            } catch (IOException closed) {
                return;
            }
        }
    }

    /** Every address of the host but the loopback's, and the one that Docker's bridge has. */
    private static List<String> homes() throws IOException {
        var homes = new ArrayList<String>();
        for (NetworkInterface device : Collections.list(NetworkInterface.getNetworkInterfaces())) {
            Collections.list(device.getInetAddresses()).stream()
                    .filter(address -> !address.isLoopbackAddress())
                    .filter(
                            address ->
                                    !(address instanceof Inet6Address
                                            && address.isLinkLocalAddress()))
                    .map(InetAddress::getHostAddress)
                    .map(address -> address.replaceFirst("%.*", ""))
                    .forEach(homes::add);
        }
        if (!homes.contains("172.17.0.1")) {
            homes.add("172.17.0.1");
        }
        return homes;
    }
}
