package io.mcpsf.model;

import java.util.List;
import java.util.stream.Stream;

/**
 * One thing seen. The name of a record and the names of its components are the vocabulary that
 * rules are written in and that evidence files are kept in, so they only ever grow.
 *
 * <p>All strings come from a hostile sample unless they are said to be ours; sensors cap them
 * before they get here. Paths are absolute and resolved as the sandbox sees them.
 */
public sealed interface Observation {

    /** The sense that it was seen with. */
    Sense sense();

    /** Who vouches for it. */
    Proof vouchedBy();

    /** What is done to files, as it is asked for. */
    sealed interface OfFiles extends Observation {
        @Override
        default Sense sense() {
            return Sense.FILES;
        }

        @Override
        default Proof vouchedBy() {
            return Proof.KERNEL;
        }
    }

    /** What is done with sockets, as it is asked for. */
    sealed interface OfSockets extends Observation {
        @Override
        default Sense sense() {
            return Sense.SOCKETS;
        }

        @Override
        default Proof vouchedBy() {
            return Proof.KERNEL;
        }
    }

    /** Calls that reach for the kernel itself. */
    sealed interface OfSyscalls extends Observation {
        @Override
        default Sense sense() {
            return Sense.SYSCALLS;
        }

        @Override
        default Proof vouchedBy() {
            return Proof.KERNEL;
        }
    }

    /** What reached the network around the sandbox. */
    sealed interface OfNetwork extends Observation {
        @Override
        default Sense sense() {
            return Sense.NETWORK;
        }

        @Override
        default Proof vouchedBy() {
            return Proof.NETWORK;
        }
    }

    /** What the installed packages and their registry say. */
    sealed interface OfPackages extends Observation {
        @Override
        default Sense sense() {
            return Sense.PACKAGES;
        }

        @Override
        default Proof vouchedBy() {
            return Proof.STATIC;
        }
    }

    /** What others have published about the packages. */
    sealed interface OfAdvisories extends Observation {
        @Override
        default Sense sense() {
            return Sense.ADVISORIES;
        }

        @Override
        default Proof vouchedBy() {
            return Proof.STATIC;
        }
    }

    /** What stands in the code. */
    sealed interface OfCode extends Observation {
        @Override
        default Sense sense() {
            return Sense.CODE;
        }

        @Override
        default Proof vouchedBy() {
            return Proof.STATIC;
        }
    }

    /** How the server was run, seen from outside of it. */
    sealed interface OfRun extends Observation {
        @Override
        default Sense sense() {
            return Sense.PROTOCOL;
        }

        @Override
        default Proof vouchedBy() {
            return Proof.KERNEL;
        }
    }

    /** What crossed the MCP wire. */
    sealed interface OfProtocol extends Observation {
        @Override
        default Sense sense() {
            return Sense.PROTOCOL;
        }

        @Override
        default Proof vouchedBy() {
            return Proof.PROTOCOL;
        }
    }

    /** What scanners found out about a project of the user's own. */
    sealed interface OfScan extends Observation {
        @Override
        default Sense sense() {
            return Sense.NETWORK;
        }

        @Override
        default Proof vouchedBy() {
            return Proof.NETWORK;
        }
    }

    /** Every kind of observation. */
    static List<Class<? extends Observation>> kinds() {
        return Stream.of(Observation.class.getPermittedSubclasses())
                .flatMap(
                        kind ->
                                kind.isInterface()
                                        ? Stream.of(kind.getPermittedSubclasses())
                                        : Stream.of(kind))
                .<Class<? extends Observation>>map(kind -> kind.asSubclass(Observation.class))
                .toList();
    }

    /**
     * A program was executed, or tried. {@code process} and {@code parent} are our numbers; parent
     * 0 is the outside.
     */
    record ProcessStarted(
            int process,
            int parent,
            String path,
            List<String> argv,
            Image image,
            List<String> notable)
            implements Observation {
        @Override
        public Sense sense() {
            return Sense.PROCESSES;
        }

        @Override
        public Proof vouchedBy() {
            return Proof.KERNEL;
        }

        public ProcessStarted {
            argv = List.copyOf(argv);
            notable = List.copyOf(notable);
        }
    }

    /** A file was asked to be opened. {@code asked} is the path as the sample wrote it. */
    record FileOpened(String path, String asked, Access access, boolean found) implements OfFiles {}

