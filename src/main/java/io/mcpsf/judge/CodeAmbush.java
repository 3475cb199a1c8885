package io.mcpsf.judge;

import io.mcpsf.model.CodeObservation.CodeMarked;
import io.mcpsf.model.Confidence;
import io.mcpsf.model.Finding;
import io.mcpsf.model.PackageObservation.HookDeclared;
import io.mcpsf.model.Phase;
import io.mcpsf.model.Seen;
import io.mcpsf.model.Sense;
import io.mcpsf.model.Severity;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Ability in an ambush: code that is LOW alone stands where nobody watches, in a hook of the
 * installation or behind a test of time, place or person. Code that never ran decides no more than
 * a suspicion.
 */
final class CodeAmbush implements Rule {

    /** What an installer does openly: fetch its program and run it. */
    private static final Set<String> OPEN = Set.of("download-run");

    private static final Set<String> DANGEROUS =
            Set.of("decoded-run", "download-run", "collect-send", "ambush");

    /** The file that a hook runs. */
    private static final Pattern SCRIPT =
            Pattern.compile(
                    "(?:^|[\\s;&|])(?:node|python3?|bun|deno run|sh|bash)\\s+(?:-\\w+\\s+)*"
                            + "(?:\\./)?([\\w@./-]+\\.(?:[cm]?js|ts|py|sh)|[\\w@./-]*[\\w-])");

    private static final Pattern DECODES =
            Pattern.compile(
                    "(?i)base64\\s+(?:-d|--decode|-D)\\b.{0,80}\\|\\s*(?:ba|z|da)?sh\\b"
                        + "|(?:eval|Function|exec)\\s*\\(.{0,60}(?:atob|Buffer\\.from|b64decode|fromhex)"
                        + "|powershell.{0,80}-e(?:nc\\w*)?\\s+[A-Za-z0-9+/=]{20,}");

    private static final Pattern FETCHES =
            Pattern.compile(
                    "(?i)\\b(?:curl|wget)\\b[^|;&]{0,300}\\|\\s*(?:sudo\\s+)?(?:ba|z|da)?sh\\b"
                        + "|\\b(?:ba)?sh\\s+-c\\s+[\"']?\\$\\((?:curl|wget)\\b"
                        + "|\\b(?:iwr|irm|downloadstring)\\b.{0,200}\\b(?:iex|invoke-expression)\\b|display"
                        + " dialog.{0,300}hidden answer");

    private static final About ABOUT =
            About.malice("code-ambush", Family.EVASION, Severity.HIGH, Confidence.LIKELY)
                    .needs(Sense.CODE)
                    .attack("T1497", "T1480", "T1195.002")
                    .cwe("CWE-506", "CWE-511")
                    .owaspMcp("MCP04")
                    .says(
                            "Dangerous code behind a trigger",
                            "Code that decodes and runs other code, collects credentials and sends"
                                + " something, or runs a hidden script, stands in an install hook"
                                + " or behind a test of the platform, the date, the time zone, the"
                                + " user or the environment, or behind a timer of ten minutes or"
                                + " more. Downloading and running a program there is MEDIUM: honest"
                                + " installers do it. In dependencies all of it is one level lower."
                                + " It need not have run, so it never decides more than"
                                + " SUSPICIOUS.",
                            "Read the code at this place before you install it.");

    @Override
    public About about() {
        return ABOUT;
    }

    @Override
    public List<Finding> judge(Trail trail) {
        var claims = new Claims(info(), trail);
        for (Seen seen : trail.seen(CodeMarked.class)) {
            var mark = (CodeMarked) seen.what();
            if (mark.sort().equals("ambush")) {
                claim(claims, mark, List.of(seen), mark.detail());
            }
        }
        for (Seen seen : trail.seen(HookDeclared.class)) {
            hook(trail, claims, seen, (HookDeclared) seen.what());
        }
        return claims.findings();
    }

