package io.mcpsf.service.job;

import io.mcpsf.model.Target;
import io.mcpsf.source.BadSourceException;
import io.mcpsf.source.Sources;
import io.mcpsf.web.PublicAddress;

import java.io.IOException;
import java.net.InetAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/**
 * What a service may be asked to assess. The words come from strangers and the service sits inside
 * somebody's network: no files of its own machine, no addresses that only it can reach, no hosts to
 * clone from but those that everybody knows, unless its operator says so.
 */
public final class SourcePolicy {

    private static final Set<String> FORGES =
            Set.of("github.com", "gitlab.com", "codeberg.org", "bitbucket.org");

    /** A folder in which nothing is, so that no word is the name of a folder in it. */
    private static final Path NOWHERE = Path.of("/nonexistent/mcpsf");

    private final Allowed allowed;
    private final Resolver resolver;

    /** What the operator allows beyond the usual. */
    public record Allowed(Set<String> gitHosts, List<Path> folders, boolean privateTargets) {
        public Allowed {
            gitHosts = Set.copyOf(gitHosts);
            folders = List.copyOf(folders);
        }

        /** Where a path leads, if that is in a folder that is allowed. */
        Optional<Path> real(Path path) {
            try {
                Path real = path.toRealPath();
                for (Path folder : folders) {
                    if (real.startsWith(folder.toRealPath())) {
                        return Optional.of(real);
                    }
                }
            } catch (IOException e) {
                // Told like all others: whether a file is there is nobody's business.
            }
            return Optional.empty();
        }

        public static Allowed nothing() {
            return new Allowed(Set.of(), List.of(), false);
        }
    }

    /** Names to addresses. */
    @FunctionalInterface
    public interface Resolver {
        InetAddress[] resolve(String host) throws UnknownHostException;
    }

    public SourcePolicy(Allowed allowed, Resolver resolver) {
        this.allowed = allowed;
        this.resolver = resolver;
    }

    public Allowed allowed() {
        return allowed;
    }

    /** What is said about a source. */
    public sealed interface Ruling {
        /** It may be assessed; {@code live} when it runs already, somewhere else. */
        record Fine(boolean live) implements Ruling {}

        /** It is no source at all. */
        record Bad(String why) implements Ruling {}

        /** It is one, and not for this service. */
        record Forbidden(String why) implements Ruling {}
    }

    /** About any source but an upload. */
    public Ruling check(String hostile) {
        if (hostile.startsWith("-")) {
            return new Ruling.Bad("A source must not start with a dash.");
        }
        Target target;
        try {
            target = Sources.parse(hostile, NOWHERE);
        } catch (BadSourceException e) {
            return new Ruling.Bad(String.valueOf(e.getMessage()));
        }
        return switch (target) {
            case Target.Npm _, Target.Pypi _ -> new Ruling.Fine(false);
            case Target.Git git -> git(git.repository());
            case Target.Image _ -> new Ruling.Forbidden("container images are not assessed here");
            case Target.Remote(URI there) -> remote(there);
            case Target.Localhost _ ->
                    allowed.privateTargets()
                            ? new Ruling.Fine(true)
                            : new Ruling.Forbidden(
                                    "localhost is the machine of the service, not yours");
            case Target.Local(Path path) -> onDisk(path);
            case Target.Archive(Path path) -> onDisk(path);
        };
    }

    private Ruling git(URI repository) {
        String host = String.valueOf(repository.getHost()).toLowerCase(Locale.ROOT);
        boolean known = FORGES.contains(host) || allowed.gitHosts().contains(host);
        return known && "https".equals(repository.getScheme()) && repository.getPort() < 0
                ? new Ruling.Fine(false)
                : new Ruling.Forbidden(
                        "repositories are allowed only from "
                                + String.join(", ", FORGES.stream().sorted().toList()));
    }

    private Ruling remote(URI uri) {
        if (allowed.privateTargets()) {
            return new Ruling.Fine(true);
        }
        if (uri.getPort() >= 0 && uri.getPort() != 443) {
            return new Ruling.Forbidden("servers are allowed only on port 443");
        }
        return open(uri.getHost())
                ? new Ruling.Fine(true)
                : new Ruling.Forbidden("the name does not resolve to a public address");
    }

    private Ruling onDisk(Path path) {
        return allowed.real(path).isPresent()
                ? new Ruling.Fine(false)
                : new Ruling.Forbidden("upload folders with POST /api/v1/uploads");
    }

    /**
     * A source as a worker is to use it, or nothing when it may not. Where a path leads may have
     * changed since its job was submitted, so it is followed again and named by where it leads now.
     */
    public Optional<String> now(String source) {
        if (ScanRequests.about(source)) {
            return allowed.real(Path.of(source.substring(ScanRequests.PREFIX.length())))
                    .map(real -> ScanRequests.PREFIX + real);
        }
        return switch (Sources.parse(source, NOWHERE)) {
            case Target.Local(Path path) -> allowed.real(path).map(Path::toString);
            case Target.Archive(Path path) -> allowed.real(path).map(Path::toString);
            case Target.Image _ -> Optional.empty();
            case Target.Npm _, Target.Pypi _, Target.Git _, Target.Remote _, Target.Localhost _ ->
                    Optional.of(source);
        };
    }

    /** About a project on this machine that is to be scanned. */
    public Ruling project(String hostile) {
        try {
            return onDisk(Path.of(hostile)) instanceof Ruling.Fine fine
                    ? fine
                    : new Ruling.Forbidden("the operator does not allow scans of that folder");
        } catch (InvalidPathException e) {
            return new Ruling.Bad("A project is the path of a folder.");
        }
    }

    /** Why a person should look at it first. */
    public List<String> risks(JobRequest request, boolean live) {
        var risks = new ArrayList<String>();
        if (request.profile().equals("aggressive")) {
            risks.add("aggressive test intensity");
        }
        if (!request.reach().allowNet().isEmpty()) {
            risks.add("it contacts real hosts: " + String.join(", ", request.reach().allowNet()));
        }
        if (live) {
            risks.add("it tests a live server");
        }
        return risks;
    }

    /**
     * Whether all hosts that it would really reach may be; those are looked at again at the door.
     */
    public boolean mayReach(List<String> allowNet) {
        return allowed.privateTargets()
                || allowNet.stream().allMatch(word -> open(word.split(":", 2)[0]));
    }

    /** All addresses of the host are open to everybody. */
    private boolean open(String host) {
        try {
            InetAddress[] addresses = resolver.resolve(host);
            for (InetAddress address : addresses) {
                if (!PublicAddress.is(address)) {
                    return false;
                }
            }
            return addresses.length > 0;
        } catch (UnknownHostException e) {
            return false;
        }
    }
}
