package io.mcpsf.model;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/**
 * The closed vocabularies of observations: the only words that some fields hold. They stand in
 * evidence as text; a rule that names another word is refused when it is read, because it could
 * never match. A field that is not listed here holds any text. Empty means that it is not known.
 */
public final class Vocabulary {

    private static final Map<String, List<String>> FIELDS = fields();

    private Vocabulary() {}

    /** The words that a field may hold; none when any text may stand there. */
    public static List<String> words(Class<? extends Observation> kind, String field) {
        return FIELDS.getOrDefault(kind.getSimpleName() + "." + field, List.of());
    }

    /** Every such field as {@code Record.field}, with its words. */
    public static Map<String, List<String>> all() {
        return FIELDS;
    }

    private static Map<String, List<String>> fields() {
        var fields = new TreeMap<String, List<String>>();
        fields.put("BaitLeft.where", words(Channel.values()));
        fields.put("BaitLeft.kind", words(BaitKind.values()));
        fields.put("BaitTouched.kind", words(BaitKind.values()));
        fields.put("ServiceAsked.service", words(Service.values()));
        fields.put("ContactFailed.how", words(Failure.values()));
        fields.put("ProxyUsed.protocol", words(ProxyProtocol.values()));
        fields.put("ServerEnded.how", words(Ending.values()));
        fields.put("EndpointSeen.transport", words(HttpTransport.values()));
        fields.put("EndpointSeen.place", words(EndpointPlace.values()));
        fields.put("EndpointSeen.bound", words(Binding.values()));
        fields.put("EndpointSeen.access", words(EndpointAccess.values()));
        fields.put("EndpointSeen.origin", words(Door.values()));
        fields.put("EndpointSeen.rebinding", words(Door.values()));
        fields.put("Attacked.family", words(AttackKind.values()));
        fields.put("VulnerabilityProven.family", words(AttackKind.values()));
        fields.put("InputBroke.family", words(AttackKind.values()));
        fields.put("InputBroke.how", words(Breakage.values()));
        fields.put("ContentRead.kind", words(ContentKind.values()));
        fields.put("TextDoubted.act", words(DoubtedAct.values()));
        fields.put("DependencyFound.scope", words(Scope.values()));
        fields.put("DependencyFound.origin", words(PackageOrigin.values()));
        fields.put("AdvisoryMatched.severity", words(AdvisorySeverity.values()));
        fields.put("AdvisoryMatched.malice", words(Malice.values()));
        fields.put("RangeLoose.how", words(Looseness.values()));
        fields.put("PowerInCode.power", words(CodePower.values()));
        fields.put("PowerDeclared.power", words(CodePower.values()));
        fields.put("FlowInCode.family", words(FlowKind.values()));
        fields.put("CodeMarked.sort", words(CodeMark.values()));
        fields.put("KernelMattered.kind", words(KernelDifference.values()));
        fields.put("PortScanned.state", words(PortState.values()));
        fields.put("WeaknessReported.severity", words(WeaknessSeverity.values()));
        return Map.copyOf(fields);
    }

    private static List<String> words(Word[] constants) {
        return Arrays.stream(constants).map(Word::word).toList();
    }

    /** A constant that stands in evidence as a word of small letters. */
    public interface Word {
        String name();

        default String word() {
            return name().toLowerCase(Locale.ROOT).replace('_', '-');
        }
    }

    /** Where bait left. */
    public enum Channel implements Word {
        ARGV,
        SOCKET,
        DNS,
        HTTP,
        WEBSOCKET,
        SMTP,
        TCP,
        UDP,
        QUIC,
        ICMP,
        RAW,
        POSTGRESQL,
        MYSQL,
        REDIS,
        MONGODB,
        RESULT,
        STDERR,
        FILE
    }

    /**
     * What a decoy imitates. {@code ENV} is a file of settings, {@code ENVIRONMENT} a variable,
     * {@code GIVEN} a credential that calls are given, {@code SECRET} what stands for a secret of
     * the user's in a guarded run.
     */
    public enum BaitKind implements Word {
        AGENT,
        AWS,
        AZURE,
        BROWSER,
        DOCKER,
        DOCUMENT,
        EDITOR,
        ENV,
        ENVIRONMENT,
        GCLOUD,
        GIT,
        GIVEN,
        GNUPG,
        HISTORY,
        KUBE,
        METADATA,
        NETRC,
        NPM,
        PROJECT,
        PYPI,
        SECRET,
        SHELL,
        SSH,
        WALLET
    }

    /** A service of the fake internet that is no web server. */
    public enum Service implements Word {
        POSTGRESQL,
        MYSQL,
        REDIS,
        MONGODB
    }

    /** How the network was made to fail. */
    public enum Failure implements Word {
        REFUSED,
        TIMEOUT,
        NXDOMAIN,
        ERROR_500 {
            @Override
            public String word() {
                return "error_500";
            }
        }
    }

    /** How a proxy is asked for a connection. */
    public enum ProxyProtocol implements Word {
        SOCKS5,
        SOCKS4,
        HTTP
    }