    /**
     * Something was asked to be done to a path. {@code to} is the other path of a rename or link,
     * or the mode of a chmod.
     */
    record FileActed(Act act, String path, String to) implements OfFiles {}

    /**
     * A path in a writable place is different from before. {@code digest} is empty for what is gone
     * or no regular file.
     */
    record FileChanged(
            String path,
            Change change,
            Content content,
            long bytes,
            String digest,
            boolean executable)
            implements Observation {
        @Override
        public Sense sense() {
            return Sense.FILE_CHANGES;
        }

        @Override
        public Proof vouchedBy() {
            return Proof.KERNEL;
        }
    }

    /**
     * A decoy was reached. {@code bait} is our name of it, {@code kind} our word for its class
     * (ssh, aws, wallet…).
     */
    record BaitTouched(String bait, String kind, String path, Touch touch) implements OfFiles {}

    /**
     * The content of a decoy was found on its way out. {@code where} is ours: the channel (argv,
     * socket, dns, tls, http, websocket, smtp, tcp, udp, quic, icmp, raw, postgresql, mysql, redis,
     * mongodb, result, stderr, file); {@code encoding} is ours: how it was wrapped (plain, base64,
     * gzip+hex…).
     */
    record BaitLeft(String bait, String kind, String where, String destination, String encoding)
            implements Observation {
        @Override
        public Sense sense() {
            return Sense.SOCKETS;
        }

        @Override
        public Proof vouchedBy() {
            return switch (where) {
                case "argv", "file" -> Proof.KERNEL;
                case "result", "stderr" -> Proof.PROTOCOL;
                default -> Proof.NETWORK;
            };
        }
    }

    /**
     * A connection was asked for. {@code transport} is ours: tcp, udp, unix or another family's
     * name.
     */
    record Connected(String transport, String address, int port) implements OfSockets {}

    /** An address was asked to be bound to a socket. */
    record Bound(String transport, String address, int port) implements OfSockets {}

    /** Data was sent to an address without a connection; {@code excerpt} is the beginning of it. */
    record Sent(String transport, String address, int port, long bytes, String excerpt)
            implements OfSockets {}

    /** A name was asked of a resolver. */
    record DnsAsked(String name, String type, String resolver) implements Observation {
        @Override
        public Sense sense() {
            return Sense.SOCKETS;
        }

        @Override
        public Proof vouchedBy() {
            return Proof.NETWORK;
        }
    }

    /**
     * A connection reached our fake internet. {@code name} is the name that the address was given
     * for, or empty; {@code sourcePort} tells connections to the same place apart.
     */
    record FlowOpened(String transport, String address, int port, String name, int sourcePort)
            implements OfNetwork {}

    /** A client opened TLS and trusted us. {@code fingerprint} is the JA4 of its hello. */
    record TlsOpened(String name, String address, int port, String protocol, String fingerprint)
            implements OfNetwork {}

    /**
     * A client wanted TLS and broke off. {@code why} is ours; "pinned" begins it if it refused our
     * certificate.
     */
    record TlsFailed(String name, String address, int port, String why) implements OfNetwork {}

    /**
     * A request was sent, seen in clear. {@code headers} are its lines; {@code body} is without
     * content encoding and capped, {@code bodyBytes} counts what was sent.
     */
    record RequestSent(
            String protocol,
            String method,
            String url,
            String headers,
            long bodyBytes,
            String body,
            boolean tls)
            implements OfNetwork {}

    /**
     * A request that policy allows was made to the real host in the sample's place. {@code note} is
     * ours: that the answer came out of our cache, or what was left out of the request.
     */
    record RequestForwarded(String method, String url, int status, long bytes, String note)
            implements OfNetwork {
        public RequestForwarded(String method, String url, int status, long bytes) {
            this(method, url, status, bytes, "");
        }
    }

    /**
     * A service that is no web server was asked something: {@code service} is ours (postgresql,
     * mysql, redis, mongodb), {@code statement} the query, command or login in its own words.
     */
    record ServiceAsked(String service, String statement, String address, int port)
            implements OfNetwork {}

    /**
     * Something was tried while we made the network fail on purpose; {@code how} is ours: refused,
     * timeout, nxdomain, error_500.
     */
    record ContactFailed(String protocol, String destination, String how) implements OfNetwork {}

