package io.mcpsf.service.api;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Who may stay, and who has to go for whom. */
final class ConnectionsTest {

    private static final Duration LONG = Duration.ofMinutes(5);

    private final List<SocketChannel> clients = new ArrayList<>();
    private ServerSocketChannel door;

    @BeforeEach
    void open() throws IOException {
        door = ServerSocketChannel.open();
        door.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
    }

    @AfterEach
    void close() throws IOException {
        for (SocketChannel client : clients) {
            client.close();
        }
        door.close();
    }

    @Test
    @Timeout(120)
    void whoeverSaysAByteNowAndThenIsHungUpOnAllTheSame() throws Exception {
        var bounds = new Connections.Bounds(100, 100, 100, Duration.ofMillis(300), LONG);
        try (var connections = new Connections(bounds).start()) {
            SocketChannel slow = accepted(connections);
            SocketChannel admitted = accepted(connections);
            SocketChannel asking = accepted(connections);
            connections.admitted(admitted.getRemoteAddress(), "key");
            connections.begins(asking.getRemoteAddress());

            while (slow.isOpen()) {
                clients.getFirst().write(ByteBuffer.wrap(new byte[] {'x'}));
                Thread.sleep(10);
            }

            assertThat(admitted.isOpen()).as("whoever is known may take their time").isTrue();
            assertThat(asking.isOpen()).as("the head came").isTrue();
            connections.waits(admitted.getRemoteAddress());
            while (admitted.isOpen()) {
                Thread.sleep(10);
            }
        }
    }

    @Test
    void oneTooManyCostsTheOldestOfItsAddressThePlace() throws Exception {
        var connections = new Connections(new Connections.Bounds(100, 100, 3, LONG, LONG));
        SocketChannel elsewhere = accepted(connections, "127.0.0.2");
        List<SocketChannel> three = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            three.add(accepted(connections));
        }
        connections.admitted(three.getFirst().getRemoteAddress(), "key");

        SocketChannel fourth = accepted(connections);
        SocketChannel fifth = accepted(connections);

        assertThat(three).extracting(SocketChannel::isOpen).containsExactly(true, false, true);
        assertThat(List.of(elsewhere, fourth, fifth)).allMatch(SocketChannel::isOpen);
    }

    @Test
    void inAllThereAreNoMoreThanAllowedWhoeverTheyAre() throws Exception {
        var connections = new Connections(new Connections.Bounds(3, 2, 2, LONG, LONG));
        List<SocketChannel> known = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            SocketChannel one = accepted(connections, "127.0.0." + (i + 1));
            connections.admitted(one.getRemoteAddress(), "key " + i);
            known.add(one);
        }

        SocketChannel one = accepted(connections);

        assertThat(known).allMatch(SocketChannel::isOpen);
        assertThat(one.isOpen()).isFalse();
        assertThat(connections.open()).isEqualTo(3);
    }

    @Test
    void theAddressesOfOneNetworkOfVersionSixAreOneOrigin() {
        Object one = origin("2001:db8:1:2::1");

        assertThat(one).hasToString(origin("2001:db8:1:2:ffff::9").toString());
        assertThat(one.toString()).isNotEqualTo(origin("2001:db8:1:3::1").toString());
        assertThat(origin("192.0.2.1").toString()).isNotEqualTo(origin("192.0.2.2").toString());
    }

    private static Object origin(String address) {
        return Connections.origin(new InetSocketAddress(InetAddress.ofLiteral(address), 1));
    }

    @Test
    void oneKeyCannotTakeThePlacesOfAllOthers() throws Exception {
        var connections = new Connections(new Connections.Bounds(8, 8, 8, LONG, LONG));
        List<SocketChannel> greedy = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            greedy.add(accepted(connections));
        }

        assertThat(connections.admitted(greedy.get(0).getRemoteAddress(), "greedy")).isTrue();
        assertThat(connections.admitted(greedy.get(1).getRemoteAddress(), "greedy")).isTrue();
        assertThat(connections.admitted(greedy.get(2).getRemoteAddress(), "greedy")).isFalse();
        assertThat(connections.admitted(greedy.get(2).getRemoteAddress(), "other")).isTrue();
        connections.waits(greedy.get(0).getRemoteAddress());
        assertThat(connections.admitted(greedy.get(0).getRemoteAddress(), "greedy")).isTrue();
    }

    private SocketChannel accepted(Connections connections) throws IOException {
        return accepted(connections, "127.0.0.1");
    }

    private SocketChannel accepted(Connections connections, String from) throws IOException {
        SocketChannel client = SocketChannel.open();
        client.bind(new InetSocketAddress(InetAddress.ofLiteral(from), 0));
        client.connect(door.getLocalAddress());
        clients.add(client);
        SocketChannel accepted = door.accept();
        connections.opened(accepted);
        return accepted;
    }
}
