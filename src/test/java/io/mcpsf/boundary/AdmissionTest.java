package io.mcpsf.boundary;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpsf.boundary.Admission.Ports;
import io.mcpsf.boundary.Admission.Range;
import io.mcpsf.boundary.Admission.Site;
import io.mcpsf.model.Cidr;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.net.InetAddress;
import java.util.List;
import java.util.Set;

final class AdmissionTest {

    private static final List<Ports> WEB = List.of(new Ports(443, 443));

    private final Admission admission =
            new Admission(
                    List.of(
                            new Site("api.forge.example", WEB, Set.of("GET"), List.of("/repos/**")),
                            new Site("*.cdn.example", WEB, Set.of(), List.of())),
                    List.of(
                            new Range(Cidr.parse("10.1.0.0/16"), List.of(new Ports(1, 65535))),
                            new Range(Cidr.parse("0.0.0.0/0"), List.of(new Ports(993, 993)))),
                    List.of(new Ports(22, 22)),
                    List.of(),
                    true);

    @ParameterizedTest
    @CsvSource({
        "api.forge.example, GET, /repos/a/b?x=../y, ''",
        "API.forge.example, GET, /repos/a, ''",
        "api.forge.example, POST, /repos/a, the policy does not allow POST there",
        "api.forge.example, GET, /user, the policy does not allow this path",
        "api.forge.example, GET, /repos/../user, the policy does not allow this path",
        "api.forge.example, GET, /repos/%2e%2e/user, the policy does not allow this path",
        "api.forge.example, GET, /repos/..%2fuser, the policy does not allow this path",
        "api.forge.example, GET, /repos/..;/user, the policy does not allow this path",
        "api.forge.example, GET, //repos/x, the policy does not allow this path",
        "forge.example, GET, /repos/a, not in the policy",
        "xapi.forge.example, GET, /repos/a, not in the policy",
        "api.forge.example., GET, /repos/a, not in the policy",
        "img.cdn.example, DELETE, /x, ''",
        "cdn.example, GET, /x, not in the policy",
        "evilcdn.example, GET, /x, not in the policy",
        "10.1.2.3, GET, /x, not in the policy",
    })
    void requests(String host, String method, String path, String why) {
        assertThat(admission.refusal(host, 443, method, path).orElse("")).isEqualTo(why);
    }

    @Test
    void aRangeIsDialledByAddressAndAWholeInternetHoldsNoPrivateAddress() {
        assertThat(admission.admits(InetAddress.ofLiteral("10.1.2.3"), 8080)).isTrue();
        assertThat(admission.admits(InetAddress.ofLiteral("10.1.2.3"), 22)).isFalse();
        assertThat(admission.admits(InetAddress.ofLiteral("10.2.2.3"), 8080)).isFalse();
        assertThat(admission.admits(InetAddress.ofLiteral("1.1.1.1"), 993)).isTrue();
        assertThat(admission.admits(InetAddress.ofLiteral("169.254.169.254"), 993)).isFalse();
        assertThat(admission.admits(InetAddress.ofLiteral("127.0.0.1"), 993)).isFalse();
    }

    @Test
    void whereMethodsOrPathsAreNamedOnlyRequestsPass() {
        assertThat(admission.open("img.cdn.example", 443)).isTrue();
        assertThat(admission.open("api.forge.example", 443)).isFalse();
        assertThat(admission.open("img.cdn.example", 444)).isFalse();
    }

    @ParameterizedTest
    @CsvSource({
        "/a/*, /a/b, true",
        "/a/*, /a/b/c, false",
        "/a/**, /a, true",
        "/a/**/z, /a/b/c/z, true",
        "/a/**/z, /a/b/c/y, false",
        "/v*/x, /v12/x, true",
        "/a*b*c, /aXbYc, true",
        "/a*b*c, /aXbY, false",
    })
    void globs(String glob, String path, boolean matches) {
        assertThat(UrlPathPattern.matches(glob, path)).isEqualTo(matches);
    }

    @Test
    void aHostilePathCostsLittle() {
        String path = "/a".repeat(8_000) + "/b";

        assertThat(UrlPathPattern.matches("/**/a/**/a/**/c", path)).isFalse();
        assertThat(UrlPathPattern.matches("/*a*a*a*b", "/" + "a".repeat(16_000))).isFalse();
    }
}
