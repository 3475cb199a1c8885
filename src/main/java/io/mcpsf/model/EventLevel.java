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
            case Observation.BaitTouched _ -> CRITICAL;
            // A credential that the server was given is for use.
            case Observation.BaitLeft left -> left.kind().equals("given") ? INFO : CRITICAL;
            case Observation.CallRefused _,
                    Observation.EgressRefused _,
                    Observation.TlsFailed _,
                    Observation.StageServed _,
                    Observation.VulnerabilityProven _,
                    Observation.InputBroke _,
                    Observation.FrameMalformed _,
                    Observation.KernelMattered _,
                    Observation.Lost _ ->
                    WARNING;
            case Observation.ServerEnded ended -> ended.asked() ? INFO : WARNING;
            case Observation.ProcessStarted started ->
                    switch (started.image()) {
                        case MEMORY, DELETED -> WARNING;
                        case FILE, MISSING -> INFO;
                    };
            case Observation.AdvisoryMatched matched ->
                    matched.malice().equals("none") ? INFO : WARNING;
            default -> INFO;
        };
    }
}
