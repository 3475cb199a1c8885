package io.mcpsf.run.request;

import io.mcpsf.boundary.SecretPlace;
import io.mcpsf.scan.NetworkScanner;
import io.mcpsf.scan.ScanDepth;
import io.mcpsf.scan.ScanTarget;

import java.nio.file.Path;
import java.util.List;

/** A project that its owner wants scanned: what of it, by whom, how thoroughly. */
public record ScanRequest(
        Path project,
        List<ScanTarget> targets,
        List<NetworkScanner> scanners,
        ScanDepth depth,
        Path output,
        String runtime,
        List<SecretPlace> secrets) {

    public ScanRequest {
        targets = List.copyOf(targets);
        scanners = List.copyOf(scanners);
        secrets = List.copyOf(secrets);
    }

    /** Without a login. */
    public ScanRequest(
            Path project,
            List<ScanTarget> targets,
            List<NetworkScanner> scanners,
            ScanDepth depth,
            Path output,
            String runtime) {
        this(project, targets, scanners, depth, output, runtime, List.of());
    }
}
