package io.mcpsf.discover;

import io.mcpsf.discover.ConfiguredServer.Issue;
import io.mcpsf.discover.ConfiguredServer.Level;
import io.mcpsf.discover.ConfiguredServer.Scope;
import io.mcpsf.discover.ConfiguredServer.Transport;

import tools.jackson.databind.JsonNode;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** What is wrong with one entry, seen from its configuration alone. No message quotes a value. */
final class EntryIssues {

    private static final Pattern LOCAL =
            Pattern.compile("(?i)http://(localhost|127\\.[0-9.]+|\\[::1])([:/].*)?");
    private static final Pattern ROOT_MOUNT =
            Pattern.compile("/:.*|.*(source|src)=/,.*|.*docker\\.sock.*");

    private EntryIssues() {}

    static List<Issue> of(
            ConfiguredServer server, JsonNode entry, List<String> command, String url) {
        var issues = new ArrayList<Issue>();
        version(server.source()).ifPresent(issues::add);
        if (url.startsWith("http://") && !LOCAL.matcher(url).matches()) {
            issues.add(
                    new Issue(
                            "plain-http",
                            Level.HIGH,
                            "not encrypted: its traffic can be read and changed in transit"));
        }
        secrets(entry, command, url, issues);
        if (entry.path("trust").asBoolean(false)
                || everything(entry, "autoApprove")
                || everything(entry, "alwaysAllow")) {
            issues.add(
                    new Issue(
                            "auto-approved",
                            Level.MEDIUM,
                            "all its tools run without the user's approval"));
        }
        boolean container = server.source().startsWith("docker:");
        if (container
                && (command.contains("--privileged")
                        || command.stream().anyMatch(word -> ROOT_MOUNT.matcher(word).matches()))) {
            issues.add(
                    new Issue(
                            "privileged-container",
                            Level.HIGH,
                            "its container controls the host: --privileged, the root folder or the"
                                    + " engine's socket"));
        }
        if (server.place().scope() == Scope.PROJECT
                && server.launch().transport() == Transport.STDIO) {
            issues.add(
                    new Issue(
                            "project-command",
                            Level.LOW,
                            "a file in the repository starts this program: anyone who can change"
                                    + " the repository can replace it"));
        }
        return issues;
    }

    private static java.util.Optional<Issue> version(String source) {
        boolean npm =
                source.startsWith("npm:")
                        && !source.matches("npm:(@[^/]+/)?[^@]+@v?[0-9]+\\.[0-9]+\\.[0-9]+.*");
        boolean pypi = source.startsWith("pypi:") && !source.contains("==");
        boolean image = source.startsWith("docker:") && !source.contains("@sha256:");
        if (!npm && !pypi && !image) {
            return java.util.Optional.empty();
        }
        return java.util.Optional.of(
                new Issue(
                        "unpinned-version",
                        image ? Level.LOW : Level.MEDIUM,
                        image
                                ? "the image is not pinned by digest: what runs can change without"
                                        + " notice"
                                : "the version is not pinned: the next start may run other code"));
    }

    private static void secrets(
            JsonNode entry, List<String> command, String url, List<Issue> issues) {
        List<String> names =
                Stream.of("env", "environment", "envs", "headers", "http_headers")
                        .flatMap(key -> entry.path(key).properties().stream())
                        .filter(
                                value ->
                                        Redaction.isSecret(
                                                value.getKey(), value.getValue().asString("")))
                        .map(value -> value.getKey())
                        .limit(20)
                        .toList();
        if (!names.isEmpty()) {
            issues.add(
                    new Issue(
                            "plaintext-secret",
                            Level.MEDIUM,
                            "a secret is in the file in plain text: " + String.join(", ", names)));
        }
        boolean address =
                !Redaction.address(url).equals(url)
                        && url.matches(
                                "(?i).*(://[^/]*@|[?&](api|access|token|key|secret|auth)[^=]*=).*");
        boolean argument =
                !command.isEmpty() && Redaction.inArguments(command.subList(1, command.size()));
        if (address || argument) {
            issues.add(
                    new Issue(
                            "plaintext-secret",
                            Level.MEDIUM,
                            "a secret is in the "
                                    + (address ? "address" : "arguments")
                                    + ", where the process list and logs show it"));
        }
    }

    private static boolean everything(JsonNode entry, String key) {
        for (JsonNode word : entry.path(key)) {
            if (word.asString("").equals("*")) {
                return true;
            }
        }
        return entry.path(key).isBoolean() && entry.path(key).asBoolean(false);
    }
}
