package io.mcpsf.acquire;

import io.mcpsf.acquire.net.Fetcher;
import io.mcpsf.model.Artifact;
import io.mcpsf.model.Target;

import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Turns a target into bytes that we hold. What had to be left out or decided is noted in our own
 * words.
 */
public final class Acquisition implements AutoCloseable {

    private final Registries registries;
    private final Consumer<String> note;
    private final Lookup lookup;
    private final AcquireOptions settings;
    private final Fetcher npmFetcher;
    private final Fetcher pypiFetcher;

    public Acquisition(
            Cache cache, Registries registries, AcquireOptions settings, Consumer<String> note) {
        this.registries = registries;
        this.settings = settings;
        this.note = note;
        this.lookup = new Lookup(cache, settings, note);
        this.npmFetcher = new Fetcher(registries.npmRoute());
        this.pypiFetcher = new Fetcher(registries.pypiRoute());
    }

    /**
     * Writes the target's files to {@code into}, which is missing or empty, and the archive they
     * came in, if any, beside it. Throws {@link AcquireException} when that cannot be.
     */
    public Artifact acquire(Target target, Path into) throws InterruptedException {
        return switch (target) {
            case Target.Local local -> FolderSource.acquire(local, into, note);
            case Target.Archive archive -> ArchiveSource.acquire(archive, into, note);
            case Target.Npm npm ->
                    new NpmSource(registries, npmFetcher, lookup, settings, note)
                            .acquire(npm, into);
            case Target.Pypi pypi -> pypi().acquire(pypi, into);
            case Target.Git git -> new GitSource(registries, lookup, note).acquire(git, into);
            case Target.Image image ->
                    new ImageSource(registries.dockerEnvironment(), settings.offline(), note)
                            .acquire(image, into);
            case Target.Remote remote -> throw noCode(remote);
            case Target.Localhost here -> throw noCode(here);
        };
    }

    /** The packages of this name, of npm first; empty when no registry has one. */
    public List<Target> packages(String name, String version) throws InterruptedException {
        var npm = new NpmSource(registries, npmFetcher, lookup, settings, note);
        return new PackageHomes(npm::has, pypi()::has).of(name, version);
    }

    /** The hosts that {@code npm install} needs, each as {@code host:port}. */
    public Set<String> npmHosts() {
        return registries.npmHosts();
    }

    /** The hosts that {@code pip install} needs, each as {@code host:port}; asks the indexes. */
    public Set<String> pypiHosts() throws InterruptedException {
        return pypi().hosts();
    }

    @Override
    public void close() {
        npmFetcher.close();
        pypiFetcher.close();
    }

    private PypiSource pypi() {
        return new PypiSource(registries, pypiFetcher, lookup, settings, note);
    }

    private static AcquireException noCode(Target target) {
        return new AcquireException(
                "cannot get the code of " + target.name(), "a running server shows none", "");
    }
}
