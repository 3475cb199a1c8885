package io.mcpsf.cli;

import io.mcpsf.model.Target;
import io.mcpsf.source.BadSourceException;
import io.mcpsf.source.Sources;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Which files of this machine are the stranger's: the folder or archive that is assessed, and the
 * whole project around it. Who assesses one package of a repository has the rest of it from the
 * same hands.
 *
 * @param repositories what is assessed, with the outermost repository around it
 * @param projects the same, with the outermost project of any kind around it
 */
record Assessed(Set<Path> repositories, Set<Path> projects) {

    private static final List<String> REPOSITORY = List.of(".git", ".hg", ".svn", ".jj");
    private static final List<String> PROJECT =
            List.of(
                    ".git",
                    ".hg",
                    ".svn",
                    ".jj",
                    "package.json",
                    "pyproject.toml",
                    "setup.py",
                    "requirements.txt",
                    "go.mod",
                    "Cargo.toml",
                    "pom.xml",
                    "build.gradle",
                    "deno.json",
                    "manifest.json",
                    "Dockerfile");

    static Assessed by(String source, Path here) {
        var repositories = new LinkedHashSet<Path>();
        var projects = new LinkedHashSet<Path>();
        for (Path path : spellings(on(source, here))) {
            repositories.add(around(path, REPOSITORY));
            projects.add(around(path, PROJECT));
        }
        return new Assessed(repositories, projects);
    }

    /** Whether a file may have come with what is assessed. */
    boolean project(Path file) {
        return in(projects, file);
    }

    /**
     * The same for a file that stands in the user's home, where many things look like a project.
     */
    boolean repository(Path file) {
        return in(repositories, file);
    }

    private static boolean in(Set<Path> roots, Path file) {
        return spellings(List.of(file)).stream()
                .anyMatch(path -> roots.stream().anyMatch(path::startsWith));
    }

    private static List<Path> on(String source, Path here) {
        try {
            return switch (Sources.parse(source, here)) {
                case Target.Local(Path folder) -> List.of(folder);
                case Target.Archive(Path file) -> List.of(file);
                case Target.Npm _,
                        Target.Pypi _,
                        Target.Git _,
                        Target.Image _,
                        Target.Remote _,
                        Target.Localhost _ ->
                        List.of();
            };
        } catch (BadSourceException e) {
            return List.of(); // Nothing will be assessed either.
        }
    }

    /** As it is written, and where that leads: links may point in or out. */
    private static Set<Path> spellings(List<Path> paths) {
        var all = new LinkedHashSet<Path>();
        for (Path path : paths) {
            Path absolute = path.toAbsolutePath();
            all.add(absolute.normalize());
            all.add(real(absolute));
            Path folder = absolute.getParent();
            Path name = absolute.getFileName();
            if (folder != null && name != null) {
                all.add(real(folder).resolve(name).normalize());
            }
        }
        return all;
    }

    /** What is not there leads nowhere. */
    private static Path real(Path path) {
        try {
            return path.toRealPath();
        } catch (IOException e) {
            return path.normalize();
        }
    }

    private static Path around(Path path, List<String> marks) {
        Path outermost = path;
        for (Path folder = path; folder != null; folder = folder.getParent()) {
            Path at = folder;
            if (marks.stream()
                    .anyMatch(m -> Files.exists(at.resolve(m), LinkOption.NOFOLLOW_LINKS))) {
                outermost = folder;
            }
        }
        return outermost;
    }
}