    /** How a server ended. */
    public enum Ending implements Word {
        CODE,
        SIGNAL,
        TIMEOUT,
        MEMORY,
        PROCESSES
    }

    /** How MCP goes over HTTP. */
    public enum HttpTransport implements Word {
        STREAMABLE,
        SSE
    }

    /** Where an endpoint is. */
    public enum EndpointPlace implements Word {
        SANDBOX,
        LOCALHOST,
        REMOTE
    }

    /** Which addresses an endpoint listens on. */
    public enum Binding implements Word {
        ALL,
        LOOPBACK
    }

    /** Who is let in at an endpoint. */
    public enum EndpointAccess implements Word {
        OPEN,
        CREDENTIALS,
        REFUSED
    }

    /** Whether a request of a foreign page is answered. */
    public enum Door implements Word {
        OPEN,
        SHUT,
        UNKNOWN
    }

    /** What a hostile value tries; {@code TRACE} is the harmless one that goes first. */
    public enum AttackKind implements Word {
        ARGUMENT_INJECTION,
        CODE_EVALUATION,
        COMMAND_INJECTION,
        CROSS_SITE_SCRIPTING,
        DESERIALIZATION,
        FILE_BY_URL,
        FORMAT_STRING,
        HEADER_INJECTION,
        LOG_INJECTION,
        NOSQL_INJECTION,
        OVERSIZED_INPUT,
        PATH_TRAVERSAL,
        PROTOCOL_ABUSE,
        PROTOTYPE_POLLUTION,
        SESSION_LEAK,
        SLOW_EXPRESSION,
        SQL_INJECTION,
        SQL_STACKED,
        SSRF,
        TEMPLATE_INJECTION,
        TRACE,
        TYPE_CONFUSION,
        XXE
    }

    /** What a hostile value did to a server. */
    public enum Breakage implements Word {
        CRASH,
        HANG
    }

    /** Where words for a model stood. */
    public enum ContentKind implements Word {
        PROMPT,
        RESOURCE,
        LISTED_TOOL,
        LISTED_PROMPT,
        LISTED_RESOURCE,
        README;

        @Override
        public String word() {
            return name().toLowerCase(Locale.ROOT).replace('_', ' ');
        }
    }

    /** What a text is doubted to demand of a model. */
    public enum DoubtedAct implements Word {
        SECRETS,
        CONVERSATION,
        SENDING,
        COMMAND,
        DESTRUCTION,
        FALSEHOOD,
        CONCEALMENT,
        OVERRIDE,
        TOOLS,
        MEMORY
    }

    /** Why a package is in a tree. */
    public enum Scope implements Word {
        REQUIRED,
        OPTIONAL,
        DEVELOPMENT,
        UNASKED
    }

    /** Where a package came from. */
    public enum PackageOrigin implements Word {
        REGISTRY,
        GIT,
        ADDRESS,
        LOCAL,
        CLAIMED
    }

    /** How grave an advisory is, by its author. */
    public enum AdvisorySeverity implements Word {
        CRITICAL,
        HIGH,
        MEDIUM,
        LOW,
        UNKNOWN
    }

    /** How surely the package itself is the weapon. */
    public enum Malice implements Word {
        NONE,
        HEARSAY,
        ALL_VERSIONS,
        THIS_VERSION
    }

    /** How a version is left open. */
    public enum Looseness implements Word {
        ANY,
        GIT,
        ADDRESS
    }

    /** What code is able to do. */
    public enum CodePower implements Word {
        PROCESS,
        NETWORK,
        FILESYSTEM,
        NATIVE,
        DYNAMIC_CODE,
        ENVIRONMENT,
        CRYPTO
    }

    /** What kind of dangerous call a caller's words reach. */
    public enum FlowKind implements Word {
        COMMAND,
        ARGUMENT,
        CODE,
        PATH,
        URL,
        SQL,
        OBJECT
    }

    /** Why a piece of code is worth a look. */
    public enum CodeMark implements Word {
        DECODED_RUN,
        DOWNLOAD_RUN,
        PACKED,
        HEX_NAMES,
        SPELLED_NAME,
        ESCAPED_TEXT,
        CHAR_CODES,
        FAR_RIGHT,
        INVISIBLE,
        BACKWARDS,
        GYP_COMMAND,
        MACHINE_CODE,
        SECRET,
        SECRET_PLACE,
        ODD_HOST,
        MODEL_WORDS,
        COLLECT_SEND,
        AMBUSH
    }

    /** What a server did on one kind of kernel alone. */
    public enum KernelDifference implements Word {
        BAIT,
        NAME,
        PROGRAM
    }

    /** What a scanner found at a port. */
    public enum PortState implements Word {
        OPEN,
        CLOSED,
        FILTERED
    }

    /** How grave a weakness is, by the scanner that reports it. */
    public enum WeaknessSeverity implements Word {
        HIGH,
        MEDIUM,
        LOW,
        INFO
    }
}