    private static void hook(Trail trail, Claims claims, Seen seen, HookDeclared hook) {
        String command = Message.cut(hook.command(), ValueCheck.MAX_TEXT);
        boolean decodes = DECODES.matcher(command).find();
        if (decodes || FETCHES.matcher(command).find()) {
            claims.add(
                    hook.purl(),
                    "At %s it %s: %s"
                            .formatted(
                                    Message.cut(hook.occasion()),
                                    decodes ? "decodes and runs code" : "fetches and runs code",
                                    Message.cut(command)),
                    severity(hook.depth(), !decodes),
                    Confidence.LIKELY,
                    List.of(seen));
        }
        script(command)
                .ifPresent(
                        file -> {
                            for (Seen marked : trail.seen(CodeMarked.class)) {
                                var mark = (CodeMarked) marked.what();
                                if (DANGEROUS.contains(mark.sort()) && of(mark, hook, file)) {
                                    claim(
                                            claims,
                                            mark,
                                            List.of(seen, marked),
                                            mark.detail() + " when it is installed");
                                }
                            }
                        });
    }

    private static Optional<String> script(String command) {
        Matcher script = SCRIPT.matcher(command);
        return script.find() ? Optional.of(script.group(1)) : Optional.empty();
    }

    private static boolean of(CodeMarked mark, HookDeclared hook, String file) {
        String path = mark.path().replaceFirst("\\.(?:[cm]?js|ts|py|sh)$", "");
        String asked = file.replaceFirst("\\.(?:[cm]?js|ts|py|sh)$", "");
        boolean same = path.endsWith("/" + asked) || path.endsWith("/" + asked + "/index");
        // The server itself has no address among its packages when it is a folder.
        return same
                && (mark.purl().equals(hook.purl()) || (mark.depth() == 0 && hook.depth() == 0));
    }

    private static void claim(Claims claims, CodeMarked mark, List<Seen> seen, String what) {
        boolean open =
                OPEN.contains(mark.sort())
                        || what.startsWith("a command line that fetches")
                        || what.contains("of what was fetched")
                        || what.contains("a file that was fetched");
        boolean personal = what.matches("(?s).*test of the (?:date|time zone|user|clock).*");
        claims.add(
                mark.path(),
                "%s, in %s:%d: %s"
                        .formatted(
                                capital(Message.cut(what)),
                                Message.cut(mark.path()),
                                mark.line(),
                                Message.cut(mark.excerpt())),
                severity(mark.depth(), open && !personal),
                Confidence.LIKELY,
                seen);
    }

    /** A library's code is somebody else's, and there is a thousand times as much of it. */
    private static Severity severity(int depth, boolean open) {
        if (depth == 0) {
            return open ? Severity.MEDIUM : Severity.HIGH;
        }
        return open ? Severity.LOW : Severity.MEDIUM;
    }

    private static String capital(String words) {
        return words.isEmpty()
                ? words
                : Character.toUpperCase(words.charAt(0)) + words.substring(1);
    }

    @Override
    public List<Example> examples() {
        var examples = new ArrayList<Example>();
        examples.add(
                Example.fires(
                        "decoded code that waits for a date",
                        read(mark("ambush", "eval of decoded data behind a test of the date"))));
        examples.add(
                Example.fires(
                        "credentials that are sent when it is installed",
                        read(mark("collect-send", "collects secrets and sends"))
                                .sees(hook("node server.js"))));
        examples.add(
                Example.fires(
                        "a hook that decodes a script",
                        new Story().in(Phase.INSPECT).sees(hook("echo aGk= | base64 -d | sh"))));
        examples.add(
                Example.spares(
                        "decoded code in the open",
                        read(mark("decoded-run", "eval of decoded data"))));
        examples.add(
                Example.spares(
                        "a hook that builds and one that prints thanks",
                        new Story()
                                .in(Phase.INSPECT)
                                .sees(hook("node-gyp rebuild"))
                                .sees(
                                        hook(
                                                "node -e"
                                                    + " \"try{require('./postinstall')}catch(e){}\""))));
        examples.add(
                Example.spares(
                        "a hook beside dangerous code of another file",
                        read(mark("collect-send", "collects secrets and sends"))
                                .sees(hook("node scripts/thanks.js"))));
        return examples;
    }

    private static Story read(CodeMarked mark) {
        return new Story().in(Phase.INSPECT).sees(mark);
    }

    private static CodeMarked mark(String sort, String detail) {
        return new CodeMarked(sort, detail, 0, "", "/opt/s/server.js", 3, "x()");
    }

    private static HookDeclared hook(String command) {
        return new HookDeclared("pkg:npm/s@1.0.0", 0, "postinstall", command);
    }
}
