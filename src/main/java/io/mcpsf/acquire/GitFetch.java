package io.mcpsf.acquire;

import io.mcpsf.model.Target;
import io.mcpsf.os.Command;

import java.nio.file.Path;
import java.util.Optional;
import java.util.function.BiFunction;

/** From a remote and a ref to a commit and its tar. */
final class GitFetch {

    private final GitProgram git;
    private final Target.Git target;
    private final String remote;

    GitFetch(GitProgram git, Target.Git target) {
        this.git = git;
        this.target = target;
        this.remote = target.repository().toString();
    }

    /** The cache is asked for a tar as soon as the commit and the folder are known. */
    GitSource.Fetched fetch(BiFunction<String, String, Optional<Path>> cache, Path tar)
            throws InterruptedException {
        GitRefs.Found found = commit();
        Optional<Path> kept = cache.apply(found.commit(), found.subfolder());
        if (kept.isPresent()) {
            return new GitSource.Fetched(found.commit(), "", found.subfolder(), kept.get(), false);
        }
        bring(found.commit());
        String folder = found.subfolder();
        if (!folder.isEmpty()) {
            Command.Result kind = git.run("cat-file", "-t", found.commit() + ":" + folder);
            if (!kind.stdout().strip().equals("tree")) {
                throw new AcquireException(
                        "cannot find %s in %s".formatted(folder, remote),
                        "there is no such folder at " + found.commit(),
                        "Check the folder and the branch");
            }
        }
        Command.Result packed =
                folder.isEmpty()
                        ? git.run("archive", "--format=tar", "-o", tar.toString(), found.commit())
                        : git.run(
                                "archive",
                                "--format=tar",
                                "-o",
                                tar.toString(),
                                found.commit(),
                                "--",
                                folder);
        if (!packed.good()) {
            throw failed(packed);
        }
        String date = git.run("log", "-1", "--format=%cI", found.commit()).stdout().strip();
        return new GitSource.Fetched(
                found.commit(), date.length() > 40 ? "" : date, folder, tar, true);
    }

    private GitRefs.Found commit() throws InterruptedException {
        if (target.ref().length() == 40 && GitRefs.isCommit(target.ref())) {
            return new GitRefs.Found(target.ref(), target.subfolder());
        }
        Command.Result listed =
                git.run("ls-remote", "--", remote, "HEAD", "refs/heads/*", "refs/tags/*");
        if (!listed.good()) {
            throw failed(listed);
        }
        var refs = new GitRefs(listed.stdout());
        Optional<GitRefs.Found> found = refs.find(target.ref(), target.subfolder());
        if (found.isPresent()) {
            return found.get();
        }
        if (GitRefs.isCommit(target.ref())) {
            return new GitRefs.Found(lengthened(), target.subfolder());
        }
        throw new AcquireException(
                "cannot find %s in %s"
                        .formatted(target.ref().isEmpty() ? "a branch" : target.ref(), remote),
                "it has " + refs.some(),
                "Name one of its branches, tags or commits");
    }

    /** An abbreviated commit: only the whole line of commits, without files, can tell which. */
    private String lengthened() throws InterruptedException {
        Command.Result history =
                git.run(
                        "fetch",
                        "--quiet",
                        "--filter=tree:0",
                        "--no-tags",
                        "--",
                        remote,
                        "+refs/heads/*:refs/heads/*",
                        "+refs/tags/*:refs/tags/*");
        Command.Result whole =
                git.run("rev-parse", "--verify", "--quiet", target.ref() + "^{commit}");
        String id = whole.stdout().strip();
        if (!history.good() || !id.matches("[0-9a-f]{40}")) {
            throw new AcquireException(
                    "cannot find %s in %s".formatted(target.ref(), remote),
                    history.good() ? "no branch or tag leads to that commit" : history.complaint(),
                    "Give all 40 digits of the commit");
        }
        return id;
    }

    /** One commit without its history; a server that does not give single commits gives all. */
    private void bring(String commit) throws InterruptedException {
        Command.Result one =
                git.run(
                        "fetch",
                        "--quiet",
                        "--depth=1",
                        "--no-tags",
                        "--refetch",
                        "--",
                        remote,
                        commit);
        if (one.good()) {
            return;
        }
        Command.Result all =
                git.run(
                        "fetch",
                        "--quiet",
                        "--no-tags",
                        "--",
                        remote,
                        "+refs/heads/*:refs/heads/*",
                        "+refs/tags/*:refs/tags/*");
        if (!all.good() || !git.run("cat-file", "-e", commit + "^{commit}").good()) {
            throw failed(all.good() ? one : all);
        }
    }

    private AcquireException failed(Command.Result result) {
        String why = result.complaint();
        boolean closed =
                why.contains("terminal prompts disabled")
                        || why.contains("Authentication failed")
                        || why.contains("could not read Username")
                        || why.contains("not found");
        return new AcquireException(
                "cannot get " + remote,
                closed ? "there is no such public repository" : why,
                closed
                        ? "Check the spelling; clone a private one and give the folder"
                        : "Check the network and the address");
    }
}
