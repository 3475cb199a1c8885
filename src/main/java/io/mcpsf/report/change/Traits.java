package io.mcpsf.report.change;

import io.mcpsf.json.EvidenceFormat;
import io.mcpsf.model.Evidence;
import io.mcpsf.model.FileObservation;
import io.mcpsf.model.FileObservation.Access;
import io.mcpsf.model.Finding;
import io.mcpsf.model.NetworkObservation;
import io.mcpsf.model.ProcessObservation;
import io.mcpsf.model.ProtocolObservation;
import io.mcpsf.model.ScanObservation.PortScanned;
import io.mcpsf.model.ScanObservation.WeaknessReported;
import io.mcpsf.model.Seen;
import io.mcpsf.model.SocketObservation;
import io.mcpsf.report.Calm;
import io.mcpsf.report.Destinations;
import io.mcpsf.report.Report;
import io.mcpsf.text.ShellWords;

import tools.jackson.databind.node.ObjectNode;

import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What a case shows of a server that should be the same in the next one. Numbers, temporary names
 * and the decoy home differ from run to run and are taken out, and so is what we asked for.
 */
final class Traits {

    private static final int MAX_EACH = 5_000;
    private static final Pattern ADDRESS =
            Pattern.compile("(?i)[a-z0-9._%+-]{1,64}@[a-z0-9-]{1,63}(?:\\.[a-z0-9-]{1,63}){1,8}");
    private static final Pattern HOME = Pattern.compile("^/(?:home/[^/]+|root)(?=/|$)");
    private static final Pattern PACKAGE = Pattern.compile("/opt/[^/ ]+");
    private static final Pattern RANDOM =
            Pattern.compile(
                    "(?i)(?<![a-z0-9])[0-9a-f]{8,}|[0-9]{3,}|(?<=/tmp/)[^/]*[-.][A-Za-z0-9_]{6,}");
    private static final List<String> EVERYDAY =
            List.of(
                    "/usr/", "/lib", "/bin/", "/sbin/", "/etc/", "/proc", "/sys/", "/dev/",
                    "/opt/");

    private final Map<Kind, Set<String>> traits = new EnumMap<>(Kind.class);
    private final Set<String> asked = new TreeSet<>();

    /** What is compared, in the order in which it is told. */
    enum Kind {
        FINDING,
        PORT,
        HOST,
        ADDRESSEE,
        PROCESS,
        WRITTEN,
        DELETED,
        READ,
        LISTENER,
        TOOL,
        DEPENDENCY
    }

    Traits(Report report) {
        for (Kind kind : Kind.values()) {
            traits.put(kind, new TreeSet<>());
        }
        report.evidence()
                .of(ProtocolObservation.ToolCalled.class)
                .forEach(s -> addresses(s.what().arguments(), asked));
        if (report.evidence().file().subject().kind().equals("project")) {
            // What the scanner did is ours; what it found is the project's.
            report.evidence().of(PortScanned.class).forEach(seen -> port(seen.what()));
            report.all().forEach(finding -> weakness(report, finding));
            return;
        }
        Evidence calm = Calm.server(report.evidence());
        calm.seen().forEach(this::read);
        for (Destinations.Place place : new Destinations(calm).all()) {
            add(Kind.HOST, place.shown());
        }
        for (Finding finding : report.worstFirst()) {
            add(Kind.FINDING, "%s: %s".formatted(finding.rule(), report.title(finding)));
        }
    }

    /** One for all scanners that told it, in the words of the first. */
    private void weakness(Report report, Finding finding) {
        report.seen(finding.seen().getFirst())
                .map(Seen::what)
                .filter(WeaknessReported.class::isInstance)
                .map(WeaknessReported.class::cast)
                .ifPresent(
                        found ->
                                add(
                                        Kind.FINDING,
                                        "%s (%s) at %s %s"
                                                .formatted(
                                                        found.title(),
                                                        finding.severity()
                                                                .name()
                                                                .toLowerCase(Locale.ROOT),
                                                        found.url().replaceFirst("[?#].*$", ""),
                                                        found.parameter())
                                                .strip()));
    }

    private void port(PortScanned port) {
        if (port.state().equals("open")) {
            add(
                    Kind.PORT,
                    "%s:%d %s"
                            .formatted(
                                    port.address(),
                                    port.port(),
                                    String.join(
                                            " ", port.service(), port.product(), port.version()))
                            .strip());
        }
    }

    Set<String> of(Kind kind) {
        return traits.getOrDefault(kind, Set.of());
    }

    private void read(Seen seen) {
        switch (seen.what()) {
            case NetworkObservation.MailSent m -> m.to().forEach(to -> addressees(to));
            case NetworkObservation.RequestSent r -> addressees(r.body());
            case ProcessObservation.ProcessStarted p ->
                    add(Kind.PROCESS, steady(ShellWords.join(p.argv())));
            case FileObservation.FileChanged c ->
                    file(
                            c.change() == FileObservation.Change.DELETED
                                    ? Kind.DELETED
                                    : Kind.WRITTEN,
                            c.path());
            case FileObservation.FileActed a when a.act() == FileObservation.Act.DELETE ->
                    file(Kind.DELETED, a.path());
            case FileObservation.FileOpened o
                    when o.access() == Access.WRITE || o.access() == Access.CREATE ->
                    file(Kind.WRITTEN, o.path());
            case FileObservation.FileOpened o when o.access() == Access.READ && o.found() ->
                    file(Kind.READ, o.path());
            case SocketObservation.Bound b when b.port() != 0 && !b.transport().equals("unix") ->
                    add(Kind.LISTENER, b.transport() + " " + b.address());
            default -> other(seen);
        }
    }

    /** Inspections name dependencies in records of their own, read as they come. */
    private void other(Seen seen) {
        String kind = seen.what().getClass().getSimpleName();
        if (kind.startsWith("Dependency")) {
            ObjectNode fields = EvidenceFormat.node(seen);
            add(
                    Kind.DEPENDENCY,
                    (fields.path("name").asString("") + " " + fields.path("version").asString(""))
                            .strip());
        }
    }

    private void addressees(String text) {
        var found = new TreeSet<String>();
        addresses(text, found);
        found.removeAll(asked);
        found.forEach(address -> add(Kind.ADDRESSEE, address));
    }

    private static void addresses(String text, Set<String> into) {
        Matcher matcher = ADDRESS.matcher(text);
        while (matcher.find() && into.size() < MAX_EACH) {
            into.add(matcher.group().toLowerCase(Locale.ROOT));
        }
    }

    private void file(Kind kind, String path) {
        if (EVERYDAY.stream().noneMatch(path::startsWith)) {
            add(kind, steady(path));
        }
    }

    private static String steady(String text) {
        String homeless = HOME.matcher(text).replaceFirst("~");
        return RANDOM.matcher(PACKAGE.matcher(homeless).replaceAll("(package)")).replaceAll("*");
    }

    private void add(Kind kind, String trait) {
        Set<String> known = traits.get(kind);
        if (known != null && known.size() < MAX_EACH) {
            known.add(trait);
        }
    }
}
