package io.mcpsf.sandbox.docker;

import io.mcpsf.json.Json;
import io.mcpsf.linux.Errno;
import io.mcpsf.linux.Machine;
import io.mcpsf.sandbox.CallPolicy;

import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * The system call profile that the engine puts on a container before the gate adds our own filter.
 * Of two filters the stricter answer counts, and a refusal is stricter than a question, so this one
 * refuses only what the policy does not even name; the gate's filter decides, and shows, the rest.
 */
final class OuterFilter {

    private OuterFilter() {}

    static String json() {
        ObjectNode profile = Json.object();
        profile.put("defaultAction", "SCMP_ACT_ERRNO").put("defaultErrnoRet", Errno.ENOSYS);
        profile.putArray("architectures").add(Machine.ours().seccomp());
        ObjectNode rule = profile.putArray("syscalls").addObject();
        ArrayNode names = rule.putArray("names");
        CallPolicy.usual().calls().values().forEach(call -> names.add(call.name()));
        rule.put("action", "SCMP_ACT_ALLOW");
        return Json.text(profile);
    }
}
