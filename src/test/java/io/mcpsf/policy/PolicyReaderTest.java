package io.mcpsf.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;

import io.mcpsf.json.Json;
import io.mcpsf.json.Yaml;
import io.mcpsf.model.Violation;
import io.mcpsf.policy.NetworkAccess.Destination;
import io.mcpsf.policy.NetworkAccess.PortRange;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** What a policy file may say; the schema for editors and the reader agree on every case here. */
final class PolicyReaderTest {

    private static final String WHOLE =
            """
            version: 1
            preset: recommended
            files:
              read:  [~/projects/site]
              write: [~/projects/site/out]
            network:
              answer: fake
              allow:
                - {host: api.forge.example, ports: [443], methods: [GET], paths: [/repos/**]}
                - {host: "*.cdn.example"}
                - {cidr: 172.29.0.0/16, ports: ["8000-8100", 9000]}
                - {cidr: "fd00::/8"}
              blocked-ports: [22, 3389, 445]
              connections: 1000
              rate: 100/s
              bandwidth: 10mbit
            programs: [node, git]
            secrets:
              forge: {from: "env:FORGE_TOKEN", to: [api.forge.example], as: header}
              signing: {from: vault, reveal: true}
            tools:
              deny: ["delete_*"]
              ask: ["create_*"]
              pinned: tools.lock.json
              results: block
            privacy: [email, phone, card, name]
            limits: {memory: 512m, cpus: 0.5, processes: 100, disk: 1g, time: 30s}
            violations: {NETWORK_ESCAPE: kill, FILE_DENIED: log}
            """;

    @Test
    void everyKeyIsRead() {
        Policy policy = read(WHOLE);

        assertThat(policy.files().read()).containsExactly("~/projects/site");
        assertThat(policy.network().allow())
                .contains(
                        new Destination.Host(
                                "api.forge.example",
                                List.of(new PortRange(443, 443)),
                                List.of("GET"),
                                List.of("/repos/**")));
        assertThat(policy.network().allow().get(2).ports())
                .containsExactly(new PortRange(8000, 8100), new PortRange(9000, 9000));
        assertThat(policy.network().otherwise()).isEqualTo(NetworkAccess.Otherwise.FAKE);
        assertThat(policy.network().rates())
                .isEqualTo(new NetworkAccess.Rates(1000, 100, 10_000_000));
        assertThat(policy.secrets().get("forge"))
                .isEqualTo(
                        new SecretGrant(
                                "env:FORGE_TOKEN",
                                List.of("api.forge.example"),
                                List.of(),
                                SecretGrant.PutAs.HEADER,
                                false));
        assertThat(policy.limits())
                .isEqualTo(new Policy.ResourceLimits(512L << 20, 0.5, 100, 1L << 30, 30));
        assertThat(policy.about(Violation.NETWORK_ESCAPE)).isEqualTo(Violation.Action.KILL);
        assertThat(schemaFaults(WHOLE)).isEmpty();
    }

    @Test
    void whatAnEmptyPolicyDoesNotNameIsDenied() {
        Policy policy = read("version: 1");

        assertThat(policy.files().read()).isEmpty();
        assertThat(policy.network().allow()).isEmpty();
        assertThat(policy.network().otherwise()).isEqualTo(NetworkAccess.Otherwise.REFUSE);
        assertThat(policy.secrets()).isEmpty();
        assertThat(Violation.values())
                .allSatisfy(v -> assertThat(policy.about(v)).isEqualTo(Violation.Action.DENY));
    }

