package io.mcpsf.bait;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpsf.os.Command;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Path;
import java.time.Instant;
import java.util.SplittableRandom;

/** The repository in a decoy home is one that git itself believes. */
final class GitFolderTest {

    @TempDir Path home;

    @Test
    void gitReadsTheResidentsRepository() throws Exception {
        DecoyHome decoys =
                DecoyHome.furnish(
                        "laptop",
                        "sam",
                        Instant.parse("2026-06-01T08:00:00Z"),
                        new SplittableRandom(3));
        decoys.write(home);
        String repository = home.resolve(decoys.desk().repository()).toString();

        Command.Result log = git(repository, "log", "--oneline");
        Command.Result check = git(repository, "fsck", "--strict");
        Command.Result status = git(repository, "status", "--porcelain", "--untracked-files=no");

        Command.Result branches = git(repository, "branch", "--format", "%(refname:short)");
        Command.Result fetched = git(repository, "fetch", "origin");
        Command.Result pushed = git(repository, "push", "origin", "main:topic");

        assertThat(log.stdout().lines()).hasSize(3);
        assertThat(branches.stdout().lines()).containsExactly("main", "sort-by-date");
        assertThat(fetched.good()).as(fetched.complaint()).isTrue();
        assertThat(pushed.good()).as(pushed.complaint()).isTrue();
        assertThat(log.stdout()).contains("tidy up");
        assertThat(check.good()).as(check.complaint()).isTrue();
        assertThat(status.good()).as(status.complaint()).isTrue();
    }

    private static Command.Result git(String repository, String... words) throws Exception {
        var argv = new java.util.ArrayList<String>();
        argv.add("git");
        argv.add("-C");
        argv.add(repository);
        argv.addAll(java.util.List.of(words));
        return Command.of(argv).run();
    }
}
