package io.mcpsf.scope;

import io.mcpsf.json.BadJsonException;

import tools.jackson.databind.JsonNode;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * What a project's Kubernetes manifests say of its services. Files are taken by what stands in
 * them, so plain resources of a kustomization are found; patches and generators are not applied.
 */
final class KubernetesManifests {

    private static final List<String> POD_PATHS =
            List.of("spec", "spec.template.spec", "spec.jobTemplate.spec.template.spec");

    private final ProjectFolder folder;
    private final Findings findings;

    private KubernetesManifests(ProjectFolder folder, Findings findings) {
        this.folder = folder;
        this.findings = findings;
    }

    static void read(ProjectFolder folder, Findings findings) {
        var manifests = new KubernetesManifests(folder, findings);
        try {
            folder.yamlFiles().forEach(manifests::file);
        } catch (IOException e) {
            findings.unreadable(folder.root(), String.valueOf(e.getMessage()));
        }
    }

    private void file(Path file) {
        try {
            for (JsonNode document : folder.documents(file)) {
                manifest(folder.relative(file), document);
            }
        } catch (BadJsonException e) {
            // Charts and templates end in .yaml too and are no YAML; Compose files were told
            // before.
            if (!file.toString().contains("templates")) {
                findings.unreadable(file, String.valueOf(e.getMessage()));
            }
        }
    }

    private void manifest(String file, JsonNode document) {
        String kind = document.path("kind").asString("");
        if (!document.has("apiVersion") || kind.isEmpty()) {
            return;
        }
        if (kind.equals("List")) {
            document.path("items").forEach(item -> manifest(file, item));
            return;
        }
        String name = document.path("metadata").path("name").asString("unnamed");
        switch (kind) {
            case "Service" -> service(file, name, document.path("spec"));
            case "Ingress" -> ingress(file, name, document.path("spec"));
            default -> POD_PATHS.forEach(path -> pod(file, kind, name, down(document, path)));
        }
    }

    private void service(String file, String name, JsonNode spec) {
        var ports = new TreeSet<Integer>();
        var node = new TreeSet<Integer>();
        for (JsonNode port : spec.path("ports")) {
            if (!port.path("protocol").asString("TCP").equals("TCP")) {
                findings.exclude(
                        "service " + name + ", port " + port.path("port").asString("?") + "/udp",
                        file + ": only TCP is scanned");
                continue;
            }
            port(ports, port.path("port"));
            port(node, port.path("nodePort"));
        }
        if (spec.path("type").asString("").equals("ExternalName")) {
            findings.exclude("service " + name, file + ": a name for an external host");
            return;
        }
        String address = spec.path("clusterIP").asString("");
        boolean known = address.matches("[0-9a-fA-F.:]{3,45}");
        findings.service(name, known ? address : "", ports, file + ": Service");
        if (!node.isEmpty()) {
            findings.service(name, "", node, file + ": Service, on every node of its cluster");
        }
    }

    private void ingress(String file, String name, JsonNode spec) {
        for (JsonNode rule : spec.path("rules")) {
            String host = rule.path("host").asString("");
            if (!host.isEmpty()) {
                findings.exclude(
                        "ingress " + name + ", host " + host,
                        file + ": a public name; name its address if it is the project's");
            }
            rule.path("http")
                    .path("paths")
                    .forEach(path -> backend(file, name, path.path("backend")));
        }
        backend(file, name, spec.path("defaultBackend"));
    }

    /** What an Ingress leads to; a port that it only names is told by the Service. */
    private void backend(String file, String ingress, JsonNode backend) {
        var ports = new TreeSet<Integer>();
        port(ports, backend.path("service").path("port").path("number"));
        String service = backend.path("service").path("name").asString("");
        if (!service.isEmpty() && !ports.isEmpty()) {
            findings.service(service, "", ports, file + ": behind the Ingress " + ingress);
        }
    }

    private void pod(String file, String kind, String name, JsonNode spec) {
        var ports = new TreeSet<Integer>();
        for (JsonNode container : spec.path("containers")) {
            container
                    .path("ports")
                    .forEach(
                            port -> {
                                if (port.path("protocol").asString("TCP").equals("TCP")) {
                                    port(ports, port.path("containerPort"));
                                }
                            });
        }
        if (!ports.isEmpty()) {
            findings.service(name, "", ports, file + ": containerPort of a " + kind);
        }
    }

    private static void port(Set<Integer> ports, JsonNode hostile) {
        int port = hostile.asInt(0);
        if (port > 0 && port <= 65_535) {
            ports.add(port);
        }
    }

    private static JsonNode down(JsonNode tree, String path) {
        JsonNode node = tree;
        for (String part : path.split("\\.")) {
            node = node.path(part);
        }
        return node;
    }
}
