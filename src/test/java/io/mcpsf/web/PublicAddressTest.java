package io.mcpsf.web;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.SocketException;

/** What may be reached in a stranger's name. */
final class PublicAddressTest {

    @ParameterizedTest
    @ValueSource(
            strings = {
                "127.0.0.1",
                "10.1.2.3",
                "172.31.0.1",
                "192.168.0.9",
                "169.254.169.254",
                "0.0.0.0",
                "100.64.1.1",
                "192.0.0.8",
                "198.18.0.1",
                "224.0.0.1",
                "240.0.0.1",
                "255.255.255.255",
                "::1",
                "::",
                "::7f00:1",
                "::ffff:127.0.0.1",
                "100::1",
                "fe80::1",
                "fec0::1",
                "fc00::1",
                "fd00:ec2::254",
                "ff02::1",
                "2001::1",
                "64:ff9b::a9fe:a9fe",
                "64:ff9b:1::808:808",
                "2002:7f00:1::"
            })
    void isNotReached(String address) {
        assertThat(PublicAddress.is(InetAddress.ofLiteral(address))).isFalse();
        assertThat(PublicAddress.mayBeReached(InetAddress.ofLiteral(address))).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"192.0.2.1", "198.51.100.7", "203.0.113.9", "64:ff9b::203.0.113.9"})
    void whatIsKeptForDocumentsIsReachedWhereOurUserNamedTheHost(String address) {
        assertThat(PublicAddress.is(InetAddress.ofLiteral(address))).isFalse();
        assertThat(PublicAddress.mayBeReached(InetAddress.ofLiteral(address))).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "1.1.1.1",
                "140.82.112.3",
                "2606:4700::1111",
                "64:ff9b::808:808",
                "2002:808:808::"
            })
    void isReached(String address) {
        assertThat(PublicAddress.is(InetAddress.ofLiteral(address))).isTrue();
    }

    @Test
    void noAddressOfThisMachineIsReachedWhateverItIs() throws SocketException {
        assertThat(NetworkInterface.networkInterfaces())
                .allSatisfy(
                        one ->
                                assertThat(one.inetAddresses())
                                        .allMatch(address -> !PublicAddress.is(address)));
    }
}
