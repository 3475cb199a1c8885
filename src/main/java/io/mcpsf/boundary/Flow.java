package io.mcpsf.boundary;

import java.time.Instant;

/**
 * One connection, or one datagram without one, as it arrived: where it wanted to go, the name that
 * the address was given for (or empty), the port it came from and when.
 */
public record Flow(
        String transport, String address, int port, String name, int sourcePort, Instant at) {

    /** The name if there is one, else the address, with the port. */
    public String destination() {
        return (name.isEmpty() ? address : name) + ":" + port;
    }

    /** Who is behind a flow, as far as another sense knows: our number of the process, or 0. */
    @FunctionalInterface
    public interface Owners {
        int process(Flow flow);

        static Owners unknown() {
            return flow -> 0;
        }
    }
}
