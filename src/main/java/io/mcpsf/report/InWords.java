package io.mcpsf.report;

import io.mcpsf.model.AdvisoryObservation;
import io.mcpsf.model.CodeObservation;
import io.mcpsf.model.FileObservation;
import io.mcpsf.model.FileObservation.Access;
import io.mcpsf.model.Health;
import io.mcpsf.model.Isolation;
import io.mcpsf.model.NetworkObservation;
import io.mcpsf.model.Observation;
import io.mcpsf.model.PackageObservation;
import io.mcpsf.model.Phase;
import io.mcpsf.model.ProcessObservation;
import io.mcpsf.model.ProtocolObservation;
import io.mcpsf.model.RunObservation;
import io.mcpsf.model.ScanObservation;
import io.mcpsf.model.Sense;
import io.mcpsf.model.SocketObservation;
import io.mcpsf.text.Counted;
import io.mcpsf.text.ShellWords;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * One observation as a phrase: exactly what was seen, by whom it was addressed and how. The words
 * hold hostile text as it came; each sink escapes it at the last moment.
 */
public final class InWords {

    private InWords() {}

    public static String of(Observation what) {
        return switch (what) {
            case ProcessObservation.ProcessStarted p -> ran(p);
            case FileObservation.FileOpened o -> opened(o) + o.path();
            case FileObservation.FileActed a -> acted(a);
            case FileObservation.FileChanged c ->
                    "%s %s (%s, %d bytes)"
                            .formatted(lower(c.change()), c.path(), lower(c.content()), c.bytes());
            case FileObservation.WitnessesDiffer d ->
                    "the kernel "
                            + d.act().name().toLowerCase(Locale.ROOT)
                            + " "
                            + d.path()
                            + ", which no call asked for";
            case FileObservation.BaitTouched b ->
                    "%s decoy %s (%s)".formatted(lower(b.touch()), b.path(), b.kind());
            case SocketObservation.BaitLeft b -> left(b);
            case SocketObservation.Connected c ->
                    "connect " + peer(c.transport(), c.address(), c.port());
            case SocketObservation.Bound b ->
                    "listen " + peer(b.transport(), b.address(), b.port());
            case SocketObservation.Sent s ->
                    "send %d bytes to %s: %s"
                            .formatted(
                                    s.bytes(),
                                    peer(s.transport(), s.address(), s.port()),
                                    s.excerpt());
            case SocketObservation.DnsAsked d -> "resolve " + d.name() + " " + d.type();
            case NetworkObservation.FlowOpened f ->
                    "flow %s%s"
                            .formatted(
                                    peer(f.transport(), f.address(), f.port()),
                                    f.name().isEmpty() ? "" : " (" + f.name() + ")");
            case NetworkObservation.TlsOpened t ->
                    "TLS to %s, %s".formatted(t.name(), t.fingerprint());
            case NetworkObservation.TlsFailed t ->
                    "TLS to %s failed: %s".formatted(t.name(), t.why());
            case NetworkObservation.RequestSent r ->
                    "%s %s%s"
                            .formatted(
                                    r.method(),
                                    r.url(),
                                    r.bodyBytes() == 0
                                            ? ""
                                            : " with %d bytes: %s"
                                                    .formatted(r.bodyBytes(), r.body()));
            case NetworkObservation.RequestForwarded r ->
                    "forwarded %s %s: %d, %d bytes%s"
                            .formatted(
                                    r.method(),
                                    r.url(),
                                    r.status(),
                                    r.bytes(),
                                    r.note().isEmpty() ? "" : " (" + r.note() + ")");
            case NetworkObservation.ServiceAsked s ->
                    "%s at %s: %s"
                            .formatted(
                                    s.service(), peer("tcp", s.address(), s.port()), s.statement());
            case NetworkObservation.ContactFailed c ->
                    "%s to %s, answered with a failure: %s"
                            .formatted(c.protocol(), c.destination(), c.how());
            case NetworkObservation.PacketSent p ->
                    "send %d bytes to %s: %s"
                            .formatted(
                                    p.bytes(),
                                    peer(p.protocol(), p.address(), p.port()),
                                    p.excerpt());
            case NetworkObservation.MailSent m ->
                    "mail from %s to %s, %d bytes: %s"
                            .formatted(m.from(), String.join(", ", m.to()), m.bytes(), m.body());
            case NetworkObservation.EgressRefused e ->
                    "blocked %s to %s: %s".formatted(e.protocol(), e.destination(), e.why());
            case NetworkObservation.StageServed s ->
                    "served a harmless %s (%s) for %s".formatted(s.form(), s.tag(), s.url());
            case NetworkObservation.HostOffered o ->
                    "answered %s with the address of %s".formatted(o.url(), o.host());
            case NetworkObservation.ProxyUsed p ->
                    "connected us to %s as a %s proxy on %s port %d"
                            .formatted(p.host(), p.protocol(), p.address(), p.port());
            case NetworkObservation.TrafficFolded t ->
                    "%d more %s to %s".formatted(t.more(), t.traffic(), t.destination());
            case ProcessObservation.CallRefused c -> "denied " + c.call() + " " + c.detail();
            case ProcessObservation.CallNoted c -> c.call() + " " + c.detail();
            case ProcessObservation.Slept s -> "sleep " + s.millis() + " ms";
            case RunObservation.PersonaGiven p -> "persona " + p.user() + " on " + p.host();
            case RunObservation.ServerStarted s -> "start " + ShellWords.join(s.command());
            case RunObservation.StartNeeded n -> "needed %s: %s".formatted(n.what(), n.given());
            case RunObservation.ServerEnded e ->
                    "server exited: %s %d%s"
                            .formatted(e.how(), e.value(), e.asked() ? "" : ", by itself");
            case RunObservation.PolicyViolated v ->
                    "%s: %s (%s)".formatted(v.violation(), v.detail(), lower(v.action()));
            case ProtocolObservation.Greeted g ->
                    "handshake: %s %s, protocol %s".formatted(g.name(), g.version(), g.protocol());
            case ProtocolObservation.EndpointSeen e ->
                    "MCP over HTTP (%s, %s) at %s".formatted(e.transport(), e.access(), e.url());
            case ProtocolObservation.AuthorizationAsked a ->
                    "%s wants authorization: %d %s".formatted(a.url(), a.status(), a.challenge());
            case ProtocolObservation.Unanswered u -> u.what() + " unanswered: " + u.why();
            case ProtocolObservation.ToolListed t ->
                    "lists tool " + t.name() + ": " + t.description();
            case ProtocolObservation.PromptListed p ->
                    "lists prompt " + p.name() + ": " + p.description();
            case ProtocolObservation.ResourceListed r ->
                    "lists resource " + r.uri() + " " + r.name();
            case ProtocolObservation.ContentRead c ->
                    "%s %s contains: %s".formatted(c.kind(), c.name(), c.text());
            case ProtocolObservation.ToolCalled t -> "call " + t.tool() + " " + t.arguments();
            case ProtocolObservation.ToolAnswered t ->
                    "%s answers %s: %s".formatted(t.tool(), lower(t.answer()), t.text());
            case ProtocolObservation.NotExercised n ->
                    "%s was not exercised: %s".formatted(n.tool(), n.why());
            case ProtocolObservation.Attacked a ->
                    "%s attack on %s, parameter %s: %s"
                            .formatted(a.family(), a.tool(), a.parameter(), a.payload());
            case ProtocolObservation.PlaceAttacked p ->
                    "%s, parameter %s: tested %s; not tested: %s"
                            .formatted(
                                    p.tool(),
                                    p.parameter(),
                                    String.join(" ", p.tried()),
                                    p.untried().isEmpty() ? "none" : String.join(" ", p.untried()));
            case ProtocolObservation.AttackAnswered a ->
                    "answers %s after %d ms: %s".formatted(lower(a.answer()), a.millis(), a.text());
            case ProtocolObservation.VulnerabilityProven v ->
                    "%s proven in %d of %d attempts: %s"
                            .formatted(v.family(), v.fired(), v.tries(), v.effect());
            case ProtocolObservation.InputBroke b ->
                    "%s of %s, %s payload: %s"
                            .formatted(b.how(), b.tool(), b.family(), b.payload());
            case ProtocolObservation.ServerAsked s ->
                    "server sends " + s.method() + " " + s.params();
            case ProtocolObservation.FrameMalformed f ->
                    "malformed message, " + f.why() + ": " + f.excerpt();
            case ProtocolObservation.StderrWritten s -> "stderr: " + s.excerpt();
            case ProtocolObservation.LogWritten l -> "logged: " + l.line();
            case ProtocolObservation.TextDoubted t ->
                    "the language model doubts %s (%s): %s"
                            .formatted(t.subject(), t.act(), t.quote());
            case ProcessObservation.ResourcesUsed r ->
                    "%d ms CPU, %d MiB memory, %d processes, %d forks denied, %d OOM kills"
                            .formatted(
                                    r.cpuMillis(),
                                    r.memoryPeakBytes() >> 20,
                                    r.processesPeak(),
                                    r.forksRefused(),
                                    r.memoryKills());
            case PackageObservation.DependencyFound d ->
                    "package %s (depth %d, %s)".formatted(d.purl(), d.depth(), d.scope());
            case AdvisoryObservation.AdvisoryMatched a ->
                    "%s affects %s: %s (%s)".formatted(a.id(), a.purl(), a.summary(), a.severity());
            case PackageObservation.HookDeclared h ->
                    "%s runs %s at %s".formatted(h.purl(), h.command(), h.occasion());
            case PackageObservation.RangeLoose r ->
                    "depends on %s %s".formatted(r.name(), r.range());
            case CodeObservation.CodeRead c ->
                    "%d source files, %d parsed, %d not read"
                            .formatted(c.files(), c.parsed(), c.unread());
            case CodeObservation.PowerInCode p ->
                    "%s through %s in %s:%d: %s"
                            .formatted(p.power(), p.via(), p.path(), p.line(), p.excerpt());
            case CodeObservation.PowerDeclared p ->
                    "%s declared in %s: %s".formatted(p.power(), p.where(), p.words());
            case CodeObservation.FlowInCode f ->
                    "argument of %s reaches %s in %s:%d: %s"
                            .formatted(
                                    f.tool().isEmpty() ? "a tool" : f.tool(),
                                    f.sink(),
                                    f.path(),
                                    f.line(),
                                    f.excerpt());
            case CodeObservation.CodeMarked m ->
                    "%s in %s:%d: %s".formatted(m.detail(), m.path(), m.line(), m.excerpt());
            case PackageObservation.ReleaseSeen r ->
                    "%s %s, published %s".formatted(r.name(), r.version(), r.publishedAt());
            case RunObservation.KernelMattered k ->
                    "only on %s: %s %s".formatted(k.runtime(), k.kind(), k.what());
            case PackageObservation.NameResembles n ->
                    "%s resembles %s: %s".formatted(n.name(), n.known(), n.how());
            case AdvisoryObservation.ScannerRan s ->
                    "%s %s: %s, %s"
                            .formatted(
                                    s.scanner(),
                                    s.version(),
                                    s.how(),
                                    Counted.of(s.findings(), "finding"));
            case PackageObservation.CodeFlagged c ->
                    "%s %s in %s:%d: %s"
                            .formatted(c.scanner(), c.rule(), c.path(), c.line(), c.message());
            case Observation.Repeated r ->
                    "#" + r.first() + " repeated " + (r.more() == 1 ? "once" : r.more() + " times");
            case ScanObservation.PortScanned p ->
                    "%s %s: %s"
                            .formatted(
                                    p.state(),
                                    peer("tcp", p.address(), p.port()),
                                    String.join(" ", p.service(), p.product(), p.version())
                                            .strip());
            case ScanObservation.ScopeGiven g ->
                    "in scope: %s port %s".formatted(g.address(), g.ports());
            case ScanObservation.WeaknessReported w ->
                    "%s: %s (%s) at %s %s"
                            .formatted(w.scanner(), w.title(), w.severity(), w.url(), w.parameter())
                            .strip();
            case ScanObservation.ScannerEnded e ->
                    "%s %s: %s, %s"
                            .formatted(
                                    e.scanner(),
                                    e.version(),
                                    e.how(),
                                    Counted.of(e.connections(), "connection"));
            case Observation.Lost l ->
                    "%s lost %s: %s"
                            .formatted(lower(l.sense()), Counted.of(l.events(), "event"), l.why());
        };
    }