    /**
     * Data left that is no request: {@code protocol} is ours: tcp, udp, quic, icmp, websocket,
     * ftp…; {@code excerpt} is the beginning of it.
     */
    record PacketSent(String protocol, String address, int port, long bytes, String excerpt)
            implements OfNetwork {}

    /** A mail was handed over. {@code body} is the message with its headers, capped. */
    record MailSent(String from, List<String> to, long bytes, String body) implements OfNetwork {
        public MailSent {
            to = List.copyOf(to);
        }
    }

    /** Something that policy forbids or a limit stops was not let through. {@code why} is ours. */
    record EgressRefused(String protocol, String destination, String why) implements OfNetwork {}

    /**
     * An unknown download was answered with a harmless program of ours. It runs {@code env true}
     * with the {@code tag} as argument, so that executing it can be seen.
     */
    record StageServed(String url, String tag, String form) implements OfNetwork {}

    /** More of the same kind of traffic to the same destination than is listed one by one. */
    record TrafficFolded(String traffic, String destination, long more) implements OfNetwork {}

    /**
     * A system call that the policy refuses was tried; the sample got an error. {@code detail} is
     * ours.
     */
    record CallRefused(String call, String detail, String architecture) implements OfSyscalls {}

    /**
     * A system call that is allowed and worth noting was made. {@code detail} is ours; {@code
     * parent} is the process that a fork was made by, our number, and 0 for any other call.
     */
    record CallNoted(String call, String detail, int parent) implements OfSyscalls {
        public CallNoted(String call, String detail) {
            this(call, detail, 0);
        }

        public static CallNoted fork(int parent) {
            return new CallNoted("fork", "of process " + parent, parent);
        }
    }

    /** A process asked to sleep. */
    record Slept(long millis) implements OfSyscalls {}

    /**
     * Who the sample believed to work for; all of it is ours, drawn for this run, and found nowhere
     * else in the world.
     */
    record PersonaGiven(String user, String host, String home, String email) implements OfRun {}

    /** The server was started with this command line. */
    record ServerStarted(List<String> command, String why) implements OfRun {
        public ServerStarted {
            command = List.copyOf(command);
        }
    }

    /**
     * The start needed something that no command line says: {@code what} is a variable, an argument
     * or a condition in the server's words, {@code given} is ours: what it got, {@code why} is
     * ours: how that was learned.
     */
    record StartNeeded(String what, String given, String why) implements OfRun {}

    /**
     * The server's process ended. {@code how} is ours: code, signal, timeout, memory or processes.
     */
    record ServerEnded(String how, int value, boolean asked) implements OfRun {}

    /**
     * A step outside of the policy that the server runs under, and what was done about it. {@code
     * detail} may hold words of the server's.
     */
    record PolicyViolated(Violation violation, String detail, Violation.Action action)
            implements OfRun {}

    /** The server answered the handshake. */
    record Greeted(String protocol, String name, String version, String instructions)
            implements OfProtocol {}

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
            implements OfProtocol {}

    /**
     * A server wants to know who we are before it answers. {@code metadata} is the address that its
     * challenge names for more, which nobody has followed.
     */
    record AuthorizationAsked(String url, int status, String challenge, String metadata)
            implements OfProtocol {}

    /**
     * The handshake or a listing did not come to its end. {@code what} is the method, {@code why}
     * is ours.
     */
    record Unanswered(String what, String why) implements OfProtocol {}

    /** A tool in the n-th listing. {@code schema} and {@code annotations} are its JSON, capped. */
    record ToolListed(
            int listing, String name, String description, String schema, String annotations)
            implements OfProtocol {}

    /** A prompt that the server offers. */
    record PromptListed(String name, String description) implements OfProtocol {}

    /** A resource that the server offers. */
    record ResourceListed(String uri, String name, String description) implements OfProtocol {}

    /** A tool was called by us. */
    record ToolCalled(int call, String tool, String arguments) implements OfProtocol {}

    /** What came back from a tool call; {@code text} is the answer as JSON, capped. */
    record ToolAnswered(int call, String tool, Answer answer, long millis, long bytes, String text)
            implements OfProtocol {}

