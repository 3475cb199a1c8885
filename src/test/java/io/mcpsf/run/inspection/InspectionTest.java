package io.mcpsf.run.inspection;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpsf.judge.Judge;
import io.mcpsf.judge.RuleSet;
import io.mcpsf.model.AdvisoryObservation.AdvisoryMatched;
import io.mcpsf.model.AdvisoryObservation.ScannerRan;
import io.mcpsf.model.Artifact;
import io.mcpsf.model.CaseFile;
import io.mcpsf.model.Coverage;
import io.mcpsf.model.Evidence;
import io.mcpsf.model.FileObservation;
import io.mcpsf.model.FileObservation.FileOpened;
import io.mcpsf.model.Finding;
import io.mcpsf.model.Health;
import io.mcpsf.model.Isolation;
import io.mcpsf.model.Judgement;
import io.mcpsf.model.Notebook;
import io.mcpsf.model.Observation;
import io.mcpsf.model.PackageObservation.DependencyFound;
import io.mcpsf.model.PackageObservation.HookDeclared;
import io.mcpsf.model.PackageObservation.NameResembles;
import io.mcpsf.model.Phase;
import io.mcpsf.model.PhaseResult;
import io.mcpsf.model.Release;
import io.mcpsf.model.Seen;
import io.mcpsf.model.Sense;
import io.mcpsf.model.SenseHealth;
import io.mcpsf.model.Severity;
import io.mcpsf.model.Sha256;
import io.mcpsf.model.Stamp;
import io.mcpsf.model.Target;
import io.mcpsf.model.ToolCoverage;
import io.mcpsf.model.Verdict;
import io.mcpsf.run.request.CacheOptions;
import io.mcpsf.run.request.Progress;
import io.mcpsf.run.scene.InstalledTree;
import io.mcpsf.store.CaseFolder;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** From a tree on disk to the verdict: what is known about packages, and that nothing is known. */
final class InspectionTest {

    private static final Instant NOW = Instant.parse("2026-11-15T20:00:00Z");
    private static final CacheOptions OFFLINE = new CacheOptions(true, false, Path.of(""), _ -> {});

    @TempDir Path folder;

    private final List<Observation> seen = new ArrayList<>();
    private final Map<String, String> env = new HashMap<>();

    @BeforeEach
    void anEnvironmentOfItsOwn() {
        env.put("MCPSF_DB", folder.resolve("advisories.idx").toString());
        env.put("MCPSF_CACHE", folder.resolve("cache").toString());
        env.put("PATH", folder.resolve("bin").toString());
    }

    @Test
    void withoutAdvisoriesTheVerdictStandsAndSaysSo() throws Exception {
        install("hono", "4.6.4");

        Map<Sense, SenseHealth> senses = inspect(new Target.Local(folder.resolve("tree")));

        assertThat(senses.get(Sense.PACKAGES)).isEqualTo(SenseHealth.full(1));
        SenseHealth advisories = Objects.requireNonNull(senses.get(Sense.ADVISORIES));
        assertThat(advisories.health()).isEqualTo(Health.BLIND);
        assertThat(advisories.why()).contains("mcpsf db import");
        Judgement judgement = judge(senses);
        assertThat(judgement.verdict()).isEqualTo(Verdict.NOTHING_SEEN);
        assertThat(judgement.summary()).contains("dependencies were not checked");
        assertThat(judgement.risk().assurance()).isBetween(90, 99);
        assertThat(judgement.notEvaluated())
                .extracting(Judgement.NotEvaluated::rule)
                .contains("vulnerable-dependency", "known-malicious-package");
    }

    @Test
    void aTreeWithoutPackagesNeedsNoAdvisories() throws Exception {
        Files.createDirectories(folder.resolve("tree"));

        Map<Sense, SenseHealth> senses = inspect(new Target.Local(folder.resolve("tree")));

        assertThat(senses.values()).allMatch(health -> health.health() == Health.FULL);
        assertThat(judge(senses).risk().assurance()).isEqualTo(100);
    }

    @Test
    void aKnownMaliciousPackageDecidesBeforeTheStart() throws Exception {
        install("bandkit", "1.0.7");
        advisory(
                """
                {"id":"MAL-2026-4496","modified":"2026-11-01T00:00:00Z","summary":"Malicious code in bandkit (npm)",\
                "affected":[{"package":{"ecosystem":"npm","name":"bandkit"},"versions":["1.0.7"]}]}\
                """);

        Judgement judgement = judge(inspect(new Target.Local(folder.resolve("tree"))));

        assertThat(judgement.verdict()).isEqualTo(Verdict.MALICIOUS);
        assertThat(judgement.summary()).isEqualTo("bandkit 1.0.7 is known malware: MAL-2026-4496.");
    }

