package io.mcpsf.acquire;

import io.mcpsf.model.Artifact;
import io.mcpsf.model.Release;
import io.mcpsf.model.Target;
import io.mcpsf.os.SystemPackages;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * One commit of a Git repository, without its history. The files are never checked out: git packs
 * them into a tar, which we unpack ourselves within bounds.
 */
final class GitSource {

    private final Registries registries;
    private final Lookup lookup;
    private final Consumer<String> note;

    GitSource(Registries registries, Lookup lookup, Consumer<String> note) {
        this.registries = registries;
        this.lookup = lookup;
        this.note = note;
    }

    static Map<String, String> environment(Map<String, String> all) {
        return GitProgram.environment(all);
    }

    /** What was found: the commit, its day, and the folder in it. */
    private record Commit(String id, String date, String subfolder) {
        static Optional<Commit> read(String kept) {
            String[] parts = kept.split("\n", -1);
            return parts.length == 3
                    ? Optional.of(new Commit(parts[0], parts[1], parts[2]))
                    : Optional.empty();
        }

        String kept() {
            return id + "\n" + date + "\n" + subfolder;
        }
    }

    Artifact acquire(Target.Git target, Path into) throws InterruptedException {
        String asked = "git " + target.repository() + " " + target.ref() + " " + target.subfolder();
        Optional<Commit> known = lookup.word(asked).flatMap(Commit::read);
        if (lookup.offline()) {
            Path tar =
                    known.flatMap(commit -> lookup.kept(key(target, commit)))
                            .orElseGet(
                                    () -> {
                                        lookup.refuseOffline(target.repository());
                                        return into;
                                    });
            return open(target, known.orElseThrow(), tar, into);
        }
        if (!SystemPackages.here("git")) {
            throw new AcquireException(
                    "cannot get " + target.repository(),
                    "git is not installed",
                    "apt-get install git");
        }
        boolean pinned = target.ref().length() == 40 && GitRefs.isCommit(target.ref());
        if (pinned && known.isPresent()) {
            Optional<Path> tar = lookup.kept(key(target, known.get()));
            if (tar.isPresent()) {
                return open(target, known.get(), tar.get(), into);
            }
        }
        Path scratch = lookup.scratch();
        try {
            Files.createDirectories(scratch);
            var git =
                    new GitProgram(
                            scratch.resolve("repository"),
                            target.repository(),
                            registries.gitEnvironment());
            git.init();
            Fetched fetched =
                    new GitFetch(git, target)
                            .fetch(
                                    (id, folder) ->
                                            known.filter(old -> old.id().equals(id))
                                                    .flatMap(
                                                            old ->
                                                                    lookup.kept(
                                                                            key(
                                                                                    target,
                                                                                    new Commit(
                                                                                            id, "",
                                                                                            folder)))),
                                    scratch.resolve("tar"));
            var commit =
                    new Commit(
                            fetched.id(),
                            fetched.date().isEmpty()
                                    ? known.map(Commit::date).orElse("")
                                    : fetched.date(),
                            fetched.subfolder());
            Path tar =
                    fetched.fresh()
                            ? lookup.adopt(key(target, commit), fetched.tar())
                            : fetched.tar();
            lookup.keepWord(asked, commit.kept());
            return open(target, commit, tar, into);
        } catch (IOException e) {
            throw new AcquireException(
                    "cannot get " + target.repository(), String.valueOf(e), "", e);
        } finally {
            Cache.drop(scratch);
        }
    }

    /** What a fetch brought: a tar, new or from the cache. */
    record Fetched(String id, String date, String subfolder, Path tar, boolean fresh) {}

    private Artifact open(Target.Git target, Commit commit, Path tar, Path into) {
        var release =
                new Release(
                        target.name(),
                        commit.id(),
                        new Release.Origin(
                                target.repository().toString(),
                                Path.of(""),
                                "git:" + commit.id(),
                                ""),
                        new Release.Standing(
                                commit.date(),
                                "",
                                target.ref().isEmpty() ? "the default branch" : "asked for"),
                        Map.of());
        int depth = commit.subfolder().isEmpty() ? 0 : commit.subfolder().split("/").length;
        Artifact artifact = new Parcel(target, into, note).openGit(tar, release, depth);
        if (Files.exists(artifact.root().resolve(".gitmodules"))) {
            note.accept("submodules were not fetched");
        }
        return artifact;
    }

    private static String key(Target.Git target, Commit commit) {
        return "git-tar " + target.repository() + " " + commit.id() + " " + commit.subfolder();
    }
}
