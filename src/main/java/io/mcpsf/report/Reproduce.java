package io.mcpsf.report;

import io.mcpsf.model.CaseFile;
import io.mcpsf.model.Evidence;
import io.mcpsf.model.Finding;
import io.mcpsf.model.ProtocolObservation.VulnerabilityProven;
import io.mcpsf.text.ShellWords;

import java.util.ArrayList;
import java.util.List;

/** The command line that repeats a run. */
public final class Reproduce {

    /** What a session of mcpsf run has in the place of a profile. */
    private static final String SESSION = "run";

    private Reproduce() {}

    /** The JSON-RPC message that repeats a proven vulnerability, or empty. */
    static String request(Finding finding, Evidence evidence) {
        return evidence.of(VulnerabilityProven.class)
                .filter(proven -> finding.seen().contains(proven.at().seq()))
                .map(proven -> proven.what().request())
                .findFirst()
                .orElse("");
    }

    public static String command(CaseFile file) {
        CaseFile.Settings settings = file.settings();
        if (settings.profile().equals(SESSION)) {
            var again = new ArrayList<>(List.of("mcpsf", "run", file.subject().source(), "--"));
            again.addAll(settings.command());
            return ShellWords.join(again);
        }
        if (settings.profile().equals(CaseFile.INSPECTED)) {
            return ShellWords.join(List.of("mcpsf", "inspect", file.subject().source()));
        }
        var words = new ArrayList<>(List.of("mcpsf", "assess", file.subject().source()));
        if (!settings.command().isEmpty()) {
            words.add("--command");
            words.add(ShellWords.join(settings.command()));
        }
        settings.origins().stream()
                .filter(origin -> origin.name().equals(CaseFile.SERVER_URL))
                .forEach(origin -> words.addAll(List.of(CaseFile.SERVER_URL, origin.value())));
        words.addAll(List.of("--profile", settings.profile(), "--seed", "" + settings.seed()));
        if (!settings.detectors().isEmpty()) {
            words.addAll(List.of("--detectors", String.join(",", settings.detectors())));
        }
        return ShellWords.join(words);
    }
}
