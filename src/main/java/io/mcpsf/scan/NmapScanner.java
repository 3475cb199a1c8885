package io.mcpsf.scan;

import io.mcpsf.json.BadJsonException;
import io.mcpsf.model.Observation;
import io.mcpsf.model.ScanObservation.PortScanned;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Nmap: which ports are open, and what listens there. */
public final class NmapScanner implements NetworkScanner {

    private static final Path PROGRAM = Path.of("/usr/bin/nmap");

    private final NmapOptions options;

    public NmapScanner(NmapOptions options) {
        this.options = options;
    }

    @Override
    public String name() {
        return "nmap";
    }

    @Override
    public Optional<String> missing() {
        return Files.isExecutable(PROGRAM)
                ? Optional.empty()
                : Optional.of("Nmap is not installed; on Debian: apt-get install nmap");
    }

    /** Closed ports are asked too: that they are closed is a result. */
    @Override
    public List<Start> starts(List<ScanTarget> targets, ScanDepth depth) {
        return NmapCommand.runs(PROGRAM.toString(), targets, options).stream()
                .map(argv -> new Start(argv, Map.of(), Map.of()))
                .toList();
    }

    @Override
    public Reading read(byte[] hostile) {
        NmapResult result;
        try {
            result = NmapXml.read(hostile);
        } catch (BadJsonException e) {
            return new Reading("", String.valueOf(e.getMessage()), List.of());
        }
        List<Observation> seen =
                result.ports().stream().<Observation>map(NmapScanner::scanned).toList();
        return new Reading(
                result.version(), result.complete() ? "" : "its output was cut off", seen);
    }

    private static PortScanned scanned(NmapResult.Port port) {
        return new PortScanned(
                port.address(),
                port.number(),
                switch (port.state()) {
                    case "open" -> "open";
                    case "closed" -> "closed";
                    default -> "filtered";
                },
                port.software().service(),
                port.software().product(),
                port.software().version());
    }
}
