package io.mcpsf.inspect.advisory;

import java.util.List;

/**
 * One advisory as far as it is about one package.
 *
 * @param malicious the package itself is the weapon: it was published, or taken over, to do harm
 * @param hearsay it claims all versions and carries no date: a name on a list, not a report
 */
public record Advisory(
        String id,
        List<String> aliases,
        String summary,
        String modified,
        Rating rating,
        boolean malicious,
        boolean hearsay,
        Affected affected) {

    public Advisory {
        aliases = List.copyOf(aliases);
    }
}
