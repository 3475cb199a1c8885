package io.mcpsf.judge;

import io.mcpsf.model.Confidence;
import io.mcpsf.model.Evidence.Sighting;
import io.mcpsf.model.FileObservation.BaitTouched;
import io.mcpsf.model.FileObservation.Touch;
import io.mcpsf.model.Finding;
import io.mcpsf.model.Seen;
import io.mcpsf.model.Sense;
import io.mcpsf.model.Severity;

import java.util.LinkedHashSet;
import java.util.List;

/** Decoys of three or more kinds were read: a harvest, which no single business explains. */
final class BaitReadMany implements Rule {

    private static final int KINDS = 3;

    private static final About ABOUT =
            About.malice("bait-read-many", Family.CREDENTIALS, Severity.CRITICAL, Confidence.LIKELY)
                    .needs(Sense.FILES)
                    .attack("T1552.001", "T1083")
                    .cwe("CWE-522")
                    .owaspMcp("MCP01")
                    .says(
                            "Harvests many kinds of credentials",
                            "A server may have a reason to read one kind of key; reading three"
                                    + " kinds of credentials in one run is harvesting.",
                            "Remove it. Where it ran, rotate all credentials within its reach.");

    @Override
    public About about() {
        return ABOUT;
    }

    @Override
    public List<Finding> judge(Trail trail) {
        List<Sighting<BaitTouched>> reads =
                Baits.unexplainedReads(trail).stream()
                        .filter(read -> !Baits.declared(trail, read.what().kind()))
                        .toList();
        var kinds = new LinkedHashSet<String>();
        reads.forEach(read -> kinds.add(read.what().kind()));
        if (kinds.size() < KINDS) {
            return List.of();
        }
        var claims = new Claims(info(), trail);
        claims.add(
                "",
                "Read decoys of %d kinds: %s.".formatted(kinds.size(), Message.list(kinds, 6)),
                reads.stream().map(read -> new Seen(read.at(), read.what())).toList());
        return claims.findings();
    }

    @Override
    public List<Example> examples() {
        var ssh = new BaitTouched("ssh-key", "ssh", "/home/ana/.ssh/id_rsa", Touch.READ);
        var aws = new BaitTouched("aws-keys", "aws", "/home/ana/.aws/credentials", Touch.READ);
        var other = new BaitTouched("ssh-key2", "ssh", "/home/ana/.ssh/id_ed25519", Touch.READ);
        var wallet = new BaitTouched("wallet", "wallet", "/home/ana/.bitcoin/w.dat", Touch.READ);
        return List.of(
                Example.fires("three kinds", new Story().sees(ssh).sees(aws).sees(wallet)),
                Example.spares(
                        "three decoys of two kinds", new Story().sees(ssh).sees(aws).sees(other)));
    }
}
