package io.mcpsf.boundary;

import java.util.Locale;

/** How the network behaves to what is new: servers meet failure too, and show another side then. */
public enum NetworkFault {
    /** Every name exists and everybody answers. */
    NONE,
    /** Connections are refused. */
    REFUSED,
    /** Connections are taken and never answered. */
    TIMEOUT,
    /** No name exists. */
    NXDOMAIN,
    /** Web servers are broken. */
    ERROR_500;

    /** The word for an observation. */
    String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
