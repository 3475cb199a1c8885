package io.mcpsf.acquire;

import io.mcpsf.acquire.net.RegistryRoute;

import java.net.URI;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Where packages come from, as the user's own npm and pip are told: registries, credentials,
 * proxies and certificates. Nothing that lies in a sample is asked.
 */
public final class Registries {

    private final URI npm;
    private final Map<String, URI> npmScopes;
    private final RegistryRoute npmRoute;
    private final List<URI> pypi;
    private final RegistryRoute pypiRoute;
    private final Map<String, String> gitEnvironment;
    private final Map<String, String> dockerEnvironment;

    private Registries(
            NpmConfig npmConfig,
            PipConfig pipConfig,
            Map<String, String> git,
            Map<String, String> docker) {
        this.npm = npmConfig.registry();
        this.npmScopes = Map.copyOf(npmConfig.scopes());
        this.npmRoute = npmConfig.route();
        this.pypi = pipConfig.indexes();
        this.pypiRoute = pipConfig.route();
        this.gitEnvironment = Map.copyOf(git);
        this.dockerEnvironment = Map.copyOf(docker);
    }

    /** As this user's environment and home folder say. */
    public static Registries of(Map<String, String> env, Path home) {
        return new Registries(
                new NpmConfig(env, home),
                new PipConfig(env, home),
                GitSource.environment(env),
                DockerProgram.environment(env));
    }

    public URI npm() {
        return npm;
    }

    /** Registries of single scopes, by scope with its at sign. */
    public Map<String, URI> npmScopes() {
        return npmScopes;
    }

    /** The registry that has a package of this name. */
    public URI npmFor(String packageName) {
        int slash = packageName.indexOf('/');
        return packageName.startsWith("@") && slash > 0
                ? npmScopes.getOrDefault(packageName.substring(0, slash), npm)
                : npm;
    }

    /** The Python index and the extra ones, in pip's order. */
    public List<URI> pypi() {
        return pypi;
    }

    /** How npm's registries are reached; the credentials in it are for our own process only. */
    public RegistryRoute npmRoute() {
        return npmRoute;
    }

    public RegistryRoute pypiRoute() {
        return pypiRoute;
    }

    /** The hosts that {@code npm install} needs, each as {@code host:port}. */
    public Set<String> npmHosts() {
        var hosts = new LinkedHashSet<String>();
        hosts.add(hostAndPort(npm));
        npmScopes.values().forEach(uri -> hosts.add(hostAndPort(uri)));
        return hosts;
    }

    /** The hosts of the Python indexes alone; {@link Acquisition#pypiHosts} knows of the files. */
    public Set<String> pypiIndexHosts() {
        var hosts = new LinkedHashSet<String>();
        pypi.forEach(uri -> hosts.add(hostAndPort(uri)));
        return hosts;
    }

    Map<String, String> gitEnvironment() {
        return gitEnvironment;
    }

    /** What of the user's environment Docker gets. */
    Map<String, String> dockerEnvironment() {
        return dockerEnvironment;
    }

    static String hostAndPort(URI uri) {
        int usual = "http".equals(uri.getScheme()) ? 80 : 443;
        return uri.getHost() + ":" + (uri.getPort() < 0 ? usual : uri.getPort());
    }
}
