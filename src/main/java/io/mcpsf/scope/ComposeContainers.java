package io.mcpsf.scope;

import io.mcpsf.json.BadJsonException;
import io.mcpsf.json.Json;
import io.mcpsf.model.Cidr;
import io.mcpsf.os.Command;

import tools.jackson.databind.JsonNode;

import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;

/**
 * The running containers that Compose started from this very folder. The engine's labels say so,
 * which a container can carry falsely only when whoever starts containers on this machine wants it.
 */
final class ComposeContainers {

    private static final String FOLDER = "com.docker.compose.project.working_dir";
    private static final String PROJECT = "com.docker.compose.project";
    private static final String SERVICE = "com.docker.compose.service";
    private static final int MAX = 200;

    /** How a client finds the engine that its user means. */
    private static final List<String> WHERE =
            List.of(
                    "DOCKER_HOST",
                    "DOCKER_CONTEXT",
                    "DOCKER_CONFIG",
                    "DOCKER_CERT_PATH",
                    "DOCKER_TLS_VERIFY",
                    "HOME",
                    "XDG_RUNTIME_DIR");

    private final Findings findings;

    private ComposeContainers(Findings findings) {
        this.findings = findings;
    }

    static void read(Path root, Findings findings) throws InterruptedException {
        new ComposeContainers(findings).look(root);
    }

    private void look(Path root) throws InterruptedException {
        List<String> ids = ask("ps", "--quiet", "--no-trunc", "--filter", label(FOLDER, root + ""));
        if (ids.isEmpty()) {
            return;
        }
        var projects = new TreeSet<String>();
        for (JsonNode container : inspect("container", ids)) {
            JsonNode labels = container.path("Config").path("Labels");
            projects.add(labels.path(PROJECT).asString(""));
            container(labels.path(SERVICE).asString("container"), container);
        }
        for (String project : projects) {
            List<String> networks =
                    ask(
                            "network",
                            "ls",
                            "--quiet",
                            "--no-trunc",
                            "--filter",
                            label(PROJECT, project));
            inspect("network", networks).forEach(network -> network(project, network));
        }
    }

    private void container(String name, JsonNode container) {
        var ports = new TreeSet<Integer>();
        container
                .path("Config")
                .path("ExposedPorts")
                .propertyNames()
                .forEach(
                        port -> {
                            if (port.endsWith("/tcp")) {
                                PublishedPort.range(port.replace("/tcp", ""))
                                        .ifPresent(ports::addAll);
                            }
                        });
        for (var network : container.path("NetworkSettings").path("Networks").properties()) {
            for (String member : List.of("IPAddress", "GlobalIPv6Address")) {
                String address = network.getValue().path(member).asString("");
                if (!address.isEmpty()) {
                    findings.service(
                            name, address, ports, "running container in " + network.getKey());
                }
            }
        }
    }

    private void network(String project, JsonNode network) {
        for (JsonNode config : network.path("IPAM").path("Config")) {
            try {
                findings.network(
                        Cidr.parse(config.path("Subnet").asString("")),
                        "network "
                                + network.path("Name").asString("?")
                                + " of the running project "
                                + project);
            } catch (IllegalArgumentException e) {
                findings.exclude(
                        "network " + network.path("Name").asString("?"),
                        "the engine reports no address range for it");
            }
        }
    }

    private List<JsonNode> inspect(String kind, List<String> ids) throws InterruptedException {
        var found = new ArrayList<JsonNode>();
        if (!ids.isEmpty()) {
            var words = new ArrayList<>(List.of(kind, "inspect"));
            words.addAll(ids);
            try {
                Json.read(String.join("\n", ask(words.toArray(String[]::new)))).forEach(found::add);
            } catch (BadJsonException e) {
                findings.exclude("running containers", "the engine's answer can't be read");
            }
        }
        return found;
    }

    /** The lines of the answer; none when no engine answers, which is told. */
    private List<String> ask(String... words) throws InterruptedException {
        var argv = new ArrayList<>(List.of("docker"));
        argv.addAll(List.of(words));
        try {
            Command docker = Command.of(argv).within(Duration.ofSeconds(10)).keeping(4 << 20);
            for (String name : WHERE) {
                String value = System.getenv(name);
                docker = value == null ? docker : docker.with(name, value);
            }
            Command.Result result = docker.run();
            if (result.good() && !result.cut()) {
                return result.stdout()
                        .lines()
                        .limit(words[0].equals("ps") ? MAX : 1 << 20)
                        .toList();
            }
            findings.exclude("running containers", "Docker does not answer here");
        } catch (UncheckedIOException e) {
            findings.exclude("running containers", "Docker is not installed here");
        }
        return List.of();
    }

    private static String label(String name, String value) {
        return "label=" + name + "=" + value;
    }
}
