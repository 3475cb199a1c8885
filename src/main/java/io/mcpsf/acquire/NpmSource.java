package io.mcpsf.acquire;

import io.mcpsf.acquire.net.FetchException;
import io.mcpsf.acquire.net.Fetcher;
import io.mcpsf.json.BadJsonException;
import io.mcpsf.json.Json;
import io.mcpsf.model.Artifact;
import io.mcpsf.model.Release;
import io.mcpsf.model.Target;

import tools.jackson.databind.JsonNode;

import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/** A package of an npm registry: what it says of itself, its tarball, checked and unpacked. */
final class NpmSource {

    /** Long enough for one sitting, short enough to see a new release. */
    private static final Duration FRESH = Duration.ofMinutes(5);

    /** What was published once does not change; that it was deprecated since may be late a day. */
    private static final Duration FRESH_EXACT = Duration.ofDays(1);

    private static final List<String> INSTALL_SCRIPTS =
            List.of("preinstall", "install", "postinstall", "prepare");

    private final Registries registries;
    private final Fetcher fetcher;
    private final Lookup lookup;
    private final AcquireOptions settings;
    private final Consumer<String> note;

    NpmSource(
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

    Artifact acquire(Target.Npm target, Path into) throws InterruptedException {
        NpmPick pick = pick(target);
        JsonNode dist = pick.manifest().path("dist");
        Integrity integrity =
                Integrity.ofSri(Json.text(dist, "integrity"))
                        .or(() -> Integrity.ofHex("sha1", Json.text(dist, "shasum")))
                        .orElseThrow(
                                () ->
                                        new AcquireException(
                                                "refused %s@%s"
                                                        .formatted(target.name(), pick.version()),
                                                "the registry has no digest for it",
                                                "Assess another version"));
        URI tarball = tarball(target, dist);
        Path archive = file(target, tarball, integrity);
        String fileName =
                "%s-%s.tgz"
                        .formatted(
                                target.name().replace("@", "").replace('/', '-'),
                                pick.version().replaceAll("[^0-9A-Za-z.+-]", "_"));
        var parcel = new Parcel(target, into, note);
        return parcel.openNpm(
                archive, release(target, pick, tarball, parcel.packedAs(fileName), integrity));
    }

    /** Whether the registry has anything under this name. */
    boolean has(String name) throws InterruptedException {
        try {
            return !packument(new Target.Npm(name, "")).path("versions").isEmpty();
        } catch (MissingPackageException e) {
            return false;
        }
    }

    private NpmPick pick(Target.Npm target) throws InterruptedException {
        JsonNode packument = packument(target);
        Optional<NpmPick> found = NpmPick.from(packument, target.version(), settings.node());
        if (found.isEmpty()) {
            boolean empty = packument.path("versions").isEmpty();
            String latest = Json.text(packument.path("dist-tags"), "latest");
            throw new AcquireException(
                    "there is no %s@%s".formatted(target.name(), target.version()),
                    empty ? "all versions were unpublished" : "the newest version is " + latest,
                    empty
                            ? ""
                            : "Assess %s without a version, or with one that exists"
                                    .formatted(target.name()));
        }
        NpmPick pick = found.get();
        if (!pick.runsOn(settings.node())) {
            note.accept(
                    "%s@%s requires Node %s, and this is %s"
                            .formatted(
                                    target.name(), pick.version(), pick.engine(), settings.node()));
        }
        return pick;
    }

    private JsonNode packument(Target.Npm target) throws InterruptedException {
        URI uri = URI.create(registries.npmFor(target.name()) + target.name().replace("/", "%2f"));
        boolean exact = target.version().matches("[0-9]+\\.[0-9]+\\.[0-9]+.*");
        try {
            Lookup.Said said =
                    lookup.page(fetcher, uri, "application/json", exact ? FRESH_EXACT : FRESH);
            JsonNode packument = Json.read(said.bytes());
            if (exact && !packument.path("versions").has(target.version())) {
                // It may be younger than what we kept.
                return Json.read(lookup.page(fetcher, uri, "application/json", FRESH).bytes());
            }
            return packument;
        } catch (FetchException e) {
            throw e.status() == 404 ? missing(target, uri) : unreadable(target, e);
        } catch (BadJsonException e) {
            throw new AcquireException(
                    "cannot read the metadata of %s at %s".formatted(target.name(), uri.getHost()),
                    "the answer is not JSON: " + e.getMessage(),
                    "Check the registry in your .npmrc",
                    e);
        }
    }

    private Path file(Target.Npm target, URI tarball, Integrity integrity)
            throws InterruptedException {
        try {
            return lookup.file(fetcher, tarball, integrity);
        } catch (FetchException e) {
            throw unreadable(target, e);
        }
    }

    /** As npm does: a mirror that names npm's own host means itself. */
    private URI tarball(Target.Npm target, JsonNode dist) {
        String hostile = Json.text(dist, "tarball");
        URI registry = registries.npmFor(target.name());
        try {
            URI uri = URI.create(hostile);
            boolean ours = String.valueOf(uri.getHost()).equals(registry.getHost());
            if (String.valueOf(uri.getHost()).equals(NpmConfig.USUAL.getHost()) && !ours) {
                return URI.create(registry + uri.getRawPath().substring(1));
            }
            if (uri.getHost() != null && ("https".equals(uri.getScheme()) || ours)) {
                return uri;
            }
        } catch (IllegalArgumentException e) {
            throw noTarball(target);
        }
        throw noTarball(target);
    }

    private static Release release(
            Target.Npm target, NpmPick pick, URI tarball, Path packed, Integrity integrity) {
        JsonNode manifest = pick.manifest();
        String attested =
                Json.text(
                        manifest.path("dist").path("attestations").path("provenance"),
                        "predicateType");
        Map<String, String> scripts = new LinkedHashMap<>();
        for (String name : INSTALL_SCRIPTS) {
            String script = Json.text(manifest.path("scripts"), name);
            if (!script.isEmpty()) {
                scripts.put(name, script.length() > 4096 ? script.substring(0, 4096) : script);
            }
        }
        return new Release(
                target.name(),
                pick.version(),
                new Release.Origin(tarball.toString(), packed, integrity.shown(), attested),
                new Release.Standing(pick.published(), pick.deprecated(), pick.because()),
                scripts);
    }

    private static AcquireException missing(Target.Npm target, URI uri) {
        return new MissingPackageException(
                "there is no npm package " + target.name(),
                uri.getHost() + " does not know it",
                "Check the spelling; a PyPI package is written pypi:%1$s, a folder ./%1$s"
                        .formatted(target.name()));
    }

    private static AcquireException unreadable(Target.Npm target, FetchException e) {
        String next =
                e.status() == 401 || e.status() == 403
                        ? "Log in with npm login, or check the token in your .npmrc"
                        : "Check the network, and the registry and proxy in your .npmrc";
        return new AcquireException(
                "cannot get " + target.name(), String.valueOf(e.getMessage()), next, e);
    }

    private static AcquireException noTarball(Target.Npm target) {
        return new AcquireException(
                "cannot get " + target.name(), "the registry has no usable URL for it", "");
    }
}
