package io.mcpsf.model;

/** What scanners found out about a project of the user's own. */
public sealed interface ScanObservation extends Observation {

    @Override
    default Sense sense() {
        return Sense.NETWORK;
    }

    @Override
    default Proof vouchedBy() {
        return Proof.NETWORK;
    }

    /** An address and the ports of it, joined by commas, that a scan may reach; nothing else. */
    record ScopeGiven(String address, String ports) implements ScanObservation {}

    /**
     * A port of the scope, as a scanner saw it. {@code state} is ours: open, closed or filtered;
     * what a service says of itself is empty where it said nothing.
     */
    record PortScanned(
            String address, int port, String state, String service, String product, String version)
            implements ScanObservation {}

    /**
     * A scanner reports a weakness. {@code severity} is ours: high, medium, low or info; {@code
     * cwe} is 0 where the scanner names none. {@code request} and {@code response} are what proved
     * it, cut, and empty where the scanner does not keep them.
     */
    record WeaknessReported(
            String scanner,
            String rule,
            String title,
            String severity,
            int cwe,
            String method,
            String url,
            String parameter,
            String attack,
            String excerpt,
            String remedy,
            String request,
            String response)
            implements ScanObservation {}

    /**
     * A scanner has ended. {@code how} is ours: done, or why it counts for nothing; {@code
     * connections} is what the boundary carried for it.
     */
    record ScannerEnded(String scanner, String version, String how, long connections)
            implements ScanObservation {}
}
