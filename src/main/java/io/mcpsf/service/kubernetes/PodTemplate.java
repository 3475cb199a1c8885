package io.mcpsf.service.kubernetes;

import io.mcpsf.json.BadJsonException;
import io.mcpsf.json.Json;
import io.mcpsf.json.Yaml;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

import java.util.Set;

/**
 * What the operator of a cluster decides about the pods: where they run, from which image, with how
 * much. What isolates them is ours alone, so anything else in the file is refused.
 */
public record PodTemplate(ObjectNode metadata, ObjectNode spec, ObjectNode container) {

    private static final String RUNTIME_CLASS = "runtimeClassName";
    private static final Set<String> TOP = Set.of("apiVersion", "kind", "metadata", "template");
    private static final Set<String> METADATA = Set.of("name", "labels", "annotations");
    private static final Set<String> POD =
            Set.of(
                    "affinity",
                    "containers",
                    "imagePullSecrets",
                    "nodeSelector",
                    "priorityClassName",
                    RUNTIME_CLASS,
                    "schedulerName",
                    "tolerations",
                    "topologySpreadConstraints",
                    "volumes");
    private static final Set<String> CONTAINER =
            Set.of("name", "image", "imagePullPolicy", "resources", "env", "volumeMounts");

    /** Volumes that bring data in; none that shows the node or its credentials. */
    private static final Set<String> VOLUMES = Set.of("name", "persistentVolumeClaim", "image");

    public PodTemplate {
        metadata = metadata.deepCopy();
        spec = spec.deepCopy();
        container = container.deepCopy();
    }

    /** Nothing but an image. */
    public static PodTemplate of(String image) {
        return new PodTemplate(Json.object(), Json.object(), Json.object().put("image", image));
    }

    /**
     * A core/v1 PodTemplate; throws IllegalArgumentException with every word that is not allowed.
     */
    public static PodTemplate read(byte[] yaml) {
        JsonNode file;
        try {
            file = Yaml.read(yaml);
        } catch (BadJsonException e) {
            throw new IllegalArgumentException("the template can't be read: " + e.getMessage());
        }
        if (!file.path("kind").stringValue("").equals("PodTemplate")) {
            throw new IllegalArgumentException("the template must be of kind PodTemplate");
        }
        only(file, TOP, "the template");
        JsonNode template = file.path("template");
        JsonNode metadata = template.path("metadata");
        JsonNode spec = template.path("spec");
        only(metadata, METADATA, "metadata");
        only(spec, POD, "spec");
        JsonNode containers = spec.path("containers");
        if (containers.size() != 1) {
            throw new IllegalArgumentException("the template must have exactly one container");
        }
        only(containers.path(0), CONTAINER, "the container");
        for (JsonNode volume : spec.path("volumes")) {
            only(volume, VOLUMES, "a volume");
        }
        for (JsonNode mount : containers.path(0).path("volumeMounts")) {
            if (!mount.path("readOnly").booleanValue(false)) {
                throw new IllegalArgumentException("a volume must be mounted with readOnly: true");
            }
        }
        for (JsonNode variable : containers.path(0).path("env")) {
            only(variable, Set.of("name", "value"), "a variable");
        }
        return new PodTemplate(object(metadata), object(spec), object(containers.path(0)));
    }

    /** The same with another image. */
    public PodTemplate with(String image) {
        return new PodTemplate(metadata, spec, container.deepCopy().put("image", image));
    }

    /** Whether pods get a kernel by a RuntimeClass. */
    public boolean runtimeClass() {
        return spec.has(RUNTIME_CLASS);
    }

    /** The same on the usual runtime of the nodes. */
    public PodTemplate withoutRuntimeClass() {
        return new PodTemplate(metadata, spec.deepCopy().without(RUNTIME_CLASS), container);
    }

    private static ObjectNode object(JsonNode node) {
        return node instanceof ObjectNode object ? object : Json.object();
    }

    private static void only(JsonNode node, Set<String> allowed, String where) {
        for (String name : node.propertyNames()) {
            if (!allowed.contains(name)) {
                throw new IllegalArgumentException(
                        "%s must not set %s: mcpsf decides it".formatted(where, name));
            }
        }
    }

    public String image() {
        return container.path("image").stringValue("");
    }
}