    @Test
    void aNameOnAListDecidesNothing() throws Exception {
        install("bandkit", "1.0.7");
        advisory(
                """
                {"id":"MAL-2026-4496","affected":[{"package":{"ecosystem":"npm","name":"bandkit"},\
                "ranges":[{"type":"SEMVER","events":[{"introduced":"0"}]}]}]}\
                """);

        assertThat(judge(inspect(new Target.Local(folder.resolve("tree")))).verdict())
                .isEqualTo(Verdict.NOTHING_SEEN);
    }

    @Test
    void aFolderOfTheProjectIsNoPublishedPackage() throws Exception {
        Path mine = Files.createDirectories(folder.resolve("tree/packages/bandkit"));
        Files.writeString(
                mine.resolve("package.json"), "{\"name\":\"bandkit\",\"version\":\"1.0.7\"}");
        Files.createDirectories(folder.resolve("tree/node_modules"));
        Files.createSymbolicLink(
                folder.resolve("tree/node_modules/bandkit"), Path.of("../packages/bandkit"));
        Files.writeString(folder.resolve("tree/package.json"), "{\"name\":\"p\"}");
        advisory(
                """
                {"id":"MAL-1-1","modified":"2026-11-01T00:00:00Z","affected":[{"package":\
                {"ecosystem":"npm","name":"bandkit"},"versions":["1.0.7"]}]}\
                """);

        Judgement judgement = judge(inspect(new Target.Local(folder.resolve("tree"))));

        assertThat(judgement.verdict()).isEqualTo(Verdict.NOTHING_SEEN);
        assertThat(all(DependencyFound.class))
                .extracting(DependencyFound::origin)
                .contains("local");
    }

    private static final String BANDKIT =
            """
            {"id":"MAL-2026-4496","modified":"2026-11-01T00:00:00Z","affected":[{"package":\
            {"ecosystem":"npm","name":"bandkit"},"versions":["1.0.7"]}]}\
            """;

    @Test
    void aFolderThatSaysItIsMalwareIsSuspicious() throws Exception {
        manifest("{\"name\":\"bandkit\",\"version\":\"1.0.7\"}");
        advisory(BANDKIT);

        Judgement judgement = judge(inspect(new Target.Local(folder.resolve("tree"))));

        assertThat(judgement.verdict()).isEqualTo(Verdict.SUSPICIOUS);
        assertThat(judgement.summary()).contains("calls itself bandkit 1.0.7", "MAL-2026-4496");
    }

    @Test
    void theCleanReleaseOfTheSameNameIsNot() throws Exception {
        manifest("{\"name\":\"bandkit\",\"version\":\"1.0.8\"}");
        advisory(BANDKIT);

        assertThat(judge(inspect(new Target.Local(folder.resolve("tree")))).verdict())
                .isEqualTo(Verdict.NOTHING_SEEN);
    }

    @Test
    void aPrivateNameThatAStrangerTookInARegistryAccusesNobody() throws Exception {
        manifest("{\"name\":\"bandkit\",\"version\":\"1.0.7\"}");
        advisory(
                """
                {"id":"MAL-2026-4496","modified":"2026-11-01T00:00:00Z","published":\
                "2026-11-01T00:00:00Z","affected":[{"package":{"ecosystem":"npm","name":"bandkit"},\
                "ranges":[{"type":"SEMVER","events":[{"introduced":"0"}]}]}]}\
                """);

        assertThat(judge(inspect(new Target.Local(folder.resolve("tree")))).verdict())
                .isEqualTo(Verdict.NOTHING_SEEN);
    }

    @Test
    void aReleaseThatCouldNotBeInstalledIsLookedUpAllTheSame() throws Exception {
        manifest("{\"name\":\"bandkit\",\"version\":\"1.0.7\"}");
        advisory(BANDKIT);

        Judgement judgement = judge(inspect(new Target.Npm("bandkit", "1.0.7"), "1.0.7"));

        assertThat(judgement.verdict()).isEqualTo(Verdict.MALICIOUS);
    }

    @Test
    void whatAFolderIsCalledIsNotEvaluatedWithoutAdvisories() throws Exception {
        manifest("{\"name\":\"bandkit\",\"version\":\"1.0.7\"}");

        Judgement judgement = judge(inspect(new Target.Local(folder.resolve("tree"))));

        assertThat(judgement.notEvaluated())
                .extracting(Judgement.NotEvaluated::rule)
                .contains("known-malicious-package");
    }

