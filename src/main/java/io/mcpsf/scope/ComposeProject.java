package io.mcpsf.scope;

import io.mcpsf.json.BadJsonException;
import io.mcpsf.model.Cidr;

import tools.jackson.databind.JsonNode;

import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** What a project's Compose files say of its services, their ports and their networks. */
final class ComposeProject {

    private final ProjectFolder folder;
    private final Findings findings;
    private final Interpolation variables;

    private ComposeProject(ProjectFolder folder, Findings findings) {
        this.folder = folder;
        this.findings = findings;
        this.variables = new Interpolation(env());
    }

    static void read(ProjectFolder folder, Findings findings) {
        var project = new ComposeProject(folder, findings);
        ComposeFiles files = ComposeFiles.read(folder, findings);
        files.services().forEach(project::service);
        files.networks().forEach(project::network);
    }

    private Map<String, String> env() {
        try {
            return folder.variables(".env");
        } catch (BadJsonException e) {
            findings.unreadable(folder.root().resolve(".env"), String.valueOf(e.getMessage()));
            return Map.of();
        }
    }

    private void service(String name, ComposeFiles.Declared declared) {
        JsonNode service = declared.service();
        String file = folder.relative(declared.file());
        if (!service.path("profiles").isEmpty()) {
            findings.exclude(
                    "service " + name,
                    file
                            + " starts it only with the profile "
                            + service.path("profiles").path(0).asString("?"));
            return;
        }
        if (service.path("network_mode").asString("").equals("host")) {
            findings.exclude(
                    "service " + name,
                    file
                            + " puts it on the host's network, so its ports are those of this"
                            + " machine");
        }
        var inside = new TreeSet<Integer>();
        service.path("expose").forEach(port -> add(inside, variables.fill(port.asString(""))));
        for (JsonNode entry : service.path("ports")) {
            var read = PublishedPort.read(filled(entry));
            if (read.isEmpty()) {
                findings.exclude(
                        "service " + name + ", port " + cut(entry.asString(entry.toString())),
                        file + ": not a port that Compose would take");
            } else {
                port(name, file, read.get(), inside);
            }
        }
        if (!inside.isEmpty()) {
            findings.service(
                    name, "", inside, file + ": inside the project's network, once it runs");
        }
    }

    private void port(String name, String file, PublishedPort port, Set<Integer> inside) {
        if (!port.tcp()) {
            findings.exclude(
                    "service " + name + ", port " + port.target().first() + "/udp",
                    file + ": only TCP is scanned");
            return;
        }
        inside.addAll(port.target());
        if (!port.published().isEmpty()) {
            String address = port.hostAddress();
            boolean everywhere =
                    address.isEmpty() || address.equals("0.0.0.0") || address.equals("::");
            findings.service(
                    name,
                    everywhere ? "127.0.0.1" : address,
                    port.published(),
                    file + ": published on " + (everywhere ? "this machine" : address));
        }
    }

    private void network(String name, JsonNode network) {
        if (network.path("external").asBoolean(false)) {
            findings.exclude(
                    "network " + name, "declared as external: it belongs to another project");
            return;
        }
        for (JsonNode config : network.path("ipam").path("config")) {
            String subnet = variables.fill(config.path("subnet").asString(""));
            try {
                Cidr range = Cidr.parse(subnet);
                findings.network(range, "network " + name + " of the Compose file");
            } catch (IllegalArgumentException e) {
                findings.exclude("network " + name, "no range of addresses: " + cut(subnet));
            }
        }
    }

    private JsonNode filled(JsonNode port) {
        if (!port.isObject()) {
            return tools.jackson.databind.node.StringNode.valueOf(
                    variables.fill(port.asString("")));
        }
        var copy = io.mcpsf.json.Json.object();
        port.properties()
                .forEach(
                        member ->
                                copy.put(
                                        member.getKey(),
                                        variables.fill(member.getValue().asString(""))));
        return copy;
    }

    private static void add(Set<Integer> ports, String hostile) {
        PublishedPort.range(hostile.replaceFirst("/tcp$", "")).ifPresent(ports::addAll);
    }

    private static String cut(String hostile) {
        return hostile.length() > 60 ? hostile.substring(0, 60) + "…" : hostile;
    }
}
