package io.mcpsf.judge;

import io.mcpsf.model.CodeObservation.CodeMarked;
import io.mcpsf.model.Confidence;
import io.mcpsf.model.Evidence.Sighting;
import io.mcpsf.model.FileObservation.BaitTouched;
import io.mcpsf.model.FileObservation.Touch;
import io.mcpsf.model.Finding;
import io.mcpsf.model.NetworkObservation.StageServed;
import io.mcpsf.model.Phase;
import io.mcpsf.model.Seen;
import io.mcpsf.model.Sense;
import io.mcpsf.model.Severity;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Ability and intent meet: code that hides, and behaviour that nobody asked for. Hidden code alone
 * is a matter of taste; a deed alone may have an innocent reading.
 */
final class CodeConfirmed implements Rule {

    /** Nobody does this to code that may be seen. */
    private static final Set<String> OUT_OF_SIGHT =
            Set.of("decoded-run", "spelled-name", "far-right", "invisible");

    /** Some do this to code that they sell. */
    private static final Set<String> PROTECTED =
            Set.of("packed", "hex-names", "char-codes", "escaped-text");

    /** Marks are alike: one of so many fits, or none does. */
    private static final int MANY = 1_000;

    private static final About ABOUT =
            About.malice("code-confirmed", Family.EVASION, Severity.CRITICAL, Confidence.LIKELY)
                    .needs(Sense.CODE, Sense.FILES, Sense.NETWORK)
                    .attack("T1027", "T1204")
                    .cwe("CWE-506")
                    .owaspMcp("MCP04")
                    .says(
                            "Hidden code, confirmed by its behaviour",
                            "Its code is obfuscated, encoded, assembled from pieces or hidden from"
                                + " view, and at run time it read credentials without being asked."
                                + " Also counted is code that downloads and runs other code when a"
                                + " program really was downloaded (HIGH, as is obfuscated code that"
                                + " reads credentials). Code alone and behaviour alone are covered"
                                + " by other rules.",
                            "Remove it, and rotate the credentials it could read.");

    @Override
    public About about() {
        return ABOUT;
    }

    @Override
    public List<Finding> judge(Trail trail) {
        var claims = new Claims(info(), trail);
        hidden(trail, claims);
        downloaded(trail, claims);
        return claims.findings();
    }

    private static void hidden(Trail trail, Claims claims) {
        Optional<Seen> hiding =
                marks(trail, OUT_OF_SIGHT)
                        .findFirst()
                        .or(() -> marks(trail, PROTECTED).findFirst());
        List<Sighting<BaitTouched>> reads =
                Baits.unexplainedReads(trail).stream()
                        .filter(read -> !Baits.declared(trail, read.what().kind()))
                        .toList();
        if (hiding.isEmpty() || reads.isEmpty()) {
            return;
        }
        Sighting<BaitTouched> read = reads.getFirst();
        boolean deliberate = OUT_OF_SIGHT.contains(((CodeMarked) hiding.get().what()).sort());
        claims.add(
                "hidden",
                "%s, and %s was read."
                        .formatted(where(hiding.get()), Message.cut(read.what().path())),
                deliberate ? Severity.CRITICAL : Severity.HIGH,
                Confidence.LIKELY,
                List.of(hiding.get(), new Seen(read.at(), read.what())));
    }

    private static void downloaded(Trail trail, Claims claims) {
        List<Seen> served =
                trail.seen(StageServed.class).stream()
                        .filter(seen -> !trail.asked(seen.at()).host(Hosts.of(stage(seen).url())))
                        .toList();
        for (Seen running : marks(trail, Set.of("download-run")).limit(MANY).toList()) {
            Optional<Seen> fitting =
                    served.stream().filter(seen -> runs(running, stage(seen))).findFirst();
            if (fitting.isPresent()) {
                claims.add(
                        "downloaded",
                        "%s, and %s was downloaded."
                                .formatted(where(running), Message.cut(stage(fitting.get()).url())),
                        Severity.HIGH,
                        Confidence.LIKELY,
                        List.of(running, fitting.get()));
                return;
            }
        }
    }

    private static StageServed stage(Seen seen) {
        return (StageServed) seen.what();
    }

    /** Python that takes a list out of a script of a page can't run that script. */
    private static boolean runs(Seen running, StageServed stage) {
        var mark = (CodeMarked) running.what();
        boolean python = mark.path().endsWith(".py") && mark.detail().startsWith("eval");
        return !(python && stage.form().equals("javascript"));
    }

    /** What hides in a library of others need not be the server's doing. */
    private static Stream<Seen> marks(Trail trail, Set<String> sorts) {
        return trail.seen(CodeMarked.class).stream()
                .filter(seen -> sorts.contains(((CodeMarked) seen.what()).sort()))
                .filter(seen -> ((CodeMarked) seen.what()).depth() <= 1);
    }

    private static String where(Seen seen) {
        var mark = (CodeMarked) seen.what();
        return "In %s:%d: %s"
                .formatted(Message.cut(mark.path()), mark.line(), Message.cut(mark.detail()));
    }

    @Override
    public List<Example> examples() {
        CodeMarked decoded = mark("decoded-run", "eval of decoded data", 0);
        var read = new BaitTouched("ssh-key", "ssh", "/home/ana/.ssh/id_rsa", Touch.READ);
        var stage = new StageServed("http://198.51.100.9/i.sh", "tag4711", "shell");
        return List.of(
                Example.fires(
                        "hidden code and a decoy that was read",
                        new Story().sees(read).in(Phase.INSPECT).sees(decoded)),
                Example.fires(
                        "a download that the code would run",
                        new Story()
                                .sees(stage)
                                .in(Phase.INSPECT)
                                .sees(mark("download-run", "fetches and runs", 0))),
                Example.fires(
                        "Python that it would evaluate",
                        new Story()
                                .sees(new StageServed("http://198.51.100.9/a.py", "t1", "python"))
                                .in(Phase.INSPECT)
                                .sees(evaluates("/opt/s/server.py"))),
                Example.spares(
                        "Python that takes data out of a page's script",
                        new Story()
                                .sees(
                                        new StageServed(
                                                "https://data.example/funds.js",
                                                "t1",
                                                "javascript"))
                                .in(Phase.INSPECT)
                                .sees(evaluates("/opt/s/funds.py"))),
                Example.spares(
                        "hidden code that does nothing",
                        new Story().in(Phase.INSPECT).sees(decoded)),
                Example.spares("a decoy alone", new Story().sees(read)),
                Example.spares(
                        "deep in the libraries",
                        new Story()
                                .sees(read)
                                .in(Phase.INSPECT)
                                .sees(mark("hex-names", "80 names", 3))));
    }

    private static CodeMarked evaluates(String path) {
        return new CodeMarked(
                "download-run", "eval of downloaded data", 0, "", path, 3, "eval(text)");
    }

    private static CodeMarked mark(String sort, String detail, int depth) {
        return new CodeMarked(sort, detail, depth, "", "/opt/s/server.js", 3, "x()");
    }
}
