package io.mcpsf.acquire;

import io.mcpsf.model.Target;
import io.mcpsf.version.PythonSpecifiers;
import io.mcpsf.version.PythonVersion;

import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Which file pip would take: the newest version that suits this Python, and its best file. */
final class PypiPick {

    private final Target.Pypi target;
    private final String pythonText;
    private final Optional<PythonVersion> python;
    private final String processor;

    PypiPick(Target.Pypi target, String python) {
        this.target = target;
        this.pythonText = python;
        this.python = PythonVersion.parse(python);
        this.processor =
                switch (System.getProperty("os.arch", "").toLowerCase(Locale.ROOT)) {
                    case "amd64", "x86_64" -> "x86_64";
                    case "aarch64", "arm64" -> "aarch64";
                    case String other -> other;
                };
    }

    PythonIndex.Offer from(List<PythonIndex.Offer> offers) {
        List<PythonIndex.Offer> asked =
                target.version().isEmpty() ? released(offers) : exactly(offers);
        List<PythonIndex.Offer> usable = asked.stream().filter(this::suits).toList();
        return usable.stream()
                .max(
                        Comparator.comparing((PythonIndex.Offer offer) -> offer.file().version())
                                .thenComparingInt(this::fit))
                .orElseThrow(() -> nothingFits(asked));
    }

    /** Prereleases only when there is nothing else. */
    private List<PythonIndex.Offer> released(List<PythonIndex.Offer> offers) {
        List<PythonIndex.Offer> standing =
                offers.stream().filter(offer -> !offer.marks().yanked()).toList();
        if (standing.isEmpty()) {
            throw allYanked(offers);
        }
        List<PythonIndex.Offer> final_ =
                standing.stream().filter(offer -> !offer.file().version().isPrerelease()).toList();
        boolean any = final_.stream().anyMatch(this::suits);
        return any ? final_ : standing;
    }

    private List<PythonIndex.Offer> exactly(List<PythonIndex.Offer> offers) {
        PythonVersion wanted =
                PythonVersion.parse(target.version())
                        .orElseThrow(
                                () ->
                                        new AcquireException(
                                                "cannot get " + target.name(),
                                                "%s is not a version".formatted(target.version()),
                                                "Write it as on the project's page"));
        List<PythonIndex.Offer> found =
                offers.stream()
                        .filter(offer -> offer.file().version().compareTo(wanted) == 0)
                        .toList();
        if (found.isEmpty()) {
            String newest =
                    offers.stream()
                            .max(Comparator.comparing(offer -> offer.file().version()))
                            .map(offer -> offer.file().versionText())
                            .orElse("unknown");
            throw new AcquireException(
                    "there is no %s==%s".formatted(target.name(), target.version()),
                    "the newest version is " + newest,
                    "Assess pypi:%s without a version, or with one that exists"
                            .formatted(target.name()));
        }
        return found;
    }

    private boolean suits(PythonIndex.Offer offer) {
        return fit(offer) > 0
                && (python.isEmpty()
                        || PythonSpecifiers.admits(offer.requiresPython(), python.get()));
    }

    private int fit(PythonIndex.Offer offer) {
        return offer.file().fit(python, processor);
    }

    /** pip would install none of them either, unless it is told which. */
    private AcquireException allYanked(List<PythonIndex.Offer> offers) {
        PythonIndex.Offer newest =
                offers.stream()
                        .max(Comparator.comparing(offer -> offer.file().version()))
                        .orElseThrow();
        String why = newest.marks().yankedBecause();
        return new AcquireException(
                "cannot use " + target.name(),
                "all its releases were yanked"
                        + (why.isBlank()
                                ? ""
                                : ": " + why.substring(0, Math.min(200, why.length()))),
                "To assess one anyway: pypi:%s==%s"
                        .formatted(target.name(), newest.file().versionText()));
    }

    private AcquireException nothingFits(List<PythonIndex.Offer> asked) {
        Optional<String> requires =
                asked.stream()
                        .map(PythonIndex.Offer::requiresPython)
                        .filter(text -> !text.isBlank())
                        .reduce((first, second) -> second);
        boolean wrongPython =
                python.isPresent()
                        && asked.stream()
                                .allMatch(
                                        offer ->
                                                !PythonSpecifiers.admits(
                                                        offer.requiresPython(), python.get()));
        return wrongPython && requires.isPresent()
                ? new AcquireException(
                        "cannot use " + target.name(),
                        "it requires Python %s, and this is %s"
                                .formatted(requires.get(), pythonText),
                        "Install such a Python, or assess an older version")
                : new AcquireException(
                        "cannot use " + target.name(),
                        "it has no file for Linux on " + processor,
                        "Assess another version, or its repository");
    }
}
