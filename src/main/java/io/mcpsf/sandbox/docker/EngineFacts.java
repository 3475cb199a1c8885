package io.mcpsf.sandbox.docker;

import tools.jackson.databind.JsonNode;

/** What an engine says about itself, whichever engine it is. */
record EngineFacts(
        String version,
        String system,
        String kernel,
        int cpus,
        boolean oldGroups,
        boolean rootless,
        boolean gvisor) {

    static EngineFacts of(JsonNode info) {
        boolean rootless = false;
        for (JsonNode option : info.path("SecurityOptions")) {
            rootless |= option.asString("").contains("name=rootless");
        }
        return new EngineFacts(
                info.path("ServerVersion").asString("unknown"),
                info.path("OperatingSystem").asString(""),
                info.path("KernelVersion").asString(""),
                Math.max(1, info.path("NCPU").asInt(1)),
                info.path("CgroupVersion").asString("1").equals("1"),
                rootless,
                info.path("Runtimes").has(DockerEngines.GVISOR));
    }
}
