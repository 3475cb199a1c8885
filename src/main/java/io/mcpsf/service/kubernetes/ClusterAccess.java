package io.mcpsf.service.kubernetes;

import io.mcpsf.json.BadJsonException;
import io.mcpsf.json.Yaml;

import tools.jackson.databind.JsonNode;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.Map;

import javax.net.ssl.SSLContext;

/** Where the API server is and how we log in: as a pod of the cluster, or by a kubeconfig file. */
public record ClusterAccess(URI server, Token token, SSLContext tls, String namespace) {

    private static final Path ACCOUNT = Path.of("/var/run/secrets/kubernetes.io/serviceaccount");
    private static final byte[] NONE = new byte[0];

    /** The word to log in with, empty when a certificate is enough. It may change any time. */
    @FunctionalInterface
    public interface Token {
        String current() throws IOException;
    }

    /** As the environment says; throws with the reason when there is no cluster in it. */
    public static ClusterAccess of(Map<String, String> env) throws IOException {
        String host = env.getOrDefault("KUBERNETES_SERVICE_HOST", "");
        if (env.getOrDefault("KUBECONFIG", "").isEmpty() && !host.isEmpty()) {
            return inCluster(host, env.getOrDefault("KUBERNETES_SERVICE_PORT", "443"));
        }
        String home = env.getOrDefault("HOME", "/root");
        String file = env.getOrDefault("KUBECONFIG", "");
        Path path = file.isEmpty() ? Path.of(home, ".kube", "config") : Path.of(file);
        if (!Files.isRegularFile(path)) {
            throw new IOException("there is no kubeconfig file at " + path);
        }
        return kubeconfig(path);
    }

    /** The same in another namespace. */
    public ClusterAccess in(String other) {
        return new ClusterAccess(server, token, tls, other);
    }

    private static ClusterAccess inCluster(String host, String port) throws IOException {
        String name = host.contains(":") ? "[" + host + "]" : host;
        return new ClusterAccess(
                URI.create("https://" + name + ":" + port),
                // Read each time: the kubelet renews it.
                () -> Files.readString(ACCOUNT.resolve("token")).strip(),
                PemTls.context(Files.readAllBytes(ACCOUNT.resolve("ca.crt")), NONE, NONE),
                Files.readString(ACCOUNT.resolve("namespace")).strip());
    }

    static ClusterAccess kubeconfig(Path file) throws IOException {
        JsonNode config;
        try {
            config = Yaml.read(Files.readAllBytes(file));
        } catch (BadJsonException e) {
            throw new IOException("%s can't be read: %s".formatted(file, e.getMessage()), e);
        }
        Path folder = file.toAbsolutePath().getParent();
        Path beside = folder == null ? Path.of("/") : folder;
        String current = config.path("current-context").stringValue("");
        JsonNode context = named(config, "contexts", current).path("context");
        JsonNode cluster =
                named(config, "clusters", context.path("cluster").stringValue("")).path("cluster");
        JsonNode user = named(config, "users", context.path("user").stringValue("")).path("user");
        if (user.has("exec") || user.has("auth-provider")) {
            throw new IOException(
                    "the user of %s logs in by a plugin; use a token or a certificate"
                            .formatted(file));
        }
        if (cluster.path("insecure-skip-tls-verify").booleanValue(false)) {
            throw new IOException("%s asks not to verify the API server".formatted(file));
        }
        return new ClusterAccess(
                URI.create(cluster.path("server").stringValue("")),
                token(user, beside),
                PemTls.context(
                        bytes(cluster, "certificate-authority", beside),
                        bytes(user, "client-certificate", beside),
                        bytes(user, "client-key", beside)),
                context.path("namespace").stringValue("default"));
    }

    private static Token token(JsonNode user, Path beside) {
        String file = user.path("tokenFile").stringValue("");
        String word = user.path("token").stringValue("");
        return file.isEmpty() ? () -> word : () -> Files.readString(beside.resolve(file)).strip();
    }

    private static JsonNode named(JsonNode config, String list, String name) throws IOException {
        for (JsonNode one : config.path(list)) {
            if (one.path("name").stringValue("").equals(name)) {
                return one;
            }
        }
        throw new IOException("the kubeconfig has no \"%s\" among its %s".formatted(name, list));
    }

    /** Given in the file, or as the path of another. */
    private static byte[] bytes(JsonNode node, String name, Path beside) throws IOException {
        String inline = node.path(name + "-data").stringValue("");
        if (!inline.isEmpty()) {
            return Base64.getDecoder().decode(inline);
        }
        String path = node.path(name).stringValue("");
        return path.isEmpty() ? NONE : Files.readAllBytes(beside.resolve(path));
    }

    @Override
    public String toString() {
        return server + " " + namespace;
    }
}
