package io.mcpsf.report;

import java.util.List;

/** Another version of the same server that was assessed before, and what is different now. */
public record EarlierVersion(
        String caseId, String version, String verdict, List<Difference> differences) {

    /** {@code sign} is + for new, - for gone, ~ for changed. */
    public record Difference(char sign, String kind, String what) {}

    public EarlierVersion {
        differences = List.copyOf(differences);
    }
}
