package io.mcpsf.boundary;

import io.mcpsf.boundary.tls.Authority;
import io.mcpsf.web.Proxies;
import io.mcpsf.web.PublicAddress;

import java.net.InetAddress;
import java.security.SecureRandom;
import java.time.Clock;
import java.util.HexFormat;
import java.util.function.Supplier;

import javax.net.ssl.SSLSocketFactory;

/**
 * What boundaries of one run share and what is slow to make: the certificate authority, the
 * system's own certificates, the way out for what is allowed. Make it early, beside other work.
 */
public final class Backbone {

    private final Clock clock;
    private final Authority authority;
    private final String systemCertificates = SystemTrust.pem();
    private final Forwarder forwarder;
    private final SecureRandom random = new SecureRandom();

    public Backbone(Clock clock) {
        this(clock, usual(), new Authority(clock.instant()));
    }

    /** With the spare authority, if there is one. */
    public Backbone(Clock clock, SpareAuthority spare) {
        this(
                clock,
                usual(),
                spare.take(clock.instant()).orElseGet(() -> new Authority(clock.instant())));
    }

    /** Where names lead to is somebody else's word: for a network that is not this machine's. */
    public Backbone(Clock clock, HostAddresses addresses) {
        this(clock, addresses, SystemTrust::sockets);
    }

    /** The same, where hosts show certificates that the system does not know. */
    public Backbone(Clock clock, HostAddresses addresses, Supplier<SSLSocketFactory> trust) {
        this(
                clock,
                new Forwarder(new Upstreams(trust), addresses::of, PublicAddress::mayBeReached));
    }

    Backbone(Clock clock, Forwarder forwarder) {
        this(clock, forwarder, new Authority(clock.instant()));
    }

    private Backbone(Clock clock, Forwarder forwarder, Authority authority) {
        this.clock = clock;
        this.forwarder = forwarder;
        this.authority = authority;
    }

    private static Forwarder usual() {
        return new Forwarder(
                new Upstreams(SystemTrust::sockets, Proxies.of(System.getenv())),
                InetAddress::getAllByName,
                PublicAddress::mayBeReached);
    }

    Clock clock() {
        return clock;
    }

    Authority authority() {
        return authority;
    }

    String systemCertificates() {
        return systemCertificates;
    }

    Forwarder forwarder() {
        return forwarder;
    }

    /** By chance, not by count: another assessment of this process has a backbone of its own. */
    String nextId() {
        return Long.toString(random.nextLong(1L << 30, 1L << 40), 36);
    }

    /** Another one for each sandbox. */
    Lan nextLan() {
        return Lan.draw(random);
    }

    /** A word for a second stage that nothing else contains. */
    String nextTag() {
        byte[] bytes = new byte[9];
        random.nextBytes(bytes);
        return "s" + HexFormat.of().formatHex(bytes);
    }
}