    /** A phase as people call it; the others say it by their name. */
    public static String phase(Phase phase) {
        return switch (phase) {
            case RESTART -> "second start";
            case LATER -> "later date";
            case KERNEL -> "other kernel";
            default -> lower(phase);
        };
    }

    public static String health(Health health) {
        return health == Health.FULL ? "active" : lower(health);
    }

    /**
     * A sensor that did not see all. Advisories are none of a run: without them nothing was missed
     * in it, but its dependencies were not looked up.
     */
    public static String weak(Sense sense, Health health) {
        if (sense == Sense.ADVISORIES) {
            return health == Health.BLIND ? "dependencies not checked" : "advisories incomplete";
        }
        return lower(sense) + " " + lower(health);
    }

    public static String lower(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }

    public static String peer(String transport, String address, int port) {
        String host = address.indexOf(':') >= 0 && port > 0 ? "[" + address + "]" : address;
        return transport + " " + host + (port > 0 ? ":" + port : "");
    }

    private static String ran(ProcessObservation.ProcessStarted p) {
        String line = p.argv().isEmpty() ? p.path() : ShellWords.join(p.argv());
        String from =
                switch (p.image()) {
                    case FILE -> "";
                    case MEMORY -> " (from memory)";
                    case DELETED -> " (from a deleted file)";
                    case MISSING -> " (missing)";
                };
        return "exec " + line + from;
    }

