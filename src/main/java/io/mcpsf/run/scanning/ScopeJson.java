package io.mcpsf.run.scanning;

import io.mcpsf.json.Json;
import io.mcpsf.scope.ProjectScope;
import io.mcpsf.scope.ProjectScope.Service;

import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

import java.nio.file.Path;

/** A scope as JSON, in the form of docs/scope.md. */
public final class ScopeJson {

    private ScopeJson() {}

    /** Of what belongs to a project, without a scope file of the user's own. */
    public static ObjectNode of(Path project) throws InterruptedException {
        return of(ScanPlanner.scope(project, ""));
    }

    public static ObjectNode of(ProjectScope scope) {
        ObjectNode root = Json.object();
        ArrayNode networks = root.putArray("networks");
        scope.networks()
                .forEach(one -> networks.addObject().put("cidr", range(one)).put("why", one.why()));
        ArrayNode services = root.putArray("services");
        for (Service one : scope.services()) {
            ObjectNode node =
                    services.addObject().put("name", one.name()).put("address", one.address());
            one.ports().forEach(node.putArray("ports")::add);
            node.put("why", one.why());
        }
        ArrayNode ports = root.putArray("ports");
        scope.ports()
                .forEach(
                        one ->
                                ports.addObject()
                                        .put("port", one.port())
                                        .put("process", one.process())
                                        .put("why", one.why()));
        ArrayNode excludes = root.putArray("excludes");
        scope.excludes()
                .forEach(one -> excludes.addObject().put("what", one.what()).put("why", one.why()));
        ArrayNode unreadable = root.putArray("unreadable");
        scope.unreadable()
                .forEach(
                        one ->
                                unreadable
                                        .addObject()
                                        .put("file", one.file().toString())
                                        .put("why", one.why()));
        return root;
    }

    private static String range(ProjectScope.Network network) {
        return network.range().base().getHostAddress() + "/" + network.range().bits();
    }
}
