package io.mcpsf.scope;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mcpsf.json.BadJsonException;
import io.mcpsf.scope.ProjectScope.Service;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** What a project's files make of its scope, and what they cannot make of it. */
final class ScopeDetectionTest {

    @TempDir Path project;

    @Test
    void publishedPortsAreServicesOfThisMachineInAllTheirForms() throws Exception {
        write(
                "compose.yaml",
                """
                services:
                  web:
                    ports: ["${WEB_PORT:-8080}:80", "127.0.0.1:8443:443", "[::1]:9000:9000"]
                  api:
                    ports:
                      - {target: 3000, published: "3000-3001", host_ip: 0.0.0.0}
                      - "53:53/udp"
                  db:
                    expose: ["5432"]
                """);
        write(".env", "WEB_PORT=8099 # ours\n");

        ProjectScope scope = detect();

        assertThat(at(scope, "web", "127.0.0.1")).containsExactlyInAnyOrder(8099, 8443);
        assertThat(at(scope, "web", "0:0:0:0:0:0:0:1")).containsExactly(9000);
        assertThat(at(scope, "api", "127.0.0.1")).containsExactly(3000, 3001);
        assertThat(at(scope, "db", "")).containsExactly(5432);
        assertThat(excluded(scope)).contains("service api, port 53/udp");
        assertThat(scope.holds(InetAddress.ofLiteral("127.0.0.1"), 8099)).isTrue();
        assertThat(scope.holds(InetAddress.ofLiteral("127.0.0.1"), 8080)).isFalse();
    }

    @Test
    void includeExtendsOverridesAnchorsAndProfilesAreReadAsComposeReadsThem() throws Exception {
        write(
                "docker-compose.yml",
                """
                include: [more/compose.yaml]
                x-base: &base
                  ports: ["7001:1"]
                services:
                  merged: {<<: *base}
                  child: {extends: {file: more/base.yaml, service: parent}}
                  debug: {profiles: [dev], ports: ["7999:1"]}
                """);
        write("docker-compose.override.yml", "services: {merged: {ports: ['7002:2']}}");
        write("more/compose.yaml", "services: {included: {ports: ['7003:3']}}");
        write("more/base.yaml", "services: {parent: {ports: ['7004:4']}}");

        ProjectScope scope = detect();

        assertThat(at(scope, "merged", "127.0.0.1")).containsExactlyInAnyOrder(7001, 7002);
        assertThat(at(scope, "included", "127.0.0.1")).containsExactly(7003);
        assertThat(at(scope, "child", "127.0.0.1")).containsExactly(7004);
        assertThat(at(scope, "debug", "127.0.0.1")).isEmpty();
        assertThat(excluded(scope)).contains("service debug");
        assertThat(scope.unreadable()).isEmpty();
    }

    @Test
    void aProjectCannotDeclareTheWorldToBeItsOwn() throws Exception {
        write(
                "compose.yaml",
                """
                services:
                  far: {ports: ["198.51.100.7:80:80"]}
                  meta: {ports: ["169.254.169.254:80:80"]}
                  ssh: {ports: ["22:22", "2222:22"]}
                networks:
                  world: {ipam: {config: [{subnet: 0.0.0.0/0}]}}
                  wide: {ipam: {config: [{subnet: 10.0.0.0/8}]}}
                  cloud: {ipam: {config: [{subnet: 203.0.113.0/24}]}}
                  own: {ipam: {config: [{subnet: 172.29.7.0/24}]}}
                  theirs: {external: true}
                """);
        write(
                "scope.yaml",
                """
                add:
                  - {address: 203.0.113.9, ports: [80]}
                  - {address: 172.29.7.9, ports: [80]}
                """);

        ProjectScope scope = detect();

        assertThat(scope.networks())
                .extracting(n -> n.range().base().getHostAddress())
                .containsExactly("172.29.7.0");
        assertThat(scope.services())
                .extracting(Service::address)
                .contains("172.29.7.9")
                .doesNotContain("198.51.100.7", "169.254.169.254", "203.0.113.9");
        assertThat(at(scope, "ssh", "127.0.0.1")).containsExactly(2222);
        assertThat(excluded(scope))
                .contains("127.0.0.1:22", "203.0.113.9 (203.0.113.9)", "network theirs");
    }

    @Test
    void aScopeFileThatTheUserNamesMayAddOneByOneAndLeaveOut() throws Exception {
        write("compose.yaml", "services: {web: {ports: ['8080:80', '22:22']}}");
        Path own =
                write(
                        "mine.yaml",
                        """
                        add:
                          - {name: staging, address: 203.0.113.9, ports: [443, 22], why: ours}
                        exclude:
                          - {address: 127.0.0.0/8, ports: [8080], why: not today}
                        """);

        ProjectScope scope = ScopeDetection.of(project, Optional.of(own));

        assertThat(at(scope, "staging", "203.0.113.9")).containsExactly(22, 443);
        assertThat(at(scope, "web", "127.0.0.1")).isEmpty();
        assertThat(excluded(scope)).contains("127.0.0.1:8080", "127.0.0.1:22");
        assertThatThrownBy(() -> read("add: [{address: 203.0.113.0/24, ports: [1]}]"))
                .isInstanceOf(BadJsonException.class)
                .hasMessageContaining("one by one");
        assertThatThrownBy(() -> read("ad: []"))
                .hasMessageContaining("unknown key ad; there are add, exclude, version");
    }

