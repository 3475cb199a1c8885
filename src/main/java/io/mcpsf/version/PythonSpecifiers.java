package io.mcpsf.version;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A set of version specifiers as PEP 440 reads it, all of which must hold. Prereleases are let in:
 * what is asked about is installed, so there is nothing else to choose.
 */
public final class PythonSpecifiers {

    private static final int LONGEST = 2_000;
    private static final Pattern FORM =
            Pattern.compile("\\s*(~=|===|==|!=|<=|>=|<|>)\\s*(\\S+)\\s*");

    private final List<Clause> clauses;

    private PythonSpecifiers(List<Clause> clauses) {
        this.clauses = List.copyOf(clauses);
    }

    private record Clause(String operator, String written, PythonVersion version, boolean prefix) {}

    /** Empty when it is no set of specifiers. */
    public static Optional<PythonSpecifiers> parse(String hostile) {
        if (hostile.length() > LONGEST) {
            return Optional.empty();
        }
        var clauses = new ArrayList<Clause>();
        for (String part : hostile.split(",")) {
            if (part.isBlank()) {
                continue;
            }
            Matcher matcher = FORM.matcher(part);
            Optional<Clause> clause =
                    matcher.matches()
                            ? clause(matcher.group(1), matcher.group(2))
                            : Optional.empty();
            if (clause.isEmpty()) {
                return Optional.empty();
            }
            clauses.add(clause.get());
        }
        return Optional.of(new PythonSpecifiers(clauses));
    }

    private static Optional<Clause> clause(String operator, String written) {
        boolean equality = operator.equals("==") || operator.equals("!=");
        if (operator.equals("===")) {
            return PythonVersion.parse("0").map(v -> new Clause(operator, written, v, false));
        }
        if (equality && written.matches("v?(\\d+!)?\\d+(\\.\\d+)*\\.\\*")) {
            return PythonVersion.parse(written.substring(0, written.length() - 2))
                    .map(version -> new Clause(operator, written, version, true));
        }
        return PythonVersion.parse(written)
                .filter(version -> equality || version.local().isEmpty())
                .filter(version -> !operator.equals("~=") || version.release().size() > 1)
                .map(version -> new Clause(operator, written, version, false));
    }

    /** Whether a Python will do for what a package asks. What cannot be read restricts nothing. */
    public static boolean admits(String hostile, PythonVersion python) {
        for (String part : hostile.length() > LONGEST ? new String[0] : hostile.split(",")) {
            if (!parse(part).map(clause -> clause.admit(python, "")).orElse(true)) {
                return false;
            }
        }
        return true;
    }

    public boolean admit(PythonVersion version, String written) {
        return clauses.stream().allMatch(clause -> admits(clause, version, written));
    }

    private static boolean admits(Clause clause, PythonVersion candidate, String written) {
        PythonVersion spec = clause.version();
        return switch (clause.operator()) {
            case "==" -> equal(clause, candidate);
            case "!=" -> !equal(clause, candidate);
            case "<=" -> candidate.publicPart().compareTo(spec) <= 0;
            case ">=" -> candidate.publicPart().compareTo(spec) >= 0;
            case "<" -> below(candidate, spec);
            case ">" -> above(candidate, spec);
            case "~=" ->
                    candidate.publicPart().compareTo(spec) >= 0
                            && begins(candidate, spec, spec.release().size() - 1);
            default -> clause.written().equalsIgnoreCase(written.strip());
        };
    }

    private static boolean equal(Clause clause, PythonVersion candidate) {
        PythonVersion spec = clause.version();
        if (clause.prefix()) {
            return begins(candidate, spec, spec.release().size());
        }
        PythonVersion compared = spec.local().isEmpty() ? candidate.publicPart() : candidate;
        return compared.compareTo(spec) == 0;
    }

    private static boolean begins(PythonVersion candidate, PythonVersion spec, int parts) {
        boolean same = candidate.epoch().equals(spec.epoch());
        for (int i = 0; same && i < parts; i++) {
            same = candidate.part(i).equals(spec.part(i));
        }
        return same;
    }

    /** A prerelease of the very version that is excluded is excluded too. */
    private static boolean below(PythonVersion candidate, PythonVersion spec) {
        return candidate.compareTo(spec.prerelease() ? spec : spec.earliest()) < 0;
    }

    /** So are a local build of it and, unless it is one itself, its post-releases. */
    private static boolean above(PythonVersion candidate, PythonVersion spec) {
        boolean plain = spec.post().isEmpty() && spec.dev().isEmpty();
        boolean later =
                candidate.post().isPresent()
                        && begins(
                                candidate,
                                spec,
                                Math.max(spec.release().size(), candidate.release().size()))
                        && candidate.pre().equals(spec.pre());
        return candidate.publicPart().compareTo(spec) > 0 && !(plain && later);
    }
}
