package io.mcpsf.model;

/**
 * How much an observation by itself deserves a look, told the moment it happens. What it means is
 * for the judge to say afterwards: a touched decoy is critical here whatever the finding becomes.
 */
public enum EventLevel {
    INFO,
    WARNING,
    CRITICAL;

    public static EventLevel of(Observation what) {
        return switch (what) {
            case FileObservation.BaitTouched _ -> CRITICAL;
            // A credential that the server was given is for use.
            case SocketObservation.BaitLeft left -> left.kind().equals("given") ? INFO : CRITICAL;
            case ProcessObservation.CallRefused _,
                    NetworkObservation.EgressRefused _,
                    NetworkObservation.TlsFailed _,
                    NetworkObservation.StageServed _,
                    ProtocolObservation.VulnerabilityProven _,
                    ProtocolObservation.InputBroke _,
                    ProtocolObservation.FrameMalformed _,
                    RunObservation.KernelMattered _,
                    Observation.Lost _ ->
                    WARNING;
            case RunObservation.ServerEnded ended -> ended.asked() ? INFO : WARNING;
            case ProcessObservation.ProcessStarted started ->
                    switch (started.image()) {
                        case MEMORY, DELETED -> WARNING;
                        case FILE, MISSING -> INFO;
                    };
            case AdvisoryObservation.AdvisoryMatched matched ->
                    matched.malice().equals("none") ? INFO : WARNING;
            default -> INFO;
        };
    }
}