    @Test
    void filesThatLeadOutOfTheProjectOrGrowWithoutEndAreToldAndNotFollowed() throws Exception {
        Path outside = Files.createTempDirectory("outside");
        Files.writeString(outside.resolve("c.yaml"), "services: {x: {ports: ['6001:1']}}");
        Files.createSymbolicLink(project.resolve("link.yaml"), outside.resolve("c.yaml"));
        write("compose.yaml", "include: [link.yaml, ../c.yaml, compose.yaml]");
        var bomb = new StringBuilder("a: &a [x,x,x,x,x,x,x,x,x,x]\n");
        for (char c = 'b'; c < 'k'; c++) {
            char before = (char) (c - 1);
            bomb.append(c).append(": &").append(c).append(" [");
            bomb.append(("*" + before + ",").repeat(10)).append("]\n");
        }
        write("k8s/bomb.yaml", bomb.toString());
        write("k8s/deep.yaml", "[".repeat(200_000));

        ProjectScope scope = detect();

        assertThat(scope.services()).extracting(Service::name).doesNotContain("x");
        assertThat(scope.unreadable())
                .extracting(ProjectScope.Unreadable::why)
                .anyMatch(why -> why.contains("link.yaml lies outside of the project"))
                .anyMatch(why -> why.contains("too deeply"));
        assertThat(scope.unreadable())
                .extracting(file -> file.file().getFileName().toString())
                .contains("bomb.yaml", "deep.yaml");
        Files.delete(outside.resolve("c.yaml"));
        Files.delete(outside);
    }

    @Test
    void aLinkInTheProjectIsNotFollowedOutOfIt() throws Exception {
        Path outside = Files.createTempDirectory("outside");
        try {
            Path elsewhere =
                    Files.writeString(
                            outside.resolve("x.yaml"),
                            "{apiVersion: v1, kind: Service, metadata: {name: theirs}, openapi:"
                                + " '3', spec: {ports: [{port: 80}]}, services: {theirs: {ports:"
                                + " ['7100:1']}}, exclude: [{address: 127.0.0.1, why: theirs}]}");
            for (String name : List.of("compose.yaml", "k.yaml", "openapi.yaml", "scope.yaml")) {
                Files.createSymbolicLink(project.resolve(name), elsewhere);
            }
            Files.createSymbolicLink(project.resolve(".env"), elsewhere);

            ProjectScope scope = detect();

            assertThat(scope.services()).isEmpty();
            assertThat(scope.excludes()).noneMatch(one -> one.why().contains("theirs"));
            assertThat(scope.unreadable())
                    .isNotEmpty()
                    .allMatch(file -> file.why().contains("outside of the project"));
            assertThat(ApiDescriptions.of(project)).isEmpty();
        } finally {
            Files.delete(outside.resolve("x.yaml"));
            Files.delete(outside);
        }
    }

    @Test
    void kubernetesManifestsTellServicesPodsNodePortsAndWhatAnIngressLeadsTo() throws Exception {
        write(
                "deploy/app.yaml",
                """
                apiVersion: v1
                kind: Service
                metadata: {name: shop}
                spec:
                  ports: [{port: 80, nodePort: 30080}, {port: 53, protocol: UDP}]
                ---
                apiVersion: apps/v1
                kind: Deployment
                metadata: {name: shop-web}
                spec: {template: {spec: {containers: [{ports: [{containerPort: 8080}]}]}}}
                ---
                apiVersion: networking.k8s.io/v1
                kind: Ingress
                metadata: {name: door}
                spec:
                  defaultBackend: {service: {name: other, port: {name: http}}}
                  rules:
                    - host: shop.example
                      http: {paths: [{path: /, backend: {service: {name: cart, port: {number: 8200}}}}]}
                """);

        ProjectScope scope = detect();

        assertThat(at(scope, "shop", "")).containsExactlyInAnyOrder(80, 30080);
        assertThat(at(scope, "shop-web", "")).containsExactly(8080);
        assertThat(at(scope, "cart", "")).containsExactly(8200);
        assertThat(excluded(scope))
                .contains("ingress door, host shop.example", "service shop, port 53/udp");
    }

    @Test
    void whatListensOnThisMachineIsListedWithItsProcess() throws Exception {
        try (var server = new ServerSocket(0, 1, InetAddress.ofLiteral("127.0.0.1"))) {
            assertThat(detect().ports())
                    .anyMatch(
                            port ->
                                    port.port() == server.getLocalPort()
                                            && !port.process().isEmpty());
        }
    }

    @Test
    void theGatewayIsReadBackwardsAsTheKernelWritesIt() throws Exception {
        Path routes =
                write(
                        "route",
                        """
                        Iface Destination Gateway Flags RefCnt Use Metric Mask MTU Window IRTT
                        eth0 00000000 010011AC 0003 0 0 0 00000000 0 0 0
                        eth0 000011AC 00000000 0001 0 0 0 0000FFFF 0 0 0
                        """);

        assertThat(ThisMachine.gateways(routes))
                .containsExactly(InetAddress.ofLiteral("172.17.0.1"));
    }

    private ProjectScope detect() throws Exception {
        return ScopeDetection.of(project, Optional.empty());
    }

    private ProjectScope read(String file) throws Exception {
        return ScopeDetection.of(project, Optional.of(write("named.yaml", file)));
    }

    private Path write(String name, String text) throws Exception {
        Path file = project.resolve(name);
        Files.createDirectories(file.getParent());
        return Files.writeString(file, text);
    }

    private static Set<Integer> at(ProjectScope scope, String name, String address) {
        var ports = new java.util.TreeSet<Integer>();
        scope.services().stream()
                .filter(one -> one.name().equals(name) && one.address().equals(address))
                .forEach(one -> ports.addAll(one.ports()));
        return ports;
    }

    private static List<String> excluded(ProjectScope scope) {
        return scope.excludes().stream().map(ProjectScope.Exclude::what).toList();
    }
}
