package io.mcpsf.run.scanning;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpsf.model.Evidence;
import io.mcpsf.model.ScanObservation.ScannerEnded;
import io.mcpsf.model.ScanObservation.WeaknessReported;
import io.mcpsf.os.Command;
import io.mcpsf.report.IsolationControls;
import io.mcpsf.run.request.Progress;
import io.mcpsf.run.request.ScanRequest;
import io.mcpsf.scan.NetworkScanner;
import io.mcpsf.scan.ScanDepth;
import io.mcpsf.scan.ScanLogin;
import io.mcpsf.scan.ScanTarget;
import io.mcpsf.scan.SchemathesisScanner;
import io.mcpsf.scan.WapitiScanner;
import io.mcpsf.scan.ZapScanner;
import io.mcpsf.store.CaseFolder;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * The real scanners log in to an application that shows nothing to strangers, with a token that is
 * in no sandbox: the application repeats it on every page, and what comes out has the stand-in.
 */
@Tag("chamber")
@Tag("release")
class LoginScanTest {

    private static final InetAddress HERE = InetAddress.ofLiteral("127.0.0.1");

    @TempDir Path folder;

    @Test
    void zapLogsInAndReadsTheDescriptionThatTheApiServes() throws Exception {
        Path zap = ZapWithRules.in(folder);
        try (var club = new MembersClub()) {
            CaseFolder scanned =
                    scan(club, ScanDepth.DEEP, login -> new ZapScanner(zap, List.of(), login));

            List<WeaknessReported> weaknesses = weaknesses(scanned);
            assertThat(weaknesses)
                    .anyMatch(weakness -> weakness.cwe() == 79 && at(weakness, "/account"))
                    .as("only its own description names it")
                    .anyMatch(weakness -> weakness.cwe() == 79 && at(weakness, "/v1/orders"));
            assertThat(weaknesses)
                    .filteredOn(weakness -> weakness.cwe() == 79)
                    .as("strength and threshold of a deep scan")
                    .allMatch(weakness -> weakness.excerpt().equals("HIGH LOW"));
            Evidence evidence = scanned.evidence();
            assertThat(evidence.of(ScannerEnded.class).map(seen -> seen.what().scanner()))
                    .containsExactly("zap", "mcpsf");
            assertThat(new IsolationControls(evidence).all())
                    .filteredOn(control -> control.promise().equals("Every connection is counted"))
                    .allMatch(control -> control.state() == IsolationControls.State.HELD)
                    .hasSize(1);
        }
    }

    @Test
    void wapitiLogsIn() throws Exception {
        Path home = made("bin/wapiti");
        try (var club = new MembersClub()) {
            CaseFolder scanned =
                    scan(club, ScanDepth.STANDARD, login -> new WapitiScanner(home, login));

            assertThat(weaknesses(scanned))
                    .anyMatch(weakness -> weakness.cwe() == 79 && at(weakness, "/account"));
        }
    }

    @Test
    void schemathesisFindsTheOperationThatForgetsToAskForTheLogin() throws Exception {
        Path home = made("bin/schemathesis");
        try (var club = new MembersClub()) {
            CaseFolder scanned =
                    scan(
                            club,
                            ScanDepth.QUICK,
                            login -> new SchemathesisScanner(home, List.of(), login));

            assertThat(weaknesses(scanned))
                    .anyMatch(weakness -> weakness.cwe() == 306 && at(weakness, "/v1/members"))
                    .noneMatch(weakness -> at(weakness, "/v1/orders"));
        }
    }

    /** How a scanner is made that logs in. */
    @FunctionalInterface
    private interface Made {
        NetworkScanner with(ScanLogin login);
    }

    /** Scans, and makes sure that the token was used and is nowhere. */
    private CaseFolder scan(MembersClub club, ScanDepth depth, Made made) throws Exception {
        var faults = new ArrayList<String>();
        ScanSecret secret =
                ScanSecret.read(
                        "Authorization: Bearer {club}",
                        _ -> Optional.of(MembersClub.TOKEN),
                        new Random(7),
                        faults);
        assertThat(faults).isEmpty();
        var request =
                new ScanRequest(
                        folder,
                        List.of(new ScanTarget(HERE, new TreeSet<>(List.of(club.port())))),
                        List.of(made.with(secret.login())),
                        depth,
                        folder.resolve("cases"),
                        "auto",
                        secret.places());

        CaseFolder scanned = new ProjectScan(request, Progress.none()).scan();

        String standIn = secret.places().getFirst().standIn();
        assertThat(scanned.evidence().of(ScannerEnded.class).map(seen -> seen.what().how()))
                .allMatch(how -> how.equals("done"));
        assertThat(club.logins()).contains("Bearer " + MembersClub.TOKEN);
        assertThat(club.logins()).noneMatch(login -> login.contains(standIn));
        assertThat(secret.login().value()).contains(standIn).doesNotContain(MembersClub.TOKEN);
        assertThat(all(folder.resolve("cases"))).doesNotContain(MembersClub.TOKEN);
        return scanned;
    }

    private static List<WeaknessReported> weaknesses(CaseFolder scanned) throws IOException {
        return scanned.evidence().of(WeaknessReported.class).map(seen -> seen.what()).toList();
    }

    private static boolean at(WeaknessReported weakness, String path) {
        return weakness.url().replaceFirst("[?].*$", "").endsWith(path);
    }

    private static String all(Path tree) throws IOException {
        var text = new StringBuilder();
        try (Stream<Path> files = Files.walk(tree)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                text.append(new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1));
            }
        }
        assertThat(text).isNotEmpty();
        return text.toString();
    }

    private static Path made(String script) throws InterruptedException {
        Command.Result made =
                Command.of(Path.of(script).toAbsolutePath().toString())
                        .withOnly(System.getenv())
                        .within(Duration.ofMinutes(10))
                        .run();
        assertThat(made.good()).as(made.complaint()).isTrue();
        return Path.of(made.stdout().strip().lines().toList().getLast());
    }
}
