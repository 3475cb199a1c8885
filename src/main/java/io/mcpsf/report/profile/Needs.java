package io.mcpsf.report.profile;

import io.mcpsf.model.CaseFile;
import io.mcpsf.model.Evidence;
import io.mcpsf.model.FileObservation;
import io.mcpsf.model.FileObservation.Access;
import io.mcpsf.model.NetworkObservation;
import io.mcpsf.model.Phase;
import io.mcpsf.model.ProcessObservation;
import io.mcpsf.model.ProtocolObservation;
import io.mcpsf.model.RunObservation;
import io.mcpsf.model.Seen;
import io.mcpsf.model.SocketObservation;
import io.mcpsf.model.Violation;
import io.mcpsf.report.Calm;
import io.mcpsf.report.Destinations;
import io.mcpsf.report.Report;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * What a server used while it was watched. What a finding of malice rests on is no need: a profile
 * that lets a thief reach his drop would be worse than none. Names and paths with signs that mean
 * something to a shell or a pattern are left out, and counted.
 */
final class Needs {

    private static final int MAX_EACH = 100;
    private static final long MIB = 1 << 20;
    private static final Pattern HOST =
            Pattern.compile("(?i)[a-z0-9]([a-z0-9-]*[a-z0-9])?(\\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*");
    private static final Pattern ADDRESS = Pattern.compile("[0-9.]+|.*:.*");
    private static final Pattern PATH = Pattern.compile("/[A-Za-z0-9._/@+-]+");
    private static final Pattern HOME = Pattern.compile("^/(?:home/[^/]+|root)(?=/|$)");

    /** There for every program, or made for the sandbox alone. */
    private static final List<String> EVERYDAY =
            List.of(
                    "/usr", "/lib", "/bin", "/sbin", "/etc", "/proc", "/sys", "/dev", "/opt",
                    "/tmp", "/run");

    private static final String SESSION = "run";
    private static final Set<Violation> TRIED =
            EnumSet.of(Violation.NETWORK_ESCAPE, Violation.FILE_DENIED, Violation.TOOL_DENIED);

    final Set<String> hosts = new TreeSet<>();
    final Set<Integer> ports = new TreeSet<>();
    final Map<String, Set<Integer>> places = new TreeMap<>();
    final Set<String> reads = new TreeSet<>();
    final Set<String> writes = new TreeSet<>();
    final Set<String> programs = new TreeSet<>();
    final Set<String> withheld = new TreeSet<>();
    final Set<String> told = new TreeSet<>();
    final Set<String> refused = new TreeSet<>();
    final List<String> notExercised = new ArrayList<>();

    /** Somebody used it for real, within a policy: what it was told to reach was meant. */
    final boolean session;

    private final Set<Long> hostile;
    private final Report report;
    private final Evidence watched;
    private final Evidence calm;
    boolean temporary;
    boolean listens;
    int odd;

    /** Of a server that is installed where it is used, as npx and uvx do. */
    Needs(Report report) {
        this(report, report.evidence());
    }

    /** Of a server that somebody else has installed. */
    static Needs installed(Report report) {
        Evidence all = report.evidence();
        List<Seen> running =
                all.seen().stream().filter(seen -> seen.at().phase() != Phase.INSTALL).toList();
        return new Needs(report, new Evidence(all.file(), running, all.coverage()));
    }

    private Needs(Report report, Evidence watched) {
        this.report = report;
        this.hostile = report.accused();
        this.watched = watched;
        this.session = watched.file().settings().profile().equals(SESSION);
        this.calm = Calm.of(watched);
        refused();
        places();
        calm.seen().forEach(this::read);
        exercise();
    }

    /** A name that is safe as a key, a label or a word of a command line. */
    String name() {
        String name = report.evidence().file().subject().name().replaceAll("[^A-Za-z0-9._-]+", "-");
        String bare = name.replaceAll("^[-.]+|[-.]+$", "");
        return bare.isEmpty() ? "server" : bare.substring(0, Math.min(60, bare.length()));
    }

    List<String> command() {
        CaseFile.Settings settings = report.evidence().file().settings();
        return settings.command().stream()
                .map(word -> word.matches("[A-Za-z0-9._/@+=:,-]+") ? word : "REPLACE-ME")
                .toList();
    }

    /** Twice what it used, and never less than a runtime needs to start. */
    long memoryMib() {
        long peak =
                watched.of(ProcessObservation.ResourcesUsed.class)
                        .mapToLong(s -> s.what().memoryPeakBytes())
                        .max()
                        .orElse(0);
        return Math.max(256, (2 * peak / MIB + 63) / 64 * 64);
    }

    long processes() {
        long peak =
                watched.of(ProcessObservation.ResourcesUsed.class)
                        .mapToLong(s -> s.what().processesPeak())
                        .max()
                        .orElse(0);
        return Math.max(32, 2 * peak);
    }

    /** What a policy stopped: that it was tried does not say that it is needed. */
    private void refused() {
        watched.of(RunObservation.PolicyViolated.class)
                .map(Evidence.Sighting::what)
                .filter(violated -> TRIED.contains(violated.violation()))
                .limit(MAX_EACH)
                .forEach(violated -> refused.add(violated.violation() + " " + violated.detail()));
    }

