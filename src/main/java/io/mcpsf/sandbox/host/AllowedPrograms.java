package io.mcpsf.sandbox.host;

import io.mcpsf.sandbox.Executables;
import io.mcpsf.sandbox.Place;
import io.mcpsf.sandbox.SandboxSpec;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The host's files behind the programs that a sandbox may execute: what it starts first, what is
 * named, and the interpreters of the scripts among these.
 */
final class AllowedPrograms {

    private static final int MOST_LINKS = 20;
    private static final int FIRST_LINE = 256;

    /** git is many programs; the others lie in a folder of their own. */
    private static final String GIT = "git";

    private static final List<Path> GIT_FOLDERS =
            List.of(Path.of("/usr/lib/git-core"), Path.of("/usr/libexec/git-core"));

    private final List<Place> places;
    private final List<String> searched;
    private final Set<Path> files = new HashSet<>();
    private final Set<Path> folders = new HashSet<>();

    private AllowedPrograms(SandboxSpec spec) {
        this.places =
                spec.places().stream()
                        .sorted(
                                Comparator.comparingInt(
                                                (Place place) -> Path.of(place.at()).getNameCount())
                                        .reversed())
                        .toList();
        this.searched =
                List.of(spec.program().env().getOrDefault("PATH", "/usr/bin:/bin").split(":"));
    }

    static AllowedPrograms of(SandboxSpec spec, Executables.Only only) throws IOException {
        var allowed = new AllowedPrograms(spec);
        allowed.add(spec.program().argv().getFirst());
        for (String program : only.programs()) {
            allowed.add(program);
            if (program.equals(GIT)) {
                allowed.folders.addAll(GIT_FOLDERS);
            }
        }
        return allowed;
    }

    /** Whether a file of the host is one of them; the path has no links in it. */
    boolean contains(Path file) {
        return files.contains(file) || folders.stream().anyMatch(file::startsWith);
    }

    private void add(String program) throws IOException {
        if (program.startsWith("/")) {
            addFile(Path.of(program));
            return;
        }
        for (String folder : searched) {
            if (folder.startsWith("/")) {
                addFile(Path.of(folder, program));
            }
        }
    }

    private void addFile(Path inside) throws IOException {
        Optional<Path> file = file(inside);
        if (file.isPresent() && files.add(file.get())) {
            interpreter(file.get());
        }
    }

    /** Where the host has what a path inside leads to. */
    private Optional<Path> file(Path inside) throws IOException {
        Path next = inside.normalize();
        for (int i = 0; i < MOST_LINKS; i++) {
            Path host = host(next);
            if (Files.isSymbolicLink(host)) {
                // An absolute link means a path inside, not one of the host.
                next = next.resolveSibling(Files.readSymbolicLink(host)).normalize();
            } else if (Files.isRegularFile(host, LinkOption.NOFOLLOW_LINKS)) {
                return Optional.of(host.toRealPath());
            } else {
                return Optional.empty();
            }
        }
        return Optional.empty();
    }

    private Path host(Path inside) {
        for (Place place : places) {
            if (inside.startsWith(place.at())) {
                Path below = Path.of(place.at()).relativize(inside);
                return seen(place).resolve(below.toString());
            }
        }
        return inside;
    }

    private static Path seen(Place place) {
        return switch (place) {
            case Place.Shown it -> it.host();
            case Place.Scratch it -> it.seed();
            case Place.Grown it -> it.seed();
            case Place.Lent it -> it.host();
        };
    }

    private void interpreter(Path script) throws IOException {
        byte[] head;
        try (InputStream in = Files.newInputStream(script)) {
            head = in.readNBytes(FIRST_LINE);
        }
        String text = new String(head, StandardCharsets.ISO_8859_1);
        if (!text.startsWith("#!")) {
            return;
        }
        List<String> words =
                Stream.of(text.substring(2).lines().findFirst().orElse("").strip().split("\\s+"))
                        .filter(word -> !word.isEmpty())
                        .toList();
        if (words.isEmpty()) {
            return;
        }
        add(words.getFirst());
        if (words.getFirst().endsWith("/env")) {
            Optional<String> found =
                    words.stream()
                            .skip(1)
                            .filter(word -> !word.startsWith("-") && !word.contains("="))
                            .findFirst();
            if (found.isPresent()) {
                add(found.get());
            }
        }
    }
}
