package io.mcpsf.acquire;

import io.mcpsf.acquire.net.RegistryRoute;
import io.mcpsf.web.Proxies;

import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** What the user told pip: environment before user file before the system's. */
final class PipConfig {

    static final URI USUAL = URI.create("https://pypi.org/simple/");

    private final Map<String, String> settings = new LinkedHashMap<>();
    private final Map<String, String> env;
    private final List<RegistryRoute.Credential> credentials = new ArrayList<>();
    private final List<URI> indexes;

    PipConfig(Map<String, String> env, Path home) {
        this.env = env;
        for (Path file : files(env, home)) {
            Map<String, String> said = IniFile.read(file);
            for (String section : List.of("global.", "download.", "install.")) {
                said.forEach(
                        (key, value) -> {
                            if (key.startsWith(section)) {
                                settings.put(plain(key.substring(section.length())), value);
                            }
                        });
            }
        }
        env.forEach(
                (name, value) -> {
                    if (name.startsWith("PIP_") && !value.isEmpty()) {
                        settings.put(plain(name.substring(4)), value);
                    }
                });
        this.indexes = readIndexes();
    }

    /** The index first, then the extra ones; never empty. */
    List<URI> indexes() {
        return indexes;
    }

    RegistryRoute route() {
        Proxies usual = Proxies.of(env);
        String proxy = settings.getOrDefault("proxy", "");
        return new RegistryRoute(
                credentials,
                proxy.isBlank() ? usual : new Proxies(proxy, proxy, usual.direct()),
                authorities());
    }

    private List<URI> readIndexes() {
        var found = new LinkedHashSet<URI>();
        found.add(index(settings.getOrDefault("index-url", "")));
        for (String extra : settings.getOrDefault("extra-index-url", "").split("\\s+")) {
            if (!extra.isBlank()) {
                found.add(index(extra));
            }
        }
        return List.copyOf(found);
    }

    /** Takes the credential out of the address, so that no message can show it. */
    private URI index(String text) {
        URI uri = NpmConfig.address(text, USUAL);
        String user = uri.getUserInfo();
        if (user == null) {
            return uri;
        }
        String port = uri.getPort() < 0 ? "" : ":" + uri.getPort();
        URI plain = URI.create(uri.getScheme() + "://" + uri.getHost() + port + uri.getRawPath());
        // The files may lie beside the index, so the whole host is its place.
        credentials.add(
                new RegistryRoute.Credential(
                        "//" + uri.getHost().toLowerCase(Locale.ROOT) + port + "/",
                        NpmConfig.basic(user)));
        return plain;
    }

    private List<Path> authorities() {
        List<Path> files = new ArrayList<>();
        for (String file :
                List.of(
                        settings.getOrDefault("cert", ""),
                        env.getOrDefault("REQUESTS_CA_BUNDLE", ""),
                        env.getOrDefault("SSL_CERT_FILE", ""))) {
            if (!file.isBlank() && files.isEmpty() && Files.isRegularFile(Path.of(file))) {
                files.add(Path.of(file));
            }
        }
        return files;
    }

    private static String plain(String key) {
        return key.toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** The later ones win. */
    private static List<Path> files(Map<String, String> env, Path home) {
        String own = env.getOrDefault("PIP_CONFIG_FILE", "");
        if (own.equals("/dev/null")) {
            return List.of();
        }
        List<Path> files = new ArrayList<>();
        for (String folder : env.getOrDefault("XDG_CONFIG_DIRS", "/etc/xdg").split(":")) {
            files.add(Path.of(folder, "pip/pip.conf"));
        }
        files.add(Path.of("/etc/pip.conf"));
        files.add(home.resolve(".pip/pip.conf"));
        String config = env.getOrDefault("XDG_CONFIG_HOME", "");
        files.add(
                (config.isEmpty() ? home.resolve(".config") : Path.of(config))
                        .resolve("pip/pip.conf"));
        String venv = env.getOrDefault("VIRTUAL_ENV", "");
        if (!venv.isEmpty()) {
            files.add(Path.of(venv, "pip.conf"));
        }
        if (!own.isEmpty()) {
            files.add(Path.of(own));
        }
        return files;
    }
}