    @Test
    void theHooksOfTheFolderItselfAreTold() throws Exception {
        manifest(
                "{\"name\":\"own\",\"version\":\"1.0.0\",\"scripts\":{\"postinstall\":\"node"
                        + " x.js\"}}");

        inspect(new Target.Local(folder.resolve("tree")));

        assertThat(all(HookDeclared.class))
                .singleElement()
                .isEqualTo(new HookDeclared("pkg:npm/own@1.0.0", 0, "postinstall", "node x.js"));
    }

    @Test
    void semgrepIsAskedAboutATreeWithoutPackages() throws Exception {
        manifest("{\"name\":\"own\",\"version\":\"1.0.0\"}");

        inspect(new Target.Local(folder.resolve("tree")));

        assertThat(all(ScannerRan.class))
                .extracting(ScannerRan::scanner)
                .containsExactly("semgrep");
    }

    @Test
    void theDoctorTellsWhichScannersAreHereAndHowOldAdvisoriesAre() throws Exception {
        assertThat(KnowledgeChecks.checks(env, NOW))
                .extracting(check -> check.what() + ": " + check.found())
                .containsExactly(
                        "advisories: none imported",
                        "osv-scanner: not installed",
                        "semgrep: not installed",
                        "trivy: not installed");

        advisory(BANDKIT);

        assertThat(KnowledgeChecks.checks(env, NOW).getFirst().found())
                .isEqualTo("the newest is 14 days old, 1 in all");
    }

    private void manifest(String json) throws Exception {
        Files.createDirectories(folder.resolve("tree"));
        Files.writeString(folder.resolve("tree/package.json"), json);
    }

    @Test
    void aPackageThatIsNeverLoadedWeighsLess() throws Exception {
        install("hono", "4.6.4");
        advisory(
                """
                {"id":"GHSA-1","modified":"2026-11-01T00:00:00Z","aliases":["CVE-1"],"severity":[{"type":"CVSS_V3",\
                "score":"CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H"}],"affected":[{"package":\
                {"ecosystem":"npm","name":"hono"},"ranges":[{"type":"SEMVER","events":\
                [{"introduced":"0"},{"fixed":"4.6.5"}]}]}]}\
                """);
        Map<Sense, SenseHealth> senses = inspect(new Target.Local(folder.resolve("tree")));
        assertThat(all(AdvisoryMatched.class))
                .singleElement()
                .satisfies(
                        match -> {
                            assertThat(match.severity()).isEqualTo("critical");
                            assertThat(match.score()).isEqualTo(9.8);
                            assertThat(match.fixed()).isEqualTo("4.6.5");
                        });

        Judgement idle = judge(senses);
        seen.add(
                new FileOpened(
                        "/opt/tree/node_modules/hono/dist/index.js",
                        "hono",
                        FileObservation.Access.READ,
                        true));
        Judgement loaded = judge(senses);

        assertThat(finding(idle).severity()).isEqualTo(Severity.LOW);
        assertThat(finding(idle).message()).contains("not loaded in this run");
        assertThat(idle.verdict()).isEqualTo(Verdict.NOTHING_SEEN);
        assertThat(finding(loaded).severity()).isEqualTo(Severity.MEDIUM);
        assertThat(loaded.verdict()).isEqualTo(Verdict.RISKY);
        assertThat(Files.readString(folder.resolve("case/sbom.cdx.json")))
                .contains("GHSA-1", "pkg:npm/hono@4.6.4", "CVSSv31");
    }

    @Test
    void theReleaseItsNameAndItsHooksAreTold() throws Exception {
        install("modelcontextprotocol-server-filesystem", "1.0.0");
        Files.writeString(
                folder.resolve(
                        "tree/node_modules/modelcontextprotocol-server-filesystem/binding.gyp"),
                "{}");

        inspect(new Target.Npm("modelcontextprotocol-server-filesystem", ""));

        assertThat(all(NameResembles.class)).hasSize(1);
        assertThat(all(DependencyFound.class))
                .extracting(DependencyFound::depth)
                .containsExactly(0);
        assertThat(all(HookDeclared.class))
                .extracting(HookDeclared::command)
                .containsExactly("node-gyp rebuild");
    }

