package io.mcpsf.run;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * What may be the same wherever a sample runs, and why. A fact is "kind, tab, text"; each entry is
 * a pattern for whole facts.
 */
final class CommonSights {

    private static final Pattern NAMES_US =
            Pattern.compile(
                    "mcpsf|sandbox|canary|decoy|honeypot|bait|sinkhole|rehearsal|junit|/\\.cache/"
                            + "|"
                            + Pattern.quote(System.getProperty("user.dir")),
                    Pattern.CASE_INSENSITIVE);

    /** Facts that may be the same in every run, and why. */
    private record Common(String why, List<Pattern> facts) {
        Common(String why, String... facts) {
            this(why, Stream.of(facts).map(Pattern::compile).toList());
        }
    }

    private static final List<Common> COMMON =
            List.of(
                    new Common(
                            "Debian has these users, groups and lines everywhere",
                            "/etc/(group|passwd)\t(root|daemon|tty|users|nogroup|nobody):.*",
                            "/etc/hosts\t(127\\.0\\.0\\.1|::1) localhost.*",
                            "/etc/resolv\\.conf\toptions edns0 trust-ad"),
                    new Common(
                            "the host's own programs and kernel, as on any machine that has them",
                            "entry\t/usr/local/.*",
                            "/proc/version\t.*",
                            "mount(s|info)\t.* ext4 .*",
                            "mount(s|info)\t.* devtmpfs .*"),
                    new Common(
                            "folders of the file system hierarchy standard", "entry\t/[a-z0-9]+"),
                    new Common(
                            "the sample's own folder and command line",
                            "entry\t/opt/viewer",
                            "process\t/usr/bin/python3 /opt/viewer/.*"),
                    new Common(
                            "a control group namespace shows its root",
                            "/proc/self/cgroup\t\\d+:[^:]*:/"),
                    new Common(
                            "container runtimes mount and mask these, all in the same way",
                            "mountinfo\t/ /dev/pts .* devpts devpts .*",
                            "mountinfo\t/[a-z]* /proc(/(bus|fs|irq|sys))? .* - proc proc rw",
                            "mounts\tdevpts /dev/pts .*",
                            "mounts\tproc /proc(/(bus|fs|irq|sys))? proc .*"),
                    new Common(
                            "what shells of developers set",
                            "environment\t(EDITOR=vim|LANG=.*|LC_CTYPE=.*|SHELL=/bin/bash|TZ=UTC)",
                            "environment\tPATH=/usr/local/bin:/usr/bin:/bin",
                            "environment\tAWS_DEFAULT_REGION=eu-west-1"),
                    new Common(
                            "what companies set that inspect their own TLS traffic, with Debian's"
                                    + " path",
                            "environment\t(NODE_EXTRA_CA_CERTS|SSL_CERT_FILE|REQUESTS_CA_BUNDLE)="
                                    + "/etc/ssl/certs/ca-certificates.crt"),
                    new Common(
                            "the loopback device, and the heads of the kernel's tables",
                            "(device|address|netmask|mac)\tlo( .*)?",
                            "(address6|route6)\t0{31}[01] .* lo",
                            "(route|neighbour)\t(Iface|IP address) .*"),
                    new Common(
                            "the names and shapes of every small network",
                            "device\teth0",
                            "netmask\teth0 255\\.255\\.255\\.0",
                            "route6\tff0{30} .* eth0",
                            "route6\tfe80{28,} .* eth0"),
                    new Common(
                            "a region of a cloud, where many machines are",
                            "number\thttp://169.254.169.254/\\S+ eu-central-1"),
                    new Common(
                            "a web server's usual words",
                            "header\t\\S+ (Connection|Content-Type|Server|Content-Length): .*"),
                    new Common(
                            "checks of the listing itself",
                            "(ages of files|clocks agree|uptime goes on|usual ports)\t.*",
                            "scanned ports open\t.*",
                            "name\t\\S+ \\[Errno -[25]\\] .*"));

    private CommonSights() {}

    /** The facts that say who we are. */
    static List<String> naming(List<String> look) {
        return look.stream()
                // The host's own kernel says who built it; that is none of us.
                .filter(fact -> !fact.startsWith("/proc/version\t"))
                .filter(fact -> NAMES_US.matcher(fact).find())
                .toList();
    }

    /** The facts that every run has and that no ordinary machine explains. */
    static List<String> ownAmong(List<List<String>> looks) {
        Set<String> everywhere = new HashSet<>(looks.getFirst());
        looks.forEach(everywhere::retainAll);
        var own = new ArrayList<String>();
        for (String fact : new TreeSet<>(everywhere)) {
            if (COMMON.stream()
                    .flatMap(common -> common.facts().stream())
                    .noneMatch(pattern -> pattern.matcher(fact).matches())) {
                own.add(fact);
            }
        }
        return own;
    }
}