    private boolean stopped(String host) {
        return session
                && watched.of(NetworkObservation.EgressRefused.class)
                        .map(seen -> seen.what().destination())
                        .anyMatch(place -> place.equals(host) || place.startsWith(host + ":"));
    }

    private void places() {
        String arguments =
                calm.of(ProtocolObservation.ToolCalled.class)
                        .map(s -> s.what().arguments())
                        .collect(Collectors.joining(" "));
        boolean named = calm.of(SocketObservation.DnsAsked.class).findAny().isPresent();
        Set<String> bad = new HashSet<>();
        for (long seq : hostile) {
            report.seen(seq).ifPresent(seen -> bad.addAll(hosts(seen)));
        }
        for (Destinations.Place place : new Destinations(calm, hostile).all()) {
            boolean withhold =
                    !place.decoys().isEmpty()
                            || bad.contains(place.host())
                            || place.addresses().stream().anyMatch(bad::contains);
            if (stopped(place.host())) {
                continue; // Told as refused.
            }
            if (withhold) {
                withheld.add(HOST.matcher(place.host()).matches() ? place.shown() : "(odd name)");
            } else if (!session && arguments.contains(place.host())) {
                // It went where we sent it; where it may be sent is for its user to say.
                told.add(HOST.matcher(place.host()).matches() ? place.host() : "(odd name)");
            } else if (!HOST.matcher(place.host()).matches() || hosts.size() >= MAX_EACH) {
                odd++;
            } else if (ADDRESS.matcher(place.host()).matches() && named) {
                // Where names are asked for, a bare address is one that the fake internet gave.
                odd++;
            } else if (place.port() > 0) {
                hosts.add(place.host());
                ports.add(place.port());
                places.computeIfAbsent(place.host(), host -> new TreeSet<>()).add(place.port());
            }
        }
    }

    private static Set<String> hosts(Seen seen) {
        return switch (seen.what()) {
            case NetworkObservation.RequestSent r -> Set.of(Destinations.host(r.url()));
            case SocketObservation.Connected c -> Set.of(c.address());
            case NetworkObservation.FlowOpened f ->
                    f.name().isEmpty() ? Set.of(f.address()) : Set.of(f.name());
            case SocketObservation.DnsAsked d -> Set.of(d.name());
            case SocketObservation.Sent s -> Set.of(s.address());
            case NetworkObservation.PacketSent p -> Set.of(p.address());
            default -> Set.of();
        };
    }

    private void read(Seen seen) {
        boolean bad = hostile.contains(seen.seq());
        switch (seen.what()) {
            case FileObservation.FileOpened o when o.found() && o.access() == Access.READ ->
                    path(o.path(), reads, false, bad);
            case FileObservation.FileOpened o
                    when o.access() == Access.WRITE || o.access() == Access.CREATE ->
                    path(o.path(), writes, true, bad);
            case FileObservation.FileChanged c -> path(c.path(), writes, true, bad);
            case ProcessObservation.ProcessStarted p when p.parent() != 0 && !bad ->
                    program(p.path());
            case SocketObservation.Bound b when b.port() != 0 && !b.transport().equals("unix") ->
                    listens = true;
            default -> {}
        }
    }

    private void path(String path, Set<String> into, boolean writing, boolean bad) {
        if (writing && path.startsWith("/tmp/")) {
            temporary = true;
        }
        if (EVERYDAY.stream().anyMatch(e -> path.equals(e) || path.startsWith(e + "/"))) {
            return;
        }
        int slash = path.lastIndexOf('/');
        String folder = slash > 0 ? path.substring(0, slash) : path;
        boolean secret = CredentialPlaces.holds(HOME.matcher(path).replaceFirst("~"));
        if (bad || secret || isHomeItself(folder)) {
            String own = HOME.matcher(path).replaceFirst("~");
            if (bad || secret) {
                withheld.add(PATH.matcher(path).matches() ? own : "(odd name)");
            } else if (PATH.matcher(path).matches() && into.size() < MAX_EACH) {
                into.add(own);
            }
        } else if (!PATH.matcher(folder).matches() || into.size() >= MAX_EACH) {
            odd++;
        } else {
            into.add(HOME.matcher(folder).replaceFirst("~"));
        }
    }

    /** The whole home is never given for one file in it. */
    private static boolean isHomeItself(String folder) {
        return HOME.matcher(folder).replaceFirst("~").equals("~");
    }

    private void program(String path) {
        if (PATH.matcher(path).matches() && programs.size() < MAX_EACH) {
            programs.add(path);
        } else {
            odd++;
        }
    }

    private void exercise() {
        var tools = report.evidence().coverage().tools();
        if (tools.called() < tools.listed()) {
            notExercised.add(
                    "%d of %d tools were never called"
                            .formatted(tools.listed() - tools.called(), tools.listed()));
        }
        if (tools.answered() < tools.called()) {
            notExercised.add(
                    "%d of %d called tools did not answer"
                            .formatted(tools.called() - tools.answered(), tools.called()));
        }
        if (tools.failing() > 0) {
            notExercised.add(
                    "%d of %d tools that answered failed every call"
                            .formatted(tools.failing(), tools.answered()));
        }
        notExercised.addAll(report.judgement().doubts());
    }
}
