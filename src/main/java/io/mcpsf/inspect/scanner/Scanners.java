package io.mcpsf.inspect.scanner;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Every scanner that we know how to ask. */
public final class Scanners {

    private Scanners() {}

    /** With {@code offline} none of them may fetch anything. */
    public static List<Scanner> all(Map<String, String> env, boolean offline) {
        return List.of(
                new SpokenScanner(new OsvScanner(offline), env),
                new SpokenScanner(Semgrep.with(env, offline), env),
                new SpokenScanner(new Trivy(offline), env));
    }

    /** The names of those that read code, and need no packages to be asked. */
    private static final String CODE = "semgrep";

    /** Those of them that have something to say about a tree without any package. */
    public static List<Scanner> ofCode(List<Scanner> scanners) {
        return scanners.stream().filter(one -> one.name().equals(CODE)).toList();
    }

    /** Whether a scanner of this name is installed. */
    public static boolean here(Scanner scanner, Map<String, String> env) {
        return Tool.find(scanner.name(), env).isPresent();
    }

    /** Whether any of them is installed. */
    public static boolean anyHere(List<Scanner> scanners, Map<String, String> env) {
        return scanners.stream().anyMatch(one -> Tool.find(one.name(), env).isPresent());
    }

    /** Asks each in turn. */
    public static List<Scanner.Outcome> ask(List<Scanner> scanners, Scanner.Subject subject)
            throws InterruptedException {
        var outcomes = new ArrayList<Scanner.Outcome>();
        for (Scanner scanner : scanners) {
            outcomes.add(scanner.scan(subject));
        }
        return outcomes;
    }
}