    @Test
    void aScannerThatIsHereIsAskedAndItsAnswerJoinsOurs() throws Exception {
        install("hono", "4.6.4");
        Path bin = Files.createDirectories(folder.resolve("bin"));
        Path trivy = bin.resolve("trivy");
        Files.writeString(
                trivy,
                """
                #!/bin/sh
                case "$1" in
                --version) echo "Version: 0.65.0" ;;
                *) /bin/cat %s ;;
                esac
                """
                        .formatted(
                                Path.of("src/test/resources/scanners/trivy.json")
                                        .toAbsolutePath()));
        Files.setPosixFilePermissions(trivy, PosixFilePermissions.fromString("rwxr-xr-x"));
        advisory(
                """
                {"id":"GHSA-2234-fmw7-43wr","modified":"2026-11-01T00:00:00Z","aliases":["CVE-2024-48913"],\
                "affected":[{"package":{"ecosystem":"npm","name":"hono"},"ranges":[{"type":"SEMVER",\
                "events":[{"introduced":"0"},{"fixed":"4.6.5"}]}]}]}\
                """);

        inspect(new Target.Local(folder.resolve("tree")));

        assertThat(all(ScannerRan.class))
                .contains(new ScannerRan("trivy", "0.65.0", "done", 1))
                .contains(new ScannerRan("semgrep", "", "missing", 0));
        assertThat(all(AdvisoryMatched.class))
                .filteredOn(match -> match.id().equals("GHSA-2234-fmw7-43wr"))
                .singleElement()
                .satisfies(
                        match -> {
                            assertThat(match.sources()).containsExactly("osv", "trivy");
                            assertThat(match.severity()).isEqualTo("medium");
                        });
    }

    private void install(String name, String version) throws Exception {
        Path modules = Files.createDirectories(folder.resolve("tree/node_modules").resolve(name));
        Files.writeString(
                folder.resolve("tree/package.json"),
                "{\"name\":\"p\",\"dependencies\":{\"%s\":\"%s\"}}".formatted(name, version));
        Files.writeString(
                modules.resolve("package.json"),
                "{\"name\":\"%s\",\"version\":\"%s\",\"license\":\"MIT\"}"
                        .formatted(name, version));
    }

    private void advisory(String record) throws Exception {
        Path file = Files.writeString(folder.resolve("record.json"), record);
        AdvisoryStock.of(env).add(file.toString(), NOW);
    }

    private Map<Sense, SenseHealth> inspect(Target target) throws Exception {
        return inspect(target, "1.0.0");
    }

    private Map<Sense, SenseHealth> inspect(Target target, String version) throws Exception {
        Path tree = folder.resolve("tree");
        var release =
                new Release(
                        target.name(),
                        version,
                        new Release.Origin("", Path.of(""), "", ""),
                        new Release.Standing("2026-01-01T00:00:00Z", "", ""),
                        Map.of());
        Path kept = Files.createDirectories(folder.resolve("case"));
        var inspection = new Inspection(env, OFFLINE, new Noted(), Progress.none());
        inspection.begin(
                new InstalledTree(tree, "/opt/tree"),
                new Artifact(target, Sha256.of(new byte[0]), tree, 1, 1, release),
                file(),
                new CaseFolder("case", kept));
        return inspection.end();
    }

    private final class Noted implements Notebook {
        @Override
        public void saw(int process, Observation what) {
            seen.add(what);
        }

        @Override
        public void enter(Phase phase) {
            assertThat(phase).isEqualTo(Phase.INSPECT);
        }

        @Override
        public int beginCall() {
            return 0;
        }

        @Override
        public void endCall() {}
    }

    private <T extends Observation> List<T> all(Class<T> kind) {
        return seen.stream().filter(kind::isInstance).map(kind::cast).toList();
    }

    private static Finding finding(Judgement judgement) {
        return judgement.findings().stream()
                .filter(finding -> finding.rule().equals("vulnerable-dependency"))
                .findFirst()
                .orElseThrow();
    }

    /** As if the run itself had gone well and shown nothing else. */
    private Judgement judge(Map<Sense, SenseHealth> known) {
        var senses = new EnumMap<Sense, SenseHealth>(Sense.class);
        for (Sense sense : Sense.values()) {
            senses.put(sense, SenseHealth.full(0));
        }
        senses.putAll(known);
        var phases = new EnumMap<Phase, PhaseResult>(Phase.class);
        for (Phase phase : List.of(Phase.START, Phase.HANDSHAKE, Phase.LIST)) {
            phases.put(phase, new PhaseResult(PhaseResult.Status.DONE, 1, ""));
        }
        var stamped = new ArrayList<Seen>();
        for (Observation what : seen) {
            Phase phase = what instanceof FileOpened ? Phase.START : Phase.INSPECT;
            stamped.add(new Seen(new Stamp(stamped.size() + 1, 1, phase, 0, 0), what));
        }
        var coverage = new Coverage(phases, senses, new ToolCoverage(1, 1, 1), Isolation.none());
        return Judge.judge(new Evidence(file(), stamped, coverage), RuleSet.load());
    }

    private static CaseFile file() {
        return new CaseFile(
                "case",
                new CaseFile.Subject("folder", "p", "1.0.0", "", "p"),
                NOW,
                "0",
                new CaseFile.Settings("safe", 1, List.of(), 0.8));
    }
}