    private static String opened(FileObservation.FileOpened open) {
        String verb = open.access() == Access.LOOK ? "stat" : lower(open.access());
        return verb + " " + (open.found() ? "" : "missing ");
    }

    private static String acted(FileObservation.FileActed acted) {
        String to = acted.to().isEmpty() ? "" : " → " + acted.to();
        return lower(acted.act()) + " " + acted.path() + to;
    }

    private static String left(SocketObservation.BaitLeft left) {
        String to = left.destination().isEmpty() ? "" : " → " + left.destination();
        String how =
                switch (left.where()) {
                    case "result" -> "returned in an answer";
                    case "stderr" -> "written to the log";
                    case "file" -> "copied to a file";
                    case "argv" -> "passed in program arguments";
                    case "socket" -> "sent to a socket";
                    default -> "exfiltrated over " + left.where().toUpperCase(Locale.ROOT);
                };
        String form = left.encoding().equals("plain") ? "unencoded" : left.encoding();
        return "decoy %s (%s) %s, %s%s".formatted(left.bait(), left.kind(), how, form, to);
    }

    /** Older evidence says "a kernel of its own". */
    private static boolean ownKernel(String missing) {
        return missing.startsWith("separate kernel") || missing.startsWith("a kernel of its own");
    }

    /** What isolated the sample: {@code crun 1.28 (shared host kernel, Linux 6.12)}. */
    public static String isolation(Isolation isolation) {
        List<String> missing = new ArrayList<>(isolation.missing());
        boolean shared = missing.removeIf(InWords::ownKernel);
        String kernel = (shared ? "shared host kernel, " : "") + isolation.kernel();
        return isolation.runtime()
                + (kernel.isBlank() ? "" : " (" + kernel.strip() + ")")
                + (missing.isEmpty() ? "" : "; not enforced: " + String.join(", ", missing));
    }
}
