package io.mcpsf.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpsf.json.EvidenceFormat;
import io.mcpsf.json.Json;
import io.mcpsf.model.CaseFile;
import io.mcpsf.model.Evidence;
import io.mcpsf.report.form.Form;
import io.mcpsf.report.profile.InstallAdvice;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.util.List;

final class SettingsShownTest {

    private static final List<CaseFile.Origin> ORIGINS =
            List.of(
                    new CaseFile.Origin("--memory", "1g", "command line"),
                    new CaseFile.Origin("MCPSF_PROFILE", "safe", "environment"),
                    new CaseFile.Origin("OPENAI_API_KEY", "", "/home/me/\u001b[2Jsettings.env"));

    @Test
    void theReportSaysWhereEachSettingStood() {
        Report report = report();

        String screen =
                new ClosingScreen(report, Screen.plain(), "", new InstallAdvice(report).brief())
                        .text();
        assertThat(screen)
                .contains("SETTINGS   MCPSF_PROFILE from environment")
                .contains("OPENAI_API_KEY from /home/me/")
                .doesNotContain("--memory")
                .doesNotContain("\u001b");
        var settings = Json.read(Form.named("json").orElseThrow().text(report)).path("settings");
        assertThat(settings.path(1).path("name").asString()).isEqualTo("MCPSF_PROFILE");
        assertThat(settings.path(1).path("from").asString()).isEqualTo("environment");
        assertThat(settings.size()).isEqualTo(3);
    }

    @Test
    void itStandsInTheEvidenceToo() throws IOException {
        String head =
                new String(EvidenceFormat.head(report().evidence().file()), StandardCharsets.UTF_8);

        assertThat(EvidenceFormat.read(new StringReader(head)).file().settings().origins())
                .isEqualTo(ORIGINS);
    }

    private static Report report() {
        Report report = Cases.calculator();
        Evidence evidence = report.evidence();
        CaseFile file = evidence.file();
        var settings = new CaseFile.Settings("safe", 1, List.of(), 0.5, ORIGINS);
        var told =
                new CaseFile(
                        file.id(), file.subject(), file.started(), file.toolVersion(), settings);
        return Report.of(
                new Evidence(told, evidence.seen(), evidence.coverage()),
                report.judgement(),
                List.of());
    }
}
