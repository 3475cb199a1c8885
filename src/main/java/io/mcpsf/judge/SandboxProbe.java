package io.mcpsf.judge;

import io.mcpsf.model.Confidence;
import io.mcpsf.model.Evidence.Sighting;
import io.mcpsf.model.FileObservation.Access;
import io.mcpsf.model.FileObservation.FileOpened;
import io.mcpsf.model.Finding;
import io.mcpsf.model.Phase;
import io.mcpsf.model.ProcessObservation.ProcessStarted;
import io.mcpsf.model.ProtocolObservation.StderrWritten;
import io.mcpsf.model.ProtocolObservation.ToolListed;
import io.mcpsf.model.RunObservation.ServerEnded;
import io.mcpsf.model.Seen;
import io.mcpsf.model.Sense;
import io.mcpsf.model.Severity;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;

/** The server looked for signs that it is watched. */
final class SandboxProbe implements Rule {

    private static final int PROBES = 2;
    private static final long SOON_MICROS = 10_000_000;

    /**
     * By class of probe. Not here: /.dockerenv, /run/.containerenv, /proc/self/cgroup and
     * /proc/version, which libraries that open a browser or size a heap read all the time.
     */
    private static final Map<String, List<PathGlob>> FILES =
            Map.of(
                    // One question, whichever of its files answers it: is this a container?
                    "the first process",
                            Paths.globs(
                                    "/proc/1/{cgroup,mountinfo,mounts,sched,comm,cmdline,status}"),
                    "the kernel threads", Paths.globs("/proc/2", "/proc/2/*"),
                    "the hardware vendor",
                            Paths.globs("/sys/class/dmi/**", "/sys/devices/virtual/dmi/**"),
                    "the kernel log", Paths.globs("/proc/kmsg", "/dev/kmsg"),
                    "a hypervisor", Paths.globs("/sys/hypervisor/**", "/proc/xen/**"));

    private static final Pattern TELLS_HARDWARE =
            Baits.words(
                    "system info(rmation)?|hardware|system monitor(ing)?|system"
                            + " stat(u)?s|diagnostics|cpu|processes|virtual"
                            + " machines?|containers?|docker|desktop");

    private static final Set<String> PROGRAMS =
            Set.of("systemd-detect-virt", "virt-what", "dmidecode", "dmesg", "imvirt");

    private static final About ABOUT =
            About.malice("sandbox-probe", Family.EVASION, Severity.MEDIUM, Confidence.LIKELY)
                    .needs(Sense.PROCESSES, Sense.FILES)
                    .attack("T1497.001")
                    .cwe("CWE-506")
                    .owaspMcp("MCP08")
                    .says(
                            "Sandbox detection: checks whether it is being watched",
                            "Two different checks whose only use is to tell a container or virtual"
                                + " machine from a real machine. One alone is a LOW finding. When"
                                + " the server then exits silently within ten seconds, before it"
                                + " has offered a tool, the finding is HIGH. Servers made to report"
                                + " on hardware, processes or containers are not counted.",
                            "Do not trust its quiet behaviour here; assess it again on another kind"
                                    + " of machine.");

    @Override
    public About about() {
        return ABOUT;
    }

    @Override
    public List<Finding> judge(Trail trail) {
        var kinds = new TreeSet<String>();
        var probes = new ArrayList<Seen>();
        for (Seen seen : trail.seen(FileOpened.class)) {
            // As it was written: the server may itself be the first process.
            if (seen.what() instanceof FileOpened opened
                    && !trail.asked(seen.at()).path(opened.asked())) {
                FILES.forEach(
                        (kind, globs) -> {
                            if (Paths.anyGlob(globs, opened.asked())) {
                                kinds.add(kind);
                                probes.add(seen);
                            }
                        });
            }
        }
        for (Seen seen : trail.seen(ProcessStarted.class)) {
            if (seen.what() instanceof ProcessStarted started
                    && PROGRAMS.contains(Programs.name(started))) {
                kinds.add("what " + Programs.name(started) + " says");
                probes.add(seen);
            }
        }
        if (probes.isEmpty() || Baits.says(trail, TELLS_HARDWARE)) {
            return List.of();
        }
        probes.sort(Comparator.comparingLong(Seen::seq));
        return findings(trail, kinds, probes);
    }

    /** Who hides leaves without a word; a server that fails says why. */
    private static boolean silently(Trail trail, Sighting<ServerEnded> end) {
        return (end.what().how().equals("code") && end.what().value() == 0)
                || trail.all(StderrWritten.class).stream()
                        .noneMatch(words -> words.at().seq() > end.at().seq());
    }

    /** It had offered its tools by then: it does its work and hides from nobody. */
    private static boolean offered(Trail trail, Sighting<ServerEnded> end) {
        return trail.all(ToolListed.class).stream()
                .anyMatch(listed -> listed.at().seq() < end.at().seq());
    }

    private List<Finding> findings(Trail trail, Set<String> kinds, List<Seen> probes) {
        boolean several = kinds.size() >= PROBES;
        boolean left =
                several
                        && trail.all(ServerEnded.class).stream()
                                .anyMatch(
                                        end ->
                                                !end.what().asked()
                                                        && !offered(trail, end)
                                                        && silently(trail, end)
                                                        && end.at().micros()
                                                                        - probes.getLast()
                                                                                .at()
                                                                                .micros()
                                                                <= SOON_MICROS);
        Severity severity = several ? Severity.MEDIUM : Severity.LOW;
        var claims = new Claims(info(), trail);
        claims.add(
                "",
                "Checked %s%s."
                        .formatted(
                                Message.list(kinds, 4), left ? " and then exited by itself" : ""),
                left ? Severity.HIGH : severity,
                Confidence.LIKELY,
                probes);
        return claims.findings();
    }

    @Override
    public List<Example> examples() {
        return List.of(
                Example.fires(
                        "the first process and the maker of the hardware",
                        new Story()
                                .sees(read("/proc/1/cgroup"))
                                .sees(read("/sys/class/dmi/id/sys_vendor"))),
                Example.spares(
                        "a desktop tool that tells about the hardware",
                        new Story()
                                .sees(read("/sys/class/dmi/id/sys_vendor"))
                                .sees(read("/proc/1/comm"))
                                .in(Phase.LIST)
                                .sees(
                                        new ToolListed(
                                                1,
                                                "system_info",
                                                "Tells about CPU and hardware",
                                                "{}",
                                                ""))),
                Example.fires(
                        "a program made for it",
                        new Story()
                                .starts(
                                        2,
                                        1,
                                        "/usr/bin/systemd-detect-virt",
                                        "systemd-detect-virt")),
                Example.spares(
                        "what libraries do to open a browser",
                        new Story().sees(read("/.dockerenv")).sees(read("/proc/self/cgroup"))),
                Example.spares(
                        "itself is the first process",
                        new Story()
                                .sees(
                                        new FileOpened(
                                                "/proc/1/cgroup",
                                                "/proc/self/cgroup",
                                                Access.READ,
                                                true))));
    }

    private static FileOpened read(String path) {
        return new FileOpened(path, path, Access.READ, true);
    }
}
