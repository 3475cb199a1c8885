package io.mcpsf.judge;

import io.mcpsf.model.Confidence;
import io.mcpsf.model.Evidence.Sighting;
import io.mcpsf.model.FileObservation.Access;
import io.mcpsf.model.FileObservation.BaitTouched;
import io.mcpsf.model.FileObservation.FileOpened;
import io.mcpsf.model.FileObservation.Touch;
import io.mcpsf.model.Finding;
import io.mcpsf.model.PackageObservation.DependencyFound;
import io.mcpsf.model.Phase;
import io.mcpsf.model.ProtocolObservation.Greeted;
import io.mcpsf.model.Seen;
import io.mcpsf.model.Sense;
import io.mcpsf.model.Severity;

import java.util.List;

/** A decoy credential was opened though no call asked for it; one finding for each kind. */
final class BaitRead implements Rule {

    private static final About ABOUT =
            About.malice("bait-read", Family.CREDENTIALS, Severity.HIGH, Confidence.LIKELY)
                    .needs(Sense.FILES)
                    .attack("T1552.001", "T1552.004", "T1555.003")
                    .cwe("CWE-522")
                    .owaspMcp("MCP01")
                    .says(
                            "Reads a credential without being asked",
                            "The sandbox's home folder holds decoy keys, tokens, wallets and"
                                + " browser profiles. Only a program that looks for secrets opens"
                                + " them. Paths that the current call asked for are not counted,"
                                + " nor are system tools that read their own files. A server that"
                                + " openly works with a kind of credential gets a LOW finding for"
                                + " it, and so does one that uses the npm token only to ask the"
                                + " registry for its own latest release, or whose library only"
                                + " looks the token up for that.",
                            "Do not run it where real credentials are; if it ran, rotate the"
                                    + " credentials of the kinds listed.");

    @Override
    public About about() {
        return ABOUT;
    }

    @Override
    public List<Finding> judge(Trail trail) {
        var claims = new Claims(info(), trail);
        for (Sighting<BaitTouched> read : Baits.unexplainedReads(trail)) {
            BaitTouched bait = read.what();
            var seen = List.of(new Seen(read.at(), bait));
            String message =
                    "Read the decoy %s (%s)."
                            .formatted(Message.cut(bait.path()), Message.cut(bait.kind()));
            if (Baits.declared(trail, bait.kind()) || OwnRelease.only(trail, bait.kind())) {
                claims.add(bait.kind(), message, Severity.LOW, Confidence.LIKELY, seen);
            } else {
                claims.add(bait.kind(), message, seen);
            }
        }
        return claims.findings();
    }

    /** Process 2 reads the home's .env, after the process of this number looked beside the code. */
    private static Story crowded(DependencyFound dotenv, int looked) {
        var story = new Story().sees(dotenv).by(looked);
        story.sees(new FileOpened("/opt/notes/.env", "/opt/notes/.env", Access.READ, false)).by(3);
        for (int i = 0; i < 30; i++) {
            String file = "/opt/notes/" + i + ".js";
            story.sees(new FileOpened(file, file, Access.READ, true));
        }
        return story.by(2).sees(new BaitTouched("~/.env", "env", "/home/ana/.env", Touch.READ));
    }

    @Override
    public List<Example> examples() {
        var key = new BaitTouched("ssh-key", "ssh", "/home/ana/.ssh/id_rsa", Touch.READ);
        var npmrc = new BaitTouched("npmrc", "npm", "/home/ana/.npmrc", Touch.READ);
        var kube = new BaitTouched("kubeconfig", "kube", "/home/ana/.kube/config", Touch.READ);
        var netrc = new BaitTouched("~/.netrc", "netrc", "/home/ana/.netrc", Touch.READ);
        var env = new BaitTouched("~/.env", "env", "/home/ana/.env", Touch.READ);
        var beside = new FileOpened("/opt/notes/.env", "/opt/notes/.env", Access.READ, false);
        var dotenv =
                new DependencyFound(
                        "pkg:npm/dotenv@16.4.7",
                        "dotenv",
                        "16.4.7",
                        1,
                        "required",
                        "BSD-2-Clause",
                        "",
                        "",
                        List.of());
        return List.of(
                Example.fires("a key is read at start", new Story().sees(key)),
                Example.fires(
                        "a key is read while another file was asked for",
                        new Story()
                                .calls(1, "read", "{\"path\":\"/home/ana/notes.txt\"}")
                                .sees(key)),
                Example.fires(
                        "a home as the argument does not ask for the keys in it",
                        new Story().calls(1, "list", "{\"path\":\"/home/ana\"}").sees(key)),
                Example.fires(
                        "a thief in the work folder that is called npm",
                        new Story()
                                .starts(2, 1, "/work/node_modules/.bin/npm", "npm", "install")
                                .sees(npmrc)),
                Example.spares(
                        "the call asked for this file",
                        new Story().calls(1, "read", "{\"path\":\"~/.ssh/id_rsa\"}").sees(key)),
                Example.spares(
                        "the call asked for the folder",
                        new Story().calls(1, "search", "{\"in\":[\"/home/ana/.ssh/\"]}").sees(key)),
                Example.spares(
                        "npm reads its own file",
                        new Story()
                                .in(Phase.INSTALL)
                                .starts(2, 1, "/usr/bin/node", "node", "/usr/bin/npm", "ci")
                                .sees(npmrc)),
                Example.spares(
                        "git's helper looks into .netrc before a fetch",
                        new Story()
                                .starts(
                                        2,
                                        1,
                                        "/usr/lib/git-core/git-remote-http",
                                        "git-remote-https")
                                .sees(netrc)),
                Example.spares(
                        "ssh reads the key that it logs in with",
                        new Story().starts(2, 1, "/usr/bin/ssh", "ssh", "build").sees(key)),
                Example.fires(
                        "a script that npm runs is not npm",
                        new Story()
                                .in(Phase.INSTALL)
                                .starts(2, 1, "/usr/bin/node", "node", "/usr/bin/npm", "ci")
                                .starts(3, 2, "/usr/bin/dash", "sh", "-c", "node setup.js")
                                .starts(4, 3, "/usr/bin/node", "node", "setup.js")
                                .sees(npmrc)),
                Example.spares(
                        "Python's requests looks into .netrc before a request",
                        new Story()
                                .starts(2, 1, "/opt/papers/bin/python", "python", "server.py")
                                .sees(netrc)),
                Example.spares(
                        "dotenv looks for settings beside the code, then in the home",
                        new Story().sees(dotenv).sees(beside).sees(env)),
                Example.spares("so it does while other starts act beside it", crowded(dotenv, 2)),
                Example.fires("it was another that looked beside the code", crowded(dotenv, 3)),
                Example.fires(
                        "nobody looked beside the code first", new Story().sees(dotenv).sees(env)),
                Example.fires(
                        "there is no library that would look", new Story().sees(beside).sees(env)),
                Example.fires(
                        "a Node.js server has no such library",
                        new Story().starts(2, 1, "/usr/bin/node", "node", "server.js").sees(netrc)),
                Example.spares(
                        "a decoy is only written",
                        new Story()
                                .sees(
                                        new BaitTouched(
                                                "ssh-key",
                                                "ssh",
                                                "/home/ana/.ssh/id_rsa",
                                                Touch.WRITE))),
                Example.fires(
                        "declared business is told, and low",
                        new Story()
                                .sees(new Greeted("2025-06-18", "kubernetes-server", "1", ""))
                                .sees(kube)));
    }
}
