package io.mcpsf.acquire;

import io.mcpsf.acquire.net.RegistryRoute;
import io.mcpsf.web.Proxies;

import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What the user told npm: environment before user file before global file. A file in a project is
 * never read, for that is the sample's.
 */
final class NpmConfig {

    static final URI USUAL = URI.create("https://registry.npmjs.org/");
    private static final Pattern VARIABLE = Pattern.compile("\\$\\{([A-Za-z0-9_]+)\\??}");

    private final Map<String, String> settings = new LinkedHashMap<>();
    private final Map<String, String> env;

    NpmConfig(Map<String, String> env, Path home) {
        this.env = env;
        Map<String, String> said = fromEnvironment(env);
        for (Path file : globalFiles(env, said)) {
            add(IniFile.read(file));
        }
        add(
                IniFile.read(
                        Path.of(
                                said.getOrDefault(
                                        "userconfig", home.resolve(".npmrc").toString()))));
        add(said);
    }

    URI registry() {
        return address(settings.getOrDefault("registry", ""), USUAL);
    }

    /** By scope, with its at sign. */
    Map<String, URI> scopes() {
        Map<String, URI> scopes = new TreeMap<>();
        settings.forEach(
                (key, value) -> {
                    if (key.startsWith("@") && key.endsWith(":registry")) {
                        URI uri = address(value, USUAL);
                        scopes.put(key.substring(0, key.indexOf(':')), uri);
                    }
                });
        return scopes;
    }

    RegistryRoute route() {
        return new RegistryRoute(credentials(), proxies(), authorities());
    }

    private List<RegistryRoute.Credential> credentials() {
        List<RegistryRoute.Credential> found = new ArrayList<>();
        settings.forEach(
                (key, value) -> {
                    int colon = key.lastIndexOf(':');
                    if (!key.startsWith("//") || colon < 3 || value.isBlank()) {
                        return;
                    }
                    String place = key.substring(0, colon);
                    String closed = place.endsWith("/") ? place : place + "/";
                    switch (key.substring(colon + 1)) {
                        case "_authToken" ->
                                found.add(new RegistryRoute.Credential(closed, "Bearer " + value));
                        case "_auth" ->
                                found.add(new RegistryRoute.Credential(closed, "Basic " + value));
                        case "_password" -> found.add(named(place, closed, value));
                        default -> {}
                    }
                });
        return found;
    }

    private RegistryRoute.Credential named(String place, String closed, String password) {
        String user = settings.getOrDefault(place + ":username", "");
        String plain;
        try {
            plain = new String(Base64.getDecoder().decode(password), StandardCharsets.UTF_8);
        } catch (IllegalArgumentException e) {
            plain = password;
        }
        return new RegistryRoute.Credential(closed, basic(user + ":" + plain));
    }

    static String basic(String userAndPassword) {
        return "Basic "
                + Base64.getEncoder()
                        .encodeToString(userAndPassword.getBytes(StandardCharsets.UTF_8));
    }

    private Proxies proxies() {
        Proxies usual = Proxies.of(env);
        String both = word("proxy", "");
        return new Proxies(
                word("https-proxy", both.isEmpty() ? usual.https() : both),
                both.isEmpty() ? usual.http() : both,
                settings.containsKey("noproxy")
                        ? List.of(settings.getOrDefault("noproxy", "").split(","))
                        : usual.direct());
    }

    private List<Path> authorities() {
        List<Path> files = new ArrayList<>();
        for (String file :
                List.of(word("cafile", ""), env.getOrDefault("NODE_EXTRA_CA_CERTS", ""))) {
            if (!file.isBlank()
                    && !files.contains(Path.of(file))
                    && Files.isReadable(Path.of(file))) {
                files.add(Path.of(file));
            }
        }
        return files;
    }

    private String word(String key, String otherwise) {
        String value = settings.getOrDefault(key, "");
        return value.isBlank() || value.equals("null") || value.equals("false") ? otherwise : value;
    }

    private void add(Map<String, String> more) {
        more.forEach((key, value) -> settings.put(key, expanded(value)));
    }

    /** What is not set stays as it is written, as in npm. */
    private String expanded(String value) {
        return VARIABLE.matcher(value)
                .replaceAll(
                        found ->
                                Matcher.quoteReplacement(
                                        env.getOrDefault(found.group(1), found.group())));
    }

    private static Map<String, String> fromEnvironment(Map<String, String> env) {
        Map<String, String> said = new LinkedHashMap<>();
        env.forEach(
                (name, value) -> {
                    if (name.toLowerCase(Locale.ROOT).startsWith("npm_config_")
                            && !value.isEmpty()) {
                        String key = name.substring("npm_config_".length());
                        boolean exact = key.startsWith("//") || key.startsWith("@");
                        said.put(
                                exact
                                        ? key
                                        : key.toLowerCase(Locale.ROOT).replaceAll("(?<!^)_", "-"),
                                value);
                    }
                });
        return said;
    }

    /** Where npm looks depends on where node lives; these are the places on any Linux. */
    private static List<Path> globalFiles(Map<String, String> env, Map<String, String> said) {
        if (said.containsKey("globalconfig")) {
            return List.of(Path.of(said.getOrDefault("globalconfig", "")));
        }
        List<Path> files = new ArrayList<>(List.of(Path.of("/etc/npmrc")));
        String prefix = said.getOrDefault("prefix", env.getOrDefault("PREFIX", ""));
        if (!prefix.isBlank()) {
            files.add(Path.of(prefix, "etc/npmrc"));
            return files;
        }
        for (String folder : env.getOrDefault("PATH", "").split(":")) {
            Path node = Path.of(folder, "node");
            Path above = node.getParent() == null ? null : node.getParent().getParent();
            if (node.isAbsolute() && above != null && Files.isExecutable(node)) {
                files.add(above.resolve("etc/npmrc"));
                return files;
            }
        }
        return files;
    }

    /** Always with a slash at the end, so that names can be resolved against it. */
    static URI address(String text, URI otherwise) {
        try {
            URI uri = URI.create(text.strip());
            boolean web = "https".equals(uri.getScheme()) || "http".equals(uri.getScheme());
            if (!web || uri.getHost() == null) {
                return otherwise;
            }
            return text.strip().endsWith("/") ? uri : URI.create(text.strip() + "/");
        } catch (IllegalArgumentException e) {
            return otherwise;
        }
    }
}
