package io.mcpsf.service.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Map;

@Tag("peers")
final class NetworkCanaryTest {

    private static NetworkCanary canary(int port) {
        return NetworkCanary.of(Map.of("MCPSF_CANARY", "tcp://127.0.0.1:" + port));
    }

    @Test
    void aPortThatAnswersMeansThatNoPolicyIsEnforced() throws Exception {
        try (var port = new CanaryPort(0).start();
                var canary = canary(port.port())) {
            assertThat(canary.refusal()).isPresent();
        }
    }

    @Test
    void aPortThatIsOutOfReachMeansThatOneIs() throws Exception {
        int closed;
        try (var port = new CanaryPort(0)) {
            closed = port.port();
        }
        try (var canary = canary(closed)) {
            assertThat(canary.refusal()).isEmpty();
        }
    }

    /** A proxy beside the pod accepts whatever is sent to anybody. */
    @Test
    void whoeverAcceptsWithoutTheWordIsNotTheDispatcher() throws Exception {
        try (var other = new ServerSocket(0, 5, InetAddress.getLoopbackAddress());
                var canary = canary(other.getLocalPort())) {
            assertThat(canary.refusal()).isEmpty();
        }
    }

    @Test
    void aPolicyThatIsEnforcedAMomentLaterIsWaitedFor() throws Exception {
        NetworkCanary canary;
        try (var server = new ServerSocket(0, 5, InetAddress.getLoopbackAddress())) {
            canary = canary(server.getLocalPort());
            try (Socket caller = server.accept()) {
                caller.getOutputStream().write(NetworkCanary.WORD);
            }
        }

        try (canary) {
            assertThat(canary.refusal()).isEmpty();
        }
    }

    @Test
    void whereNothingIsToBeTriedNothingIs() throws Exception {
        try (var canary = NetworkCanary.of(Map.of())) {
            assertThat(canary.refusal()).isEmpty();
        }
    }
}
