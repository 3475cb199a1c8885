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