    /**
     * No valid call of this tool succeeded. {@code why} is its last complaint, capped, or ours when
     * it gave none.
     */
    record NotExercised(String tool, String why) implements OfProtocol {}

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
            implements OfProtocol {

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
            implements OfProtocol {
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
            implements OfProtocol {}

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
            implements OfProtocol {
        public VulnerabilityProven {
            proof = List.copyOf(proof);
        }
    }

    /** The server did not survive a hostile value. {@code how} is ours: crash or hang. */
    record InputBroke(
            String how, String family, String tool, String parameter, String payload, int times)
            implements OfProtocol {}

    /**
     * Words for a model beyond those of the listings: {@code kind} is ours, prompt or resource for
     * what it held when we read it, or "listed tool", "listed prompt" and "listed resource" for
     * what else stood in a listing (titles, output schemas, arguments). {@code text} is JSON,
     * capped.
     */
    record ContentRead(String kind, String name, String text) implements OfProtocol {}

    /**
     * The server asked us something (sampling, roots, elicitation, ping…) or notified us; {@code
     * params} is capped.
     */
    record ServerAsked(String method, String params) implements OfProtocol {}

    /** A frame that is not what the protocol says. {@code why} is ours. */
    record FrameMalformed(String why, long bytes, String excerpt) implements OfProtocol {}

    /** The beginning of what the server wrote to standard error. */
    record StderrWritten(long bytes, String excerpt) implements OfProtocol {}

    /** A line that the server wrote to standard error with a mark of ours in it. */
    record LogWritten(String line) implements OfProtocol {}

    /** What the sandbox had used when it ended. */
    record ResourcesUsed(
            long cpuMillis,
            long memoryPeakBytes,
            long processesPeak,
            long forksRefused,
            long memoryKills)
            implements Observation {
        @Override
        public Sense sense() {
            return Sense.RESOURCES;
        }

        @Override
        public Proof vouchedBy() {
            return Proof.KERNEL;
        }
    }

    /**
     * A package lies in the installed tree. {@code depth} is 0 for the server itself, 1 for what it
     * asks for, then on, and -1 when nothing asks for it; {@code scope} and {@code origin} are ours
     * (required, optional, development, unasked; registry, git, address, local); {@code places} are
     * the folders and files that hold its code.
     */
    record DependencyFound(
            String purl,
            String name,
            String version,
            int depth,
            String scope,
            String license,
            String hash,
            String origin,
            List<String> places)
            implements OfPackages {
        public DependencyFound {
            places = List.copyOf(places);
        }
    }

    /**
     * An advisory is about a package of the tree. {@code severity} is ours (critical, high, medium,
     * low, unknown), {@code score} its CVSS score or 0; {@code malice} is ours: none, or how surely
     * the package itself is the weapon: hearsay, all-versions, this-version; {@code sources} are
     * ours: who said so.
     */
    record AdvisoryMatched(
            String purl,
            String id,
            List<String> aliases,
            String severity,
            double score,
            String summary,
            String fixed,
            String malice,
            List<String> sources)
            implements OfAdvisories {
        public AdvisoryMatched {
            aliases = List.copyOf(aliases);
            sources = List.copyOf(sources);
        }
    }

    /** A package has a command run when it is installed. {@code depth} as for a dependency. */
    record HookDeclared(String purl, int depth, String occasion, String command)
            implements OfPackages {}

    /**
     * The server asks for a package without saying which version. {@code how} is ours: any, git,
     * address.
     */
    record RangeLoose(String name, String range, String how) implements OfPackages {}

    /** What a registry says about the release that was assessed; empty where it does not say. */
    record ReleaseSeen(
            String name,
            String version,
            String uri,
            String publishedAt,
            String deprecated,
            String provenance)
            implements OfPackages {}

    /** The name of the server is almost that of a well-known one. {@code how} is ours. */
    record NameResembles(String name, String known, String how) implements OfPackages {}

    /**
     * A scanner of somebody else was asked. {@code how} is ours: done, missing, or why it failed.
     */
    record ScannerRan(String scanner, String version, String how, long findings)
            implements OfAdvisories {}

    /** A scanner of somebody else flagged a piece of code; all words are its own, capped. */
    record CodeFlagged(
            String scanner, String rule, String severity, String path, int line, String message)
            implements OfPackages {}

    /**
     * The code of the installed tree was read. {@code parsed} files held anything worth a syntax
     * tree; {@code unread} had none although they should.
     */
    record CodeRead(long files, long bytes, long parsed, long parsedBytes, long unread)
            implements OfCode {}

    /**
     * Code is able to do something. {@code power} is ours: process, network, filesystem, native,
     * dynamic-code, environment, crypto; {@code via} is the module or function in full; {@code
     * depth} as for a dependency; {@code places} counts the uses in that package.
     */
    record PowerInCode(
            String power,
            String via,
            int depth,
            String purl,
            String path,
            int line,
            String excerpt,
            long places)
            implements OfCode {}

    /** The server says that it does something. {@code power} as in code, {@code where} is ours. */
    record PowerDeclared(String power, String where, String words) implements OfCode {}

    /**
     * In the server's own code, what a caller says reaches a dangerous call. {@code family} is
     * ours: command, argument, code, path, url, sql, object; {@code tool} is the tool where the
     * code names it; {@code from} is the line of its handler.
     */
    record FlowInCode(
            String family,
            String tool,
            String sink,
            String path,
            int line,
            String excerpt,
            int from)
            implements OfCode {}

    /**
     * A piece of code is worth a look. {@code sort} is ours: decoded-run, download-run, packed,
     * hex-names, spelled-name, escaped-text, char-codes, far-right, invisible, backwards,
     * gyp-command, machine-code, secret, secret-place, odd-host, model-words, collect-send, ambush;
     * {@code depth} as for a dependency.
     */
    record CodeMarked(
            String sort,
            String detail,
            int depth,
            String purl,
            String path,
            int line,
            String excerpt)
            implements OfCode {}

    /**
     * A port of the scope, as a scanner saw it. {@code state} is ours: open, closed or filtered;
     * what a service says of itself is empty where it said nothing.
     */
    record PortScanned(
            String address, int port, String state, String service, String product, String version)
            implements OfScan {}

    /**
     * A scanner reports a weakness. {@code severity} is ours: high, medium, low or info; {@code
     * cwe} is 0 where the scanner names none.
     */
    record WeaknessReported(
            String scanner,
            String rule,
            String title,
            String severity,
            int cwe,
            String method,
            String url,
            String parameter,
            String attack,
            String excerpt,
            String remedy)
            implements OfScan {}

    /**
     * A scanner has ended. {@code how} is ours: done, or why it counts for nothing; {@code
     * connections} is what the boundary carried for it.
     */
    record ScannerEnded(String scanner, String version, String how, long connections)
            implements OfScan {}

    /**
     * Asked the same on two kinds of kernel, it did something on one of them alone. {@code kind} is
     * ours: bait, name or program; {@code runtime} is ours: where it did it.
     */
    record KernelMattered(String kind, String what, String runtime) implements OfRun {}

    /**
     * The observation numbered {@code first} was seen again, {@code more} times, in the same phase
     * and call.
     */
    record Repeated(long first, long more) implements Observation {
        /** Only a count of what was seen before: what it counts was not lost. */
        @Override
        public Sense sense() {
            return Sense.FILES;
        }

        @Override
        public Proof vouchedBy() {
            return Proof.KERNEL;
        }
    }

    /** A sense knows that it missed something. */
    record Lost(Sense sense, long events, String why) implements Observation {
        @Override
        public Proof vouchedBy() {
            return Proof.KERNEL;
        }
    }

    /** Where the code of an executed program comes from. */
    enum Image {
        /** A file with a name. */
        FILE,
        /** Memory that was never a file (memfd). */
        MEMORY,
        /** A file whose name is gone. */
        DELETED,
        /** Nothing: the path does not exist or may not be executed. */
        MISSING
    }

    /** What an open asks for. */
    enum Access {
        READ,
        WRITE,
        CREATE,
        /** Only the place, not the content (O_PATH, directories). */
        LOOK
    }

    /** What is asked to be done to a path. */
    enum Act {
        DELETE,
        RENAME,
        LINK,
        SYMLINK,
        CHMOD,
        CHOWN,
        MKDIR,
        TRUNCATE,
        MAKE_NODE
    }

    /** How a path differs from before. */
    enum Change {
        CREATED,
        MODIFIED,
        DELETED
    }

    /** What a changed path holds. */
    enum Content {
        NOTHING,
        FOLDER,
        LINK,
        ELF,
        SCRIPT,
        TEXT,
        DATA,
        SPECIAL
    }

    /** What was done to a decoy. */
    enum Touch {
        READ,
        WRITE,
        DELETE,
        MOVE
    }

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
