package io.mcpsf.agent;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** One thing that an agent can ask for. */
interface AgentTool {

    /** Name, description, schema and annotations, as the protocol lists them. */
    ObjectNode definition();

    /**
     * Does it. Arguments are the agent's and not checked yet; what is wrong with them is a {@link
     * BadArgumentException}. Interrupting the thread cancels it.
     */
    ToolResult call(JsonNode arguments, Call call) throws InterruptedException;
}
