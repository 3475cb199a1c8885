package io.mcpsf.acquire;

import io.mcpsf.acquire.net.FetchException;
import io.mcpsf.acquire.net.Fetcher;
import io.mcpsf.model.Artifact;
import io.mcpsf.model.Release;
import io.mcpsf.model.Target;
import io.mcpsf.os.unpack.Unpack;
import io.mcpsf.version.PythonSpecifiers;
import io.mcpsf.version.PythonVersion;

import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/** A package of a Python index: a wheel where there is one that suits, else the source. */
final class PypiSource {

    private static final Duration FRESH = Duration.ofMinutes(5);
    private static final Duration FRESH_EXACT = Duration.ofDays(1);

    /** A project that every full index has; its page shows where the files of an index lie. */
    private static final String EVERYWHERE = "pip";

    private static final URI USUAL_FILES = URI.create("https://files.pythonhosted.org/");

    private final Registries registries;
    private final Fetcher fetcher;
    private final Lookup lookup;
    private final AcquireOptions settings;
    private final Consumer<String> note;

    PypiSource(
            Registries registries,
            Fetcher fetcher,
            Lookup lookup,
            AcquireOptions settings,
            Consumer<String> note) {
        this.registries = registries;
        this.fetcher = fetcher;
        this.lookup = lookup;
        this.settings = settings;
        this.note = note;
    }

    Artifact acquire(Target.Pypi target, Path into) throws InterruptedException {
        List<PythonIndex.Offer> offers = offers(target);
        PythonIndex.Offer offer = new PypiPick(target, settings.python()).from(offers);
        Integrity integrity =
                Integrity.ofHex("sha256", offer.sha256())
                        .orElseThrow(
                                () ->
                                        new AcquireException(
                                                "refused " + offer.file().name(),
                                                "the index has no SHA-256 for it",
                                                "Use an index that does, such as pypi.org"));
        Path archive;
        try {
            archive = lookup.file(fetcher, offer.uri(), integrity);
        } catch (FetchException e) {
            throw unreadable(target, e);
        }
        var parcel = new Parcel(target, into, note);
        var release =
                new Release(
                        target.name(),
                        offer.file().versionText(),
                        new Release.Origin(
                                offer.uri().toString(),
                                parcel.packedAs(offer.file().name()),
                                integrity.shown(),
                                offer.marks().provenance()),
                        new Release.Standing(
                                offer.marks().uploadedAt(),
                                yanked(offer.marks()),
                                because(target, offers, offer)),
                        Map.of());
        return parcel.open(archive, release, Unpack.Links.INNER_OR_REFUSE);
    }

    /** Whether an index has anything under this name. */
    boolean has(String name) throws InterruptedException {
        try {
            return !offers(new Target.Pypi(name, "")).isEmpty();
        } catch (MissingPackageException e) {
            return false;
        }
    }

    /** Every host that pip needs, as {@code host:port}: the indexes, and where their files lie. */
    Set<String> hosts() throws InterruptedException {
        Set<String> hosts = new LinkedHashSet<>(registries.pypiIndexHosts());
        for (URI index : registries.pypi()) {
            try {
                Lookup.Said said =
                        lookup.page(
                                fetcher,
                                index.resolve(EVERYWHERE + "/"),
                                PythonIndex.ACCEPT,
                                FRESH_EXACT);
                PythonIndex.addresses(said).stream()
                        .filter(uri -> uri.getHost() != null)
                        .limit(1000)
                        .forEach(uri -> hosts.add(Registries.hostAndPort(uri)));
            } catch (FetchException | AcquireException e) {
                // A private index need not have it, and keeps its files at home.
                if (index.equals(PipConfig.USUAL)) {
                    hosts.add(Registries.hostAndPort(USUAL_FILES));
                }
            }
        }
        return hosts;
    }

    /** As pip does: all indexes together, and the first one wins among equals. */
    private List<PythonIndex.Offer> offers(Target.Pypi target) throws InterruptedException {
        String project = PythonFile.normalized(target.name());
        List<PythonIndex.Offer> all = new ArrayList<>();
        FetchException last = null;
        int unknown = 0;
        for (URI index : registries.pypi()) {
            try {
                Lookup.Said said =
                        lookup.page(
                                fetcher,
                                index.resolve(project + "/"),
                                PythonIndex.ACCEPT,
                                target.version().isEmpty() ? FRESH : FRESH_EXACT);
                all.addAll(PythonIndex.read(said, target.name()));
            } catch (FetchException e) {
                last = e;
                unknown += e.status() == 404 ? 1 : 0;
            }
        }
        if (all.isEmpty() && last != null && unknown < registries.pypi().size()) {
            throw unreadable(target, last);
        }
        if (all.isEmpty()) {
            throw new MissingPackageException(
                    "there is no PyPI package " + target.name(),
                    String.join(", ", registries.pypi().stream().map(URI::getHost).toList())
                            + " does not know it",
                    "Check the spelling; an npm package is written npm:" + target.name());
        }
        return all;
    }

    private String because(
            Target.Pypi target, List<PythonIndex.Offer> offers, PythonIndex.Offer taken) {
        if (!target.version().isEmpty()) {
            return "asked for";
        }
        Optional<PythonVersion> python = PythonVersion.parse(settings.python());
        Optional<PythonIndex.Offer> newer =
                offers.stream()
                        .filter(offer -> !offer.marks().yanked())
                        .filter(offer -> !offer.file().version().isPrerelease())
                        .filter(
                                offer ->
                                        offer.file().version().compareTo(taken.file().version())
                                                > 0)
                        .max(Comparator.comparing(offer -> offer.file().version()));
        if (newer.isEmpty()) {
            return "the newest";
        }
        boolean python_fits =
                python.isEmpty()
                        || PythonSpecifiers.admits(newer.get().requiresPython(), python.get());
        return python_fits
                ? "%s has no file for this machine".formatted(newer.get().file().versionText())
                : "%s requires Python %s, and this is %s"
                        .formatted(
                                newer.get().file().versionText(),
                                newer.get().requiresPython(),
                                settings.python());
    }

    private static String yanked(PythonIndex.Marks marks) {
        String why = marks.yankedBecause();
        String shown = why.length() > 500 ? why.substring(0, 500) : why;
        return marks.yanked() ? shown.isBlank() ? "yanked" : "yanked: " + shown : "";
    }

    private static AcquireException unreadable(Target.Pypi target, FetchException e) {
        return new AcquireException(
                "cannot get " + target.name(),
                String.valueOf(e.getMessage()),
                "Check the network, and the index and proxy in your pip.conf",
                e);
    }
}
