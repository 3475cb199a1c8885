package io.mcpsf.inspect.scanner;

import io.mcpsf.json.BadJsonException;
import io.mcpsf.json.Json;
import io.mcpsf.os.Command;

import tools.jackson.databind.JsonNode;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Semgrep, asked about the server's own code with the rules that {@code MCPSF_SEMGREP_RULES} names
 * (a file, a folder, or a set of its registry).
 */
record Semgrep(String rules) implements ScannerDialect {

    private static final int MOST = 200;

    /** Else it passes over folders such as dist, where most servers keep their code. */
    private static final List<String> EVERYTHING = List.of("--x-ignore-semgrepignore-files");

    private static final int UNKNOWN_OPTION = 2;
    private static final String REGISTRY = "p/security-audit";

    static Semgrep with(Map<String, String> env, boolean offline) {
        return new Semgrep(whole(env.getOrDefault("MCPSF_SEMGREP_RULES", offline ? "" : REGISTRY)));
    }

    @Override
    public String name() {
        return "semgrep";
    }

    @Override
    public Optional<String> obstacle() {
        return rules.isEmpty()
                ? Optional.of("no rules are configured: set MCPSF_SEMGREP_RULES")
                : Optional.empty();
    }

    @Override
    public List<String> versionWords() {
        return List.of("--version", "--disable-version-check");
    }

    @Override
    public List<String> words(Scanner.Subject subject) {
        return arguments(rules, subject.code(), EVERYTHING);
    }

    @Override
    public Optional<List<String>> otherWords(Scanner.Subject subject, Command.Result said) {
        return said.code() == UNKNOWN_OPTION && said.stderr().contains("unknown option")
                ? Optional.of(arguments(rules, subject.code(), List.of()))
                : Optional.empty();
    }

    @Override
    public boolean answered(Command.Result said) {
        return said.good();
    }

    @Override
    public Answer read(String hostile, Scanner.Subject subject) {
        return new Answer(List.of(), flags(hostile, subject.code(), rules));
    }

    private static List<String> arguments(String rules, Path code, List<String> more) {
        var arguments =
                new ArrayList<>(
                        List.of(
                                "scan",
                                "--json",
                                "--quiet",
                                "--metrics=off",
                                "--disable-version-check",
                                "--no-git-ignore",
                                "--jobs=1",
                                "--timeout=5",
                                "--max-memory=1000",
                                "--max-target-bytes=1000000",
                                "--exclude=node_modules"));
        arguments.addAll(more);
        arguments.addAll(List.of("--config", rules, code.toString()));
        return arguments;
    }

    private static List<Scanner.Flag> flags(String hostile, Path code, String rules) {
        var flags = new ArrayList<Scanner.Flag>();
        String base = code.toString() + "/";
        String prefix = prefix(rules);
        for (JsonNode one : Json.read(hostile).path("results")) {
            if (flags.size() < MOST) {
                String path = Json.text(one, "path");
                String rule = Json.text(one, "check_id");
                flags.add(
                        new Scanner.Flag(
                                cut(
                                        rule.startsWith(prefix)
                                                ? rule.substring(prefix.length())
                                                : rule),
                                cut(Json.text(one.path("extra"), "severity")),
                                cut(path.startsWith(base) ? path.substring(base.length()) : path),
                                one.path("start").path("line").asInt(0),
                                cut(Json.text(one.path("extra"), "message").strip())));
            }
        }
        return flags;
    }

    /** Asked for JSON it complains in JSON. */
    @Override
    public String complaint(Command.Result said) {
        try {
            String first =
                    Json.text(Json.read(said.stdout()).path("errors").path(0), "message").strip();
            return first.isEmpty() ? said.complaint() : cut(first);
        } catch (BadJsonException e) {
            return said.complaint();
        }
    }

    /** It does not run where we were started. */
    private static String whole(String rules) {
        Path path = Path.of(rules).toAbsolutePath().normalize();
        return !rules.isEmpty() && Files.exists(path) ? path.toString() : rules;
    }

    /** It puts the folder of a file of rules before their names, which is nobody's business. */
    private static String prefix(String rules) {
        Path path = Path.of(rules);
        Path folder = Files.isDirectory(path) ? path : path.getParent();
        return folder == null || !path.isAbsolute()
                ? ""
                : folder.toString().substring(1).replace('/', '.') + ".";
    }

    private static String cut(String hostile) {
        return hostile.length() > 300 ? hostile.substring(0, 300) : hostile;
    }
}
