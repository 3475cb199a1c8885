package io.mcpsf.model;

import java.util.List;

/** What others have published about the packages. */
public sealed interface AdvisoryObservation extends Observation {

    @Override
    default Sense sense() {
        return Sense.ADVISORIES;
    }

    @Override
    default Proof vouchedBy() {
        return Proof.STATIC;
    }

    /**
     * An advisory is about a package of the tree. {@code severity} is ours (critical, high, medium,
     * low, unknown), {@code score} its CVSS score or 0; {@code malice} is ours: none, or how surely
     * the package itself is the weapon: hearsay, all-versions, this-version; {@code sources} are
     * ours: who said so.
     */
    record AdvisoryMatched(
            String purl,
            String id,
            List<String> aliases,
            String severity,
            double score,
            String summary,
            String fixed,
            String malice,
            List<String> sources)
            implements AdvisoryObservation {
        public AdvisoryMatched {
            aliases = List.copyOf(aliases);
            sources = List.copyOf(sources);
        }
    }

    /**
     * A scanner of somebody else was asked. {@code how} is ours: done, missing, or why it failed.
     */
    record ScannerRan(String scanner, String version, String how, long findings)
            implements AdvisoryObservation {}
}
