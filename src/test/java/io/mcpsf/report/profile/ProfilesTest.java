package io.mcpsf.report.profile;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpsf.json.Json;
import io.mcpsf.model.CaseFile;
import io.mcpsf.model.Evidence;
import io.mcpsf.model.FileObservation;
import io.mcpsf.model.FileObservation.Access;
import io.mcpsf.model.Judgement;
import io.mcpsf.model.NetworkObservation;
import io.mcpsf.model.Observation;
import io.mcpsf.model.Phase;
import io.mcpsf.model.RunObservation;
import io.mcpsf.model.Seen;
import io.mcpsf.model.Stamp;
import io.mcpsf.model.Verdict;
import io.mcpsf.model.Violation;
import io.mcpsf.policy.MergedPolicy;
import io.mcpsf.policy.NetworkAccess.Destination;
import io.mcpsf.policy.NetworkAccess.PortRange;
import io.mcpsf.policy.Policy;
import io.mcpsf.policy.PolicyLayer;
import io.mcpsf.report.Borrowed;
import io.mcpsf.report.Cases;
import io.mcpsf.report.Hostile;
import io.mcpsf.report.Report;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import tools.jackson.databind.JsonNode;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

@Tag("peers")
final class ProfilesTest {

    @TempDir Path folder;

    @Test
    void whatItUsedIsAllowedAndNothingElse() {
        Map<String, String> files = new Profiles(honest()).files();
        JsonNode rules = Json.read(files.getOrDefault("profile/sandbox-runtime.json", ""));

        assertThat(rules.at("/network/allowedDomains").toString())
                .isEqualTo("[\"api.weather.invalid\"]");
        assertThat(rules.at("/filesystem/allowWrite").toString())
                .isEqualTo("[\"~/.cache/weather\",\"/tmp\"]");
        assertThat(files.get("profile/docker.txt"))
                .contains("--cap-drop=ALL", "--read-only", "allow only api.weather.invalid");
        assertThat(
                        Json.read(files.getOrDefault("profile/toolhive.json", ""))
                                .at("/network/outbound/allow_port")
                                .toString())
                .isEqualTo("[443]");
    }

    @Test
    void thePolicyAllowsTheSameAndCanBeRead() {
        String text = new Profiles(honest()).policy();
        Policy policy = policy(text);

        assertThat(policy.network().allow())
                .containsExactly(
                        new Destination.Host(
                                "api.weather.invalid",
                                List.of(new PortRange(443, 443)),
                                List.of(),
                                List.of()));
        assertThat(policy.files().write()).containsExactly("~/.cache/weather");
    }

    @Test
    void whatOnlyTheInstallationNeededIsNoPartOfThePolicy() {
        Report honest = honest();
        var seen = new ArrayList<>(honest.evidence().seen());
        seen.add(
                new Seen(
                        new Stamp(seen.size() + 1, 5, Phase.INSTALL, 0, 1),
                        new NetworkObservation.FlowOpened(
                                "tcp", "198.51.100.8", 443, "registry.site.invalid", 2)));
        Report installed =
                Report.of(
                        new Evidence(honest.evidence().file(), seen, honest.evidence().coverage()),
                        honest.judgement(),
                        Cases.RULES);

        assertThat(new Profiles(installed).policy())
                .contains("api.weather.invalid")
                .doesNotContain("registry.site.invalid");
        assertThat(new Profiles(installed).files().get("profile/sandbox-runtime.json"))
                .as("who runs npx installs it there")
                .contains("registry.site.invalid");
    }

    @Test
    void whatOurAttackCausedIsNoPartOfTheProfile() {
        Report honest = honest();
        var seen = new ArrayList<>(honest.evidence().seen());
        List<Observation> caused =
                List.of(
                        new NetworkObservation.FlowOpened(
                                "tcp", "198.51.100.8", 443, "ours.site.invalid", 2),
                        new FileObservation.FileOpened(
                                "/home/marta/.payload/x", "x", Access.CREATE, false));
        for (Observation what : caused) {
            seen.add(new Seen(new Stamp(seen.size() + 1, 5, Phase.ATTACK, 7, 1), what));
        }
        Report attacked =
                Report.of(
                        new Evidence(honest.evidence().file(), seen, honest.evidence().coverage()),
                        honest.judgement(),
                        Cases.RULES);

        assertThat(new Profiles(attacked).policy())
                .contains("api.weather.invalid")
                .doesNotContain("ours.site.invalid", ".payload");
        new Profiles(attacked)
                .files()
                .forEach(
                        (name, text) ->
                                assertThat(text)
                                        .as(name)
                                        .doesNotContain("ours.site.invalid", ".payload"));
    }

