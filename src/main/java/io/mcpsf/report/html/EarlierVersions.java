package io.mcpsf.report.html;

import io.mcpsf.report.EarlierVersion;
import io.mcpsf.report.Report;

import java.util.List;

/** Versions of the same package that were assessed before, each with what is different now. */
final class EarlierVersions {

    private static final int MAX_DIFFERENCES = 60;

    private final List<EarlierVersion> versions;
    private final Page page;

    EarlierVersions(Report report, Page page) {
        this.versions = report.earlier();
        this.page = page;
    }

    boolean empty() {
        return versions.isEmpty();
    }

    void write() {
        if (!empty()) {
            page.section("earlier", PageText.EARLIER, () -> versions.forEach(this::version));
        }
    }

    private void version(EarlierVersion earlier) {
        page.put(
                "h3",
                "",
                "%s: %s".formatted(earlier.version(), earlier.verdict().replace('_', ' ')));
        List<EarlierVersion.Difference> differences = earlier.differences();
        if (differences.isEmpty()) {
            page.put("p", "quiet", PageText.NO_DIFFERENCES);
        }
        page.box(
                "ul",
                "plain differences",
                () ->
                        differences.stream()
                                .limit(MAX_DIFFERENCES)
                                .forEach(one -> page.in("li", () -> difference(one))));
        if (differences.size() > MAX_DIFFERENCES) {
            page.put(
                    "p",
                    "quiet",
                    PageText.MORE_DIFFERENCES.formatted(differences.size() - MAX_DIFFERENCES));
        }
        page.put("p", "hint", PageText.EARLIER_CASE.formatted(earlier.caseId()));
    }

    private void difference(EarlierVersion.Difference one) {
        String sign =
                switch (one.sign()) {
                    case '+' -> PageText.NEW;
                    case '-' -> PageText.GONE;
                    default -> PageText.OTHERWISE;
                };
        page.put("strong", "", sign).text(" " + one.kind() + " ");
        page.in("code", () -> page.text(one.what(), Page.LINE));
    }
}
