package io.mcpsf.judge;

import io.mcpsf.model.Confidence;
import io.mcpsf.model.Finding;
import io.mcpsf.model.NetworkObservation.HostOffered;
import io.mcpsf.model.NetworkObservation.RequestSent;
import io.mcpsf.model.Phase;
import io.mcpsf.model.ProtocolObservation.ToolListed;
import io.mcpsf.model.Seen;
import io.mcpsf.model.Sense;
import io.mcpsf.model.Severity;
import io.mcpsf.model.SocketObservation.DnsAsked;

import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/** The server read an address at a public place that nobody controls, and went there. */
final class DeadDropFollowed implements Rule {

    /** Who says so works with chains or pastes, and follows what is written there by trade. */
    private static final Pattern TRADE =
            Baits.words(
                    "blockchain|ethereum|solana|evm|web3|crypto|defi|nfts?|tokens? uri|smart"
                            + " contracts?|wallets?|ipfs|pastes?|pastebin|gists?|snippets?");

    private static final About ABOUT =
            About.malice("dead-drop-followed", Family.NETWORK, Severity.HIGH, Confidence.LIKELY)
                    .needs(Sense.NETWORK)
                    .attack("T1102.001")
                    .cwe("CWE-506")
                    .owaspMcp("MCP05")
                    .says(
                            "Takes its orders from a public dead drop",
                            "Malware reads the address of its command server from a blockchain or a"
                                + " public paste, which nobody can take down. What the fake"
                                + " internet says in such a place names a host that is named"
                                + " nowhere else, and the server contacted it. Not reported when"
                                + " the call asked for that place or the server's own words say"
                                + " that it works with pastes or blockchains.",
                            "Remove it: whoever writes to that place decides whom it talks to.");

    @Override
    public About about() {
        return ABOUT;
    }

    @Override
    public List<Finding> judge(Trail trail) {
        var claims = new Claims(info(), trail);
        List<Seen> offers =
                trail.seen(HostOffered.class).stream()
                        .filter(offer -> offer.at().phase() != Phase.ATTACK)
                        .filter(offer -> !asked(trail, offer))
                        .toList();
        if (offers.isEmpty() || Baits.says(trail, TRADE)) {
            return claims.findings();
        }
        for (Seen offer : offers) {
            contact(trail, offer)
                    .ifPresent(
                            contact ->
                                    claims.add(
                                            "",
                                            "Read the address of a host at %s and contacted it."
                                                    .formatted(
                                                            Message.cut(
                                                                    ((HostOffered) offer.what())
                                                                            .url())),
                                            Severity.HIGH,
                                            Confidence.LIKELY,
                                            List.of(offer, contact)));
        }
        return claims.findings();
    }

    /** The call names the place, or a part of its address such as the number of a paste. */
    private static boolean asked(Trail trail, Seen offer) {
        String url = ((HostOffered) offer.what()).url();
        ExplainedByCall call = trail.asked(offer.at());
        return call.host(Hosts.of(url)) || !call.without(url).equals(url);
    }

    private static Optional<Seen> contact(Trail trail, Seen offer) {
        String host = ((HostOffered) offer.what()).host();
        for (Seen seen : trail.seen(RequestSent.class)) {
            if (seen.seq() > offer.seq()
                    && Hosts.of(((RequestSent) seen.what()).url()).equals(host)) {
                return Optional.of(seen);
            }
        }
        return trail.seen(DnsAsked.class).stream()
                .filter(seen -> seen.seq() > offer.seq())
                .filter(seen -> Hosts.within(((DnsAsked) seen.what()).name(), host))
                .findFirst();
    }

    @Override
    public List<Example> examples() {
        var offer = new HostOffered("https://rpc.chain.invalid/", "cdn-k3jd92xq.example");
        var paste = new HostOffered("https://paste.invalid/raw/k3Jd92xQ", "cdn-k3jd92xq.example");
        var contact = new DnsAsked("cdn-k3jd92xq.example", "A", "100.64.0.1");
        return List.of(
                Example.fires(
                        "an address out of a contract", new Story().sees(offer).sees(contact)),
                Example.fires(
                        "an address out of a paste, during a call that has nothing to do with it",
                        new Story()
                                .calls(1, "reverse", "{\"text\":\"hello world\"}")
                                .sees(paste)
                                .sees(contact)),
                Example.spares("a paste is read and nothing follows", new Story().sees(paste)),
                Example.spares("the contact came first", new Story().sees(contact).sees(paste)),
                Example.spares(
                        "the call named the paste",
                        new Story()
                                .calls(1, "preview", "{\"id\":\"k3Jd92xQ\"}")
                                .sees(paste)
                                .sees(contact)),
                Example.spares(
                        "metadata of a token are where its contract says",
                        new Story()
                                .sees(
                                        new ToolListed(
                                                1,
                                                "get_nft",
                                                "Reads the metadata of an NFT",
                                                "",
                                                ""))
                                .calls(1, "get_nft_metadata", "{\"token\":1}")
                                .sees(offer)
                                .sees(contact)));
    }
}