    @Test
    void whatASessionWasRefusedIsToldAndNotGranted() {
        Report honest = honest();
        var seen = new ArrayList<>(honest.evidence().seen());
        for (Observation what :
                List.of(
                        new NetworkObservation.FlowOpened("tcp", "203.0.113.9", 443, "", 3),
                        new NetworkObservation.EgressRefused(
                                "tcp", "203.0.113.9:443", "not allowed"),
                        new RunObservation.PolicyViolated(
                                Violation.NETWORK_ESCAPE,
                                "tcp to 203.0.113.9:443",
                                Violation.Action.DENY))) {
            seen.add(new Seen(new Stamp(seen.size() + 1, 5, Phase.CALL, 1, 1), what));
        }
        CaseFile file = honest.evidence().file();
        var session =
                new CaseFile(
                        file.id(),
                        file.subject(),
                        file.started(),
                        file.toolVersion(),
                        new CaseFile.Settings("run", 1, List.of(), 0));
        Report used =
                Report.of(
                        new Evidence(session, seen, honest.evidence().coverage()),
                        honest.judgement(),
                        Cases.RULES);

        String text = new Profiles(used).policy();

        assertThat(text).contains("#   NETWORK_ESCAPE tcp to 203.0.113.9:443");
        assertThat(policy(text).network().allow()).hasSize(1);
        assertThat(policy(text).programs()).as("no session is held to it").isEmpty();
    }

    @Test
    void noNameOfASampleCanAddALineToThePolicy() {
        for (Report report : List.of(Cases.thief(), Hostile.report())) {
            Policy policy = policy(new Profiles(report).policy());

            assertThat(policy.secrets()).isEmpty();
            assertThat(policy.files().read()).doesNotContain("~", "~/.ssh");
        }
    }

    private static Policy policy(String text) {
        byte[] yaml = text.getBytes(StandardCharsets.UTF_8);
        return MergedPolicy.of(List.of(PolicyLayer.read("case", yaml))).policy();
    }

    @Test
    void aThiefIsNotGivenHisDrop() {
        Map<String, String> files = new Profiles(Cases.thief()).files();

        files.forEach(
                (name, text) -> {
                    if (!name.endsWith("README.md")) {
                        assertThat(text).as(name).doesNotContain("203.0.113.9", "id_rsa\"");
                    }
                });
        assertThat(files.get("profile/README.md")).contains("MALICIOUS", "203.0.113.9");
    }

    @Test
    void sandboxRuntimeTakesItsSettings() throws Exception {
        Path schema =
                Borrowed.npm(
                        "@anthropic-ai/sandbox-runtime",
                        "0.0.78",
                        "dist/sandbox/sandbox-config.js");
        for (Report report : List.of(honest(), Cases.thief(), Hostile.report())) {
            Path settings =
                    Files.writeString(
                            folder.resolve("settings.json"),
                            new Profiles(report).files().get("profile/sandbox-runtime.json"));
            String check =
                    "import(%s).then(m => m.SandboxRuntimeConfigSchema.parse(JSON.parse(require('fs').readFileSync(%s))))"
                            .formatted(
                                    quoted(schema.toAbsolutePath().toString()),
                                    quoted(settings.toString()));

            Borrowed.run(List.of("node", "-e", check));
        }
    }

    @Test
    void dockerUnderstandsItsLineAndTheShellRunsNothingElse() throws Exception {
        Path fake = folder.resolve("docker");
        Files.writeString(fake, "#!/bin/sh\nprintf '%s\\n' \"$@\"\n");
        assertThat(fake.toFile().setExecutable(true)).isTrue();
        Path line =
                Files.writeString(
                        folder.resolve("line.sh"),
                        "PATH="
                                + folder
                                + "\n"
                                + new Profiles(Hostile.report()).files().get("profile/docker.txt"));

        String said = Borrowed.run(List.of("sh", line.toString()));

        assertThat(said.lines())
                .startsWith("run", "--rm")
                .endsWith("IMAGE", "node", "REPLACE-ME", "REPLACE-ME");
    }

    private static String quoted(String text) {
        return "'" + text + "'";
    }

    private static Report honest() {
        Report calculator = Cases.calculator();
        var seen = new ArrayList<>(calculator.evidence().seen());
        List<Observation> more =
                List.of(
                        new NetworkObservation.FlowOpened(
                                "tcp", "198.51.100.7", 443, "api.weather.invalid", 1),
                        new FileObservation.FileOpened(
                                "/home/marta/.cache/weather/today.json", "x", Access.CREATE, false),
                        new FileObservation.FileOpened("/tmp/x", "/tmp/x", Access.CREATE, false),
                        new FileObservation.FileOpened(
                                "/home/marta/.ssh/config", "x", Access.READ, true),
                        new FileObservation.FileOpened("/usr/lib/x.so", "x", Access.READ, true));
        for (Observation what : more) {
            seen.add(new Seen(new Stamp(seen.size() + 1, 5, Phase.CALL, 1, 1), what));
        }
        Judgement judgement = calculator.judgement();
        assertThat(judgement.verdict()).isEqualTo(Verdict.NOTHING_SEEN);
        return Report.of(
                new Evidence(calculator.evidence().file(), seen, calculator.evidence().coverage()),
                judgement,
                Cases.RULES);
    }
}
