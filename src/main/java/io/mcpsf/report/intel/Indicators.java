package io.mcpsf.report.intel;

import io.mcpsf.model.Axis;
import io.mcpsf.model.FileObservation;
import io.mcpsf.model.Finding;
import io.mcpsf.model.NetworkObservation;
import io.mcpsf.model.ProcessObservation;
import io.mcpsf.model.Seen;
import io.mcpsf.model.Severity;
import io.mcpsf.model.SocketObservation;
import io.mcpsf.report.Calm;
import io.mcpsf.report.Destinations;
import io.mcpsf.report.Report;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * What others can look for: places, files and addressees, taken from the observations that findings
 * rest on. Places that no finding speaks of are listed too, and marked so.
 */
final class Indicators {

    private static final int MAX_INDICATORS = 2_000;
    private static final int MAX_VALUE = 2_000;
    private static final Pattern IPV4 = Pattern.compile("[0-9]{1,3}(\\.[0-9]{1,3}){3}");
    private static final Pattern IPV6 = Pattern.compile("[0-9a-fA-F:.]*:[0-9a-fA-F:.]*");
    private static final Pattern DOMAIN =
            Pattern.compile(
                    "(?i)[a-z0-9_]([a-z0-9_-]*[a-z0-9_])?(\\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)+\\.?");

    private final Map<String, Indicator> all = new LinkedHashMap<>();
    private final Exportable notOurs;

    /** What kind of thing to look for. */
    enum Kind {
        DOMAIN,
        IPV4,
        IPV6,
        URL,
        MAILBOX,
        SHA256,
        PATH,
        COMMAND
    }

    /** One thing to look for, with the findings that rest on it, the worst first. */
    record Indicator(Kind kind, String value, Seen seen, List<Finding> findings) {}

    Indicators(Report report) {
        notOurs = Exportable.of(report.evidence());
        for (Finding finding : report.all()) {
            if (finding.axis() == Axis.MALICE && finding.severity() != Severity.INFO) {
                finding.seen().forEach(seq -> report.seen(seq).ifPresent(s -> read(s, finding)));
            }
        }
        for (Destinations.Place place : new Destinations(Calm.server(report.evidence())).all()) {
            report.seen(place.first()).ifPresent(s -> host(place.host(), s));
        }
    }

    List<Indicator> all() {
        return List.copyOf(all.values());
    }

    /** Only those that a finding rests on. */
    List<Indicator> judged() {
        return all.values().stream().filter(i -> !i.findings().isEmpty()).toList();
    }

    private void read(Seen seen, Finding finding) {
        switch (seen.what()) {
            case NetworkObservation.RequestSent r -> {
                if (notOurs.host(Destinations.host(r.url()))) {
                    add(Kind.URL, r.url(), seen, finding);
                }
                host(Destinations.host(r.url()), seen, finding);
            }
            case SocketObservation.DnsAsked d -> host(d.name(), seen, finding);
            case SocketObservation.Connected c -> host(c.address(), seen, finding);
            case SocketObservation.Sent s -> host(s.address(), seen, finding);
            case NetworkObservation.PacketSent p -> host(p.address(), seen, finding);
            case NetworkObservation.FlowOpened f -> {
                host(f.name(), seen, finding);
                host(f.address(), seen, finding);
            }
            case NetworkObservation.TlsOpened t -> host(t.name(), seen, finding);
            case NetworkObservation.MailSent m ->
                    m.to().forEach(to -> add(Kind.MAILBOX, to, seen, finding));
            case FileObservation.FileChanged c -> {
                add(Kind.PATH, c.path(), seen, finding);
                if (c.digest().matches("[0-9a-f]{64}")) {
                    add(Kind.SHA256, c.digest(), seen, finding);
                }
            }
            case ProcessObservation.ProcessStarted p ->
                    add(Kind.COMMAND, String.join(" ", p.argv()), seen, finding);
            default -> {}
        }
    }

    private void host(String host, Seen seen, Finding... finding) {
        String bare = host.replaceAll("^\\[|]$|\\.$", "");
        if (!notOurs.host(bare)) {
            return;
        }
        if (IPV4.matcher(bare).matches()) {
            add(Kind.IPV4, bare, seen, finding);
        } else if (IPV6.matcher(bare).matches() && bare.length() > 2) {
            add(Kind.IPV6, bare, seen, finding);
        } else if (bare.length() < 254 && DOMAIN.matcher(bare).matches()) {
            add(Kind.DOMAIN, bare.replaceAll("\\.$", ""), seen, finding);
        }
    }

    private void add(Kind kind, String value, Seen seen, Finding... finding) {
        if (value.isEmpty() || value.length() > MAX_VALUE) {
            return;
        }
        String key = kind + " " + value;
        Indicator known = all.get(key);
        if (known == null) {
            if (all.size() < MAX_INDICATORS) {
                all.put(key, new Indicator(kind, value, seen, List.of(finding)));
            }
        } else if (finding.length > 0 && !known.findings().contains(finding[0])) {
            var findings = new ArrayList<>(known.findings());
            findings.add(finding[0]);
            all.put(key, new Indicator(kind, value, known.seen(), List.copyOf(findings)));
        }
    }
}
