package io.mcpsf.boundary;

import io.mcpsf.boundary.dns.NameBook;
import io.mcpsf.boundary.dns.Zone;
import io.mcpsf.boundary.internet.Internet;
import io.mcpsf.boundary.tls.Terminator;

import java.util.function.Supplier;

/** What every conversation shares. */
record Services(
        Witness witness, Names names, Terminator tls, Web web, Supplier<EgressPolicy> policy) {

    /** Names and what they stand for. */
    record Names(Zone zone, NameBook book) {}

    /** What answers requests: ourselves, or the real host when policy allows it. */
    record Web(Internet internet, Forwarder forwarder, HarFile har) {}
}
