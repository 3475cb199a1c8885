package io.mcpsf.model;

import java.util.List;

/** What crossed the MCP wire. */
public sealed interface ProtocolObservation extends Observation {

    @Override
    default Sense sense() {
        return Sense.PROTOCOL;
    }

    @Override
    default Proof vouchedBy() {
        return Proof.PROTOCOL;
    }

    /** The server answered the handshake. */
    record Greeted(String protocol, String name, String version, String instructions)
            implements ProtocolObservation {}

    /**
     * An MCP endpoint was found at an address. All words are ours: {@code transport} is streamable
     * or sse; {@code place} is sandbox, localhost or remote; {@code bound} is all or loopback where
     * a sensor saw it; {@code access} is open, credentials (ours were sent) or refused; {@code
     * origin} and {@code rebinding} are open, shut or unknown: whether a greeting was answered that
     * bore the Origin of a foreign page, and one that also called the server by a foreign name.
     */
    record EndpointSeen(
            String url,
            String transport,
            String place,
            String bound,
            String access,
            String origin,
            String rebinding)
            implements ProtocolObservation {}

    /**
     * A server wants to know who we are before it answers. {@code metadata} is the address that its
     * challenge names for more, which nobody has followed.
     */
    record AuthorizationAsked(String url, int status, String challenge, String metadata)
            implements ProtocolObservation {}

    /**
     * The handshake or a listing did not come to its end. {@code what} is the method, {@code why}
     * is ours.
     */
    record Unanswered(String what, String why) implements ProtocolObservation {}

    /** A tool in the n-th listing. {@code schema} and {@code annotations} are its JSON, capped. */
    record ToolListed(
            int listing, String name, String description, String schema, String annotations)
            implements ProtocolObservation {}

    /** A prompt that the server offers. */
    record PromptListed(String name, String description) implements ProtocolObservation {}

    /** A resource that the server offers. */
    record ResourceListed(String uri, String name, String description)
            implements ProtocolObservation {}

    /** A tool was called by us. */
    record ToolCalled(int call, String tool, String arguments) implements ProtocolObservation {}

    /** What came back from a tool call; {@code text} is the answer as JSON, capped. */
    record ToolAnswered(int call, String tool, Answer answer, long millis, long bytes, String text)
            implements ProtocolObservation {}

    /**
     * No valid call of this tool succeeded. {@code why} is its last complaint, capped, or ours when
     * it gave none.
     */
    record NotExercised(String tool, String why) implements ProtocolObservation {}

    /**
     * A hostile value was sent to a tool by us. Everything here but the names is ours. {@code call}
     * is the number of the batch it belongs to, {@code nonce} the mark by which its effects are
     * known again; {@code port} is the port of the machine itself that it names, or 0.
     */
    record Attacked(
            int call,
            String family,
            String tool,
            String parameter,
            String payload,
            String nonce,
            int port)
            implements ProtocolObservation {

        /** The same as part of that batch. */
        public Attacked in(int batch) {
            return new Attacked(batch, family, tool, parameter, payload, nonce, port);
        }
    }

    /**
     * What was tried at one place of a tool by the end of the attack, and which families of attack
     * were meant for it and not sent: the budget was spent or the server gone. {@code beside} is
     * ours: the plain arguments that the hostile values were sent with, as JSON.
     */
    record PlaceAttacked(
            String tool, String parameter, List<String> tried, List<String> untried, String beside)
            implements ProtocolObservation {
        public PlaceAttacked {
            tried = List.copyOf(tried);
            untried = List.copyOf(untried);
        }

        public PlaceAttacked(
                String tool, String parameter, List<String> tried, List<String> untried) {
            this(tool, parameter, tried, untried, "");
        }
    }

    /** What came back from a hostile value, kept where the answer itself says something. */
    record AttackAnswered(int call, String nonce, Answer answer, long millis, String text)
            implements ProtocolObservation {}

    /**
     * A hostile value had its effect, and had it again. {@code effect} is ours: what was seen;
     * {@code proof} are the numbers of the observations that show it; {@code request} is the
     * JSON-RPC message that repeats it. {@code design} is true when the tool is made to do this.
     */
    record VulnerabilityProven(
            String family,
            String tool,
            String parameter,
            String payload,
            String effect,
            boolean design,
            int fired,
            int tries,
            List<Long> proof,
            String request)
            implements ProtocolObservation {
        public VulnerabilityProven {
            proof = List.copyOf(proof);
        }
    }

    /** The server did not survive a hostile value. {@code how} is ours: crash or hang. */
    record InputBroke(
            String how, String family, String tool, String parameter, String payload, int times)
            implements ProtocolObservation {}

    /**
     * Words for a model beyond those of the listings: {@code kind} is ours, prompt or resource for
     * what it held when we read it, or "listed tool", "listed prompt" and "listed resource" for
     * what else stood in a listing (titles, output schemas, arguments), or "readme" for the
     * package's own. {@code text} is JSON, or plain for a README, and capped.
     */
    record ContentRead(String kind, String name, String text) implements ProtocolObservation {}

    /**
     * A language model that the user had given took a text for an instruction against its user.
     * {@code subject} is what the text belongs to, {@code act} is ours, and {@code quote} stands in
     * the text word for word.
     */
    record TextDoubted(String subject, String act, String quote) implements ProtocolObservation {}

    /**
     * The server asked us something (sampling, roots, elicitation, ping…) or notified us; {@code
     * params} is capped.
     */
    record ServerAsked(String method, String params) implements ProtocolObservation {}

    /** A frame that is not what the protocol says. {@code why} is ours. */
    record FrameMalformed(String why, long bytes, String excerpt) implements ProtocolObservation {}

    /** The beginning of what the server wrote to standard error. */
    record StderrWritten(long bytes, String excerpt) implements ProtocolObservation {}

    /** A line that the server wrote to standard error with a mark of ours in it. */
    record LogWritten(String line) implements ProtocolObservation {}

    /** How a tool call ended. */
    enum Answer {
        RESULT,
        /** A result that the server marks as an error. */
        TOOL_ERROR,
        /** A JSON-RPC error. */
        PROTOCOL_ERROR,
        TIMED_OUT,
        CLOSED
    }
}
