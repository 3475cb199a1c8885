package io.mcpsf.source;

import io.mcpsf.model.Target;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Names of packages with an optional version behind them, for npm and for PyPI. */
final class PackageNames {

    /** npm's own limit. */
    private static final int LONGEST = 214;

    private static final String PART = "[A-Za-z0-9~_-][A-Za-z0-9._~-]*";
    private static final Pattern NPM =
            Pattern.compile("((?:@" + PART + "/)?" + PART + ")(?:@([^/@\\s]*))?");
    private static final Pattern PYPI =
            Pattern.compile("([A-Za-z0-9](?:[A-Za-z0-9._-]*[A-Za-z0-9])?)(?:(?:==|@)(.*))?");
    private static final Pattern PYTHON_VERSION = Pattern.compile("v?[0-9][A-Za-z0-9.!+_-]{0,80}");

    private PackageNames() {}

    static Target npm(String word) {
        Matcher name = NPM.matcher(word);
        if (!name.matches() || word.length() > 2 * LONGEST || name.group(1).length() > LONGEST) {
            throw new BadSourceException(
                    "That is not a valid npm package name. Write npm:NAME, npm:@SCOPE/NAME or"
                            + " npm:NAME@VERSION.");
        }
        return new Target.Npm(name.group(1), version(name.group(2)));
    }

    static Target pypi(String word) {
        if (word.contains("[")) {
            throw new BadSourceException(
                    "Extras in brackets are not supported. Write pypi:NAME or pypi:NAME==VERSION.");
        }
        Matcher name = PYPI.matcher(word);
        if (!name.matches() || name.group(1).length() > LONGEST) {
            throw new BadSourceException(
                    "That is not a valid PyPI package name. Write pypi:NAME or"
                            + " pypi:NAME==VERSION.");
        }
        String version = version(name.group(2));
        if (!version.isEmpty() && !PYTHON_VERSION.matcher(version).matches()) {
            throw new BadSourceException(
                    "A PyPI package is assessed in one version. Write pypi:%s==1.2.3, or no"
                                    .formatted(name.group(1))
                            + " version for the newest.");
        }
        return new Target.Pypi(name.group(1), version);
    }

    /**
     * A word without a prefix: {@code name==1.2} is how only pip writes it, everything else with
     * the form of a package name is npm's. A slash without a scope is a path.
     */
    static Optional<Target> bare(String word) {
        if (word.matches("[A-Za-z0-9][A-Za-z0-9._-]*==.*")) {
            return Optional.of(pypi(word));
        }
        boolean npm =
                NPM.matcher(word).matches()
                        && !Sources.isArchive(word.toLowerCase(java.util.Locale.ROOT));
        return npm ? Optional.of(npm(word)) : Optional.empty();
    }

    /** A group that did not take part is null. {@code latest} is what no version means. */
    private static String version(@org.jspecify.annotations.Nullable String group) {
        return group == null || group.equals("latest") ? "" : group;
    }
}