    /** Key of the fault, then the file. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "netwrok|{netwrok: {}}",
                "version|{version: 2}",
                "files.read|{files: {read: [projects]}}",
                "files.raed|{files: {raed: [/srv]}}",
                "network.allow[0].prots|{network: {allow: [{host: a.example, prots: [1]}]}}",
                "network.allow[0]|{network: {allow: [{host: a.example, cidr: 10.0.0.0/8}]}}",
                "network.allow[0].host|{network: {allow: [{host: 'a b'}]}}",
                "network.allow[0].cidr|{network: {allow: [{cidr: elsewhere}]}}",
                "network.allow[0].ports|{network: {allow: [{host: a.example, ports: [0]}]}}",
                "network.allow[0].methods|{network: {allow: [{host: a.example, methods: [get"
                        + " it]}]}}",
                "network.allow[0].paths|{network: {allow: [{host: a.example, paths: [repos]}]}}",
                "network.answer|{network: {answer: maybe}}",
                "network.rate|{network: {rate: fast}}",
                "network.bandwidth|{network: {bandwidth: 10}}",
                "network.connections|{network: {connections: 0}}",
                "programs|{programs: node}",
                "secrets.a.from|{secrets: {a: {from: 'http://x', to: [a.example]}}}",
                "secrets.a.to|{secrets: {a: {from: vault}}}",
                "secrets.a.as|{secrets: {a: {to: [a.example], as: cookie}}}",
                "tools.results|{tools: {results: eat}}",
                "privacy|{privacy: [shoe size]}",
                "limits.memory|{limits: {memory: lots}}",
                "limits.time|{limits: {time: 0s}}",
                "violations.NETWORK_ESCPE|{violations: {NETWORK_ESCPE: kill}}",
                "violations.FILE_DENIED|{violations: {FILE_DENIED: shrug}}",
            })
    void aFaultIsToldWithItsKey(String key, String yaml) {
        assertThatThrownBy(() -> read(yaml))
                .isInstanceOfSatisfying(
                        BadPolicyException.class,
                        e ->
                                assertThat(e.faults())
                                        .extracting(PolicyFault::key)
                                        .containsExactly(key));
        assertThat(schemaFaults(yaml)).as("the schema refuses it, too").isNotEmpty();
    }

    /** What only the reader knows: a schema can't say it readably. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "{files: {read: [/]}}",
                "{files: {write: [/proc/1]}}",
                "{files: {read: [/var/run/docker.sock]}}",
                "{files: {read: [/srv/../etc]}}",
                "{limits: {memory: 1m}}",
                "{network: {allow: [{host: a.example, ports: ['9-3']}]}}",
            })
    void whatIsNeverGivenIsRefused(String yaml) {
        assertThatThrownBy(() -> read(yaml)).isInstanceOf(BadPolicyException.class);
    }

    @Test
    void allFaultsAreToldAtOnce() {
        assertThatThrownBy(() -> read("{a: 1, limits: {memory: x, cpus: y}, privacy: [z]}"))
                .isInstanceOfSatisfying(
                        BadPolicyException.class, e -> assertThat(e.faults()).hasSize(4));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "[]", "just words", "a: 1\na: 2", "{", "&a [*a]"})
    void whatIsNoPolicyAtAllIsAFaultAndNoCrash(String text) {
        assertThatThrownBy(() -> PolicyLayer.read("x", text.getBytes(StandardCharsets.UTF_8)))
                .isInstanceOf(BadPolicyException.class);
    }

    @Test
    void aPatternOfHostsCoversWhatIsBelowAndNothingBeside() {
        var below = new Destination.Host("*.cdn.example", List.of(), List.of(), List.of());

        assertThat(below.covers("a.cdn.example")).isTrue();
        assertThat(below.covers("A.B.CDN.example")).isTrue();
        assertThat(below.covers("cdn.example")).isFalse();
        assertThat(below.covers("evilcdn.example")).isFalse();
        assertThat(below.covers(".cdn.example")).isFalse();
    }

    private static Policy read(String yaml) {
        return PolicyReader.read(
                PolicyLayer.read("test", yaml.getBytes(StandardCharsets.UTF_8)).tree());
    }

    private static List<?> schemaFaults(String yaml) {
        try {
            String schema = Files.readString(Path.of("docs/policy-schema.json"));
            Schema checker =
                    SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
                            .getSchema(schema);
            return checker.validate(Json.text(Yaml.read(yaml)), InputFormat.JSON);
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }
}
