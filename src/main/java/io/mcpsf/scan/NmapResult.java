package io.mcpsf.scan;

import java.util.List;

/**
 * What Nmap found. Everything a service said of itself is hostile text.
 *
 * @param version Nmap's own
 * @param complete whether Nmap came to its end; a result that was cut off proves nothing
 */
public record NmapResult(String version, List<Port> ports, boolean complete) {

    public NmapResult {
        ports = List.copyOf(ports);
    }

    /** A port that was asked. */
    public record Port(String address, int number, String state, Software software) {
        public boolean open() {
            return state.equals("open");
        }
    }

    /** What listens there, as far as it told; parts that are not known are empty. */
    public record Software(String service, String product, String version) {}
}
