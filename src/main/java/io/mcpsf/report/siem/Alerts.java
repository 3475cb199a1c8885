package io.mcpsf.report.siem;

import io.mcpsf.model.Finding;
import io.mcpsf.model.NetworkObservation;
import io.mcpsf.model.ProcessObservation;
import io.mcpsf.model.Seen;
import io.mcpsf.model.SocketObservation;
import io.mcpsf.report.Destinations;
import io.mcpsf.report.Report;
import io.mcpsf.text.Printable;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** What the forms for a SIEM have in common: when a finding was seen, and where it points. */
final class Alerts {

    private static final int TEXT = 1_000;

    private final Report report;

    Alerts(Report report) {
        this.report = report;
    }

    /** A place that a finding speaks of: a host with its port, and a URL when one was seen. */
    record Place(String host, int port, String url) {
        boolean address() {
            return host.matches("[0-9]{1,3}(\\.[0-9]{1,3}){3}") || host.contains(":");
        }
    }

    List<Finding> all() {
        return report.worstFirst();
    }

    Instant when(Finding finding) {
        long micros = report.seen(finding.seen().getFirst()).map(s -> s.at().micros()).orElse(0L);
        return report.evidence().file().started().plusNanos(micros * 1000);
    }

    Optional<Place> place(Finding finding) {
        return seen(finding).stream().map(Alerts::place).flatMap(Optional::stream).findFirst();
    }

    /** The command line of the first process that the finding speaks of. */
    Optional<ProcessObservation.ProcessStarted> process(Finding finding) {
        return seen(finding).stream()
                .map(Seen::what)
                .filter(ProcessObservation.ProcessStarted.class::isInstance)
                .map(ProcessObservation.ProcessStarted.class::cast)
                .findFirst();
    }

    private List<Seen> seen(Finding finding) {
        return finding.seen().stream().map(report::seen).flatMap(Optional::stream).toList();
    }

    private static Optional<Place> place(Seen seen) {
        return switch (seen.what()) {
            case NetworkObservation.RequestSent r when !Destinations.host(r.url()).isEmpty() ->
                    Optional.of(new Place(plain(Destinations.host(r.url())), 0, plain(r.url())));
            case SocketObservation.Connected c ->
                    Optional.of(new Place(plain(c.address()), c.port(), ""));
            case NetworkObservation.FlowOpened f ->
                    Optional.of(
                            new Place(
                                    plain(f.name().isEmpty() ? f.address() : f.name()),
                                    f.port(),
                                    ""));
            case SocketObservation.DnsAsked d -> Optional.of(new Place(plain(d.name()), 53, ""));
            default -> Optional.empty();
        };
    }

    static String plain(String hostile) {
        return Printable.line(hostile, TEXT);
    }
}
