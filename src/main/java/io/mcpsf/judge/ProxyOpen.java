package io.mcpsf.judge;

import io.mcpsf.model.Confidence;
import io.mcpsf.model.Finding;
import io.mcpsf.model.NetworkObservation.ProxyUsed;
import io.mcpsf.model.ProtocolObservation.Greeted;
import io.mcpsf.model.Seen;
import io.mcpsf.model.Sense;
import io.mcpsf.model.Severity;

import java.util.List;
import java.util.regex.Pattern;

/** Whoever reaches a port of the server gets connections through the user's machine. */
final class ProxyOpen implements Rule {

    /** Who says so is made for it: debuggers of traffic, tunnels, gateways. */
    private static final Pattern TRADE =
            Baits.words(
                    "prox(?:y|ies|ied|ying)|socks[45]?|tunnels?|vpn|gateway|intercept(?:s|or|ion)?"
                            + "|mitm|man-in-the-middle");

    private static final About ABOUT =
            About.malice("proxy-open", Family.NETWORK, Severity.HIGH, Confidence.LIKELY)
                    .needs(Sense.NETWORK)
                    .attack("T1090", "T1496.002")
                    .cwe("CWE-441")
                    .owaspMcp("MCP07")
                    .says(
                            "Runs an open proxy",
                            "A port that the server opened connected us to a host of our choice,"
                                + " without a login, as a SOCKS or HTTP proxy. Others can use the"
                                + " user's internet connection and reach the user's network through"
                                + " it; access to such connections is sold. HIGH on an address that"
                                + " others reach, MEDIUM on the loopback device. When the server's"
                                + " own words speak of a proxy, a tunnel or a gateway: MEDIUM and"
                                + " LOW, because an attacker chooses these words too.",
                            "Remove it, unless you want a proxy; then make it listen on 127.0.0.1"
                                    + " and ask for a password.");

    @Override
    public About about() {
        return ABOUT;
    }

    @Override
    public List<Finding> judge(Trail trail) {
        var claims = new Claims(info(), trail);
        List<Seen> used = trail.seen(ProxyUsed.class);
        boolean trade = !used.isEmpty() && Baits.says(trail, TRADE);
        for (Seen seen : used) {
            var proxy = (ProxyUsed) seen.what();
            boolean near = Reach.of(proxy) == Reach.LOOPBACK;
            Severity severity = near ? Severity.MEDIUM : Severity.HIGH;
            if (trade) {
                severity = near ? Severity.LOW : Severity.MEDIUM;
            }
            claims.add(
                    proxy.address() + " " + proxy.port(),
                    "Relayed a connection for us as a proxy (%s) on %s."
                            .formatted(
                                    proxy.protocol(),
                                    Hosts.endpoint(proxy.address(), proxy.port())),
                    severity,
                    Confidence.LIKELY,
                    List.of(seen));
        }
        return claims.findings();
    }

    @Override
    public List<Example> examples() {
        var open = new ProxyUsed("socks5", "0.0.0.0", 41_937, "cdn-k3jd92.site.example");
        return List.of(
                Example.fires("on all addresses", new Story().sees(open)),
                Example.fires(
                        "on the loopback device",
                        new Story()
                                .sees(
                                        new ProxyUsed(
                                                "http",
                                                "127.0.0.1",
                                                8080,
                                                "cdn-k3jd92.site.example"))),
                Example.fires(
                        "as it says",
                        new Story()
                                .sees(new Greeted("2025-06-18", "http-proxy", "1", ""))
                                .sees(open)),
                Example.spares("a server without one", new Story()));
    }
}
