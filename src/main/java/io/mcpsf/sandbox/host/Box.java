package io.mcpsf.sandbox.host;

import io.mcpsf.linux.ErrnoException;
import io.mcpsf.linux.Mounts;
import io.mcpsf.linux.Users;
import io.mcpsf.os.TreeCopy;
import io.mcpsf.os.TreeCopy.OutsideLinks;
import io.mcpsf.sandbox.Executables;
import io.mcpsf.sandbox.ExecutorException;
import io.mcpsf.sandbox.Place;
import io.mcpsf.sandbox.SandboxSpec;
import io.mcpsf.sandbox.World;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * All files of one sandbox in one file system in memory of the size of its disk limit: the root
 * folder, and one folder per scratch place. Places of the host are shown in it read-only first, so
 * that the runtime needs no right of way on the host, and taking it away takes all of them away.
 */
public final class Box {

    /** Open to every user inside, as the system's own. */
    private static final Set<String> COMMON = Set.of("/tmp", "/var/tmp", "/dev/shm");

    /** Where an installed mcpsf would be seen. */
    private static final List<String> PROGRAM_FOLDERS =
            List.of(
                    "/usr/bin",
                    "/usr/lib",
                    "/usr/share",
                    "/usr/local/bin",
                    "/usr/local/lib",
                    "/usr/local/share");

    /** A shown file up to this is copied, a larger one is mounted. */
    private static final long COPIED_BYTES = 8 << 20;

    /** The smallest average file that we let a disk be filled with. */
    private static final int BYTES_PER_FILE = 2048;

    private static final int FEWEST_FILES = 16_384;

    /**
     * An installation has a large disk, and its tree is taken out up to 400,000 entries; with room
     * for a cache beside it. More of them are only kernel memory, and time to look at.
     */
    private static final int MOST_FILES = 600_000;

    private static final int PAGE = 4096;

    private final Path at;
    private final Path root;
    private final Veil veil;
    private final UserMapping identity;
    private final Map<String, Path> scratch = new HashMap<>();
    private final List<Bound> bounds = new ArrayList<>();
    private final Optional<AllowedPrograms> allowed;

    private Box(Path at, UserMapping identity, Optional<AllowedPrograms> allowed) {
        this.allowed = allowed;
        this.at = at;
        this.root = unnamed();
        this.veil = new Veil(at);
        this.identity = identity;
    }

    /** One bind mount for the bundle, in the order in which they must happen. */
    public record Bound(Path source, String at, boolean writable, boolean executable) {
        public Bound(Path source, String at, boolean writable) {
            this(source, at, writable, true);
        }
    }

    public static Box fill(Path at, SandboxSpec spec, UserMapping identity) {
        // A size that is the same in every run would be known; so would be the names in here. The
        // limit
        // itself is a promise, so the size stays below it.
        var random = new SecureRandom();
        long limit = spec.limits().diskBytes();
        long disk = limit - PAGE * random.nextLong(limit / PAGE / 64 + 1);
        Mounts.memory(at, disk, files(disk));
        try {
            var box = new Box(at, identity, allowed(spec));
            if (box.allowed.isPresent()) {
                // Runtimes differ in whether they add this to a mount that can be written.
                Mounts.noExecution(at, true);
            }
            box.skeleton(spec);
            box.places(spec);
            box.point(spec.program().folder(), true);
            return box;
        } catch (IOException e) {
            throw new ExecutorException("cannot fill the sandbox: " + e.getMessage(), e);
        }
    }

    private static Optional<AllowedPrograms> allowed(SandboxSpec spec) throws IOException {
        return switch (spec.executables()) {
            case Executables.Any() -> Optional.empty();
            case Executables.Only only -> Optional.of(AllowedPrograms.of(spec, only));
        };
    }

    /** How many files fit on a disk of so many bytes. */
    static long files(long disk) {
        return Math.clamp(disk / BYTES_PER_FILE, FEWEST_FILES, MOST_FILES);
    }

    public Path root() {
        return root;
    }

    /** Where more files for the sandbox can be put, which it sees only where they are mounted. */
    Path aside() {
        return at;
    }

    public List<Bound> bounds() {
        return List.copyOf(bounds);
    }

    public Map<String, Path> scratch() {
        return Map.copyOf(scratch);
    }

    private void skeleton(SandboxSpec spec) throws IOException {
        switch (spec.world().base()) {
            case World.Base.OfHost() -> ofHost(spec);
            case World.Base.OfImage(Path image) -> ofImage(image, spec);
        }
        if (identity.ranged()) {
            Users.giveTree(root(), identity.root(), identity.root());
        }
    }

    private void ofImage(Path image, SandboxSpec spec) throws IOException {
        if (allowed.isPresent()) {
            throw new ExecutorException("programs cannot be restricted in a container image");
        }
        Path real = image.toRealPath();
        Path here = Files.createDirectory(unnamed());
        veil.show(real, here);
        for (Path name : Skeleton.around(real, root(), spec.world(), identity.inside())) {
            bounds.add(new Bound(here.resolve(name), "/" + name, false));
        }
    }

    private void ofHost(SandboxSpec spec) throws IOException {
        List<Path> shown = Skeleton.make(root(), spec.world(), identity.inside());
        for (Path host : shown) {
            if (allowed.isPresent()) {
                withoutPrograms(host, allowed.get());
            } else {
                bounds.add(new Bound(host.toRealPath(), host.toString(), false));
            }
        }
        for (String folder : PROGRAM_FOLDERS) {
            if (allowed.isEmpty()) {
                withoutUs(Path.of(folder));
            }
        }
    }

    /** A folder of the system with nothing to execute but what is allowed, and without us. */
    private void withoutPrograms(Path folder, AllowedPrograms programs) throws IOException {
        Path real = folder.toRealPath();
        var hidden = new ArrayList<>(HiddenPrograms.in(real, programs));
        for (String path : PROGRAM_FOLDERS) {
            Path place = Path.of(path);
            if (place.startsWith(folder)) {
                ours(place).stream()
                        .map(name -> folder.relativize(place.resolve(name)).toString())
                        .filter(name -> !hidden.contains(name))
                        .forEach(hidden::add);
            }
        }
        Path here = Files.createDirectory(unnamed());
        if (!veil.showWithout(hidden, real, here)) {
            throw new ExecutorException(
                    "cannot hide the programs of %s that the policy does not allow: this kernel has no overlay for it"
                            .formatted(folder));
        }
        bounds.add(new Bound(here, folder.toString(), false));
        for (String data : HiddenPrograms.DATA) {
            Path place = Path.of(data);
            if (place.startsWith(folder) && Files.isDirectory(place)) {
                bounds.add(new Bound(place.toRealPath(), data, false, false));
            }
        }
    }

    private static List<String> ours(Path folder) throws IOException {
        if (!Files.isDirectory(folder)) {
            return List.of();
        }
        try (Stream<Path> entries = Files.list(folder)) {
            return entries.map(entry -> entry.getFileName().toString())
                    .filter(name -> name.startsWith("mcpsf"))
                    .toList();
        }
    }

    /** Hides our own entries of a folder of programs, if it has any. */
    private void withoutUs(Path folder) throws IOException {
        List<String> ours = ours(folder);
        if (!ours.isEmpty()) {
            Path here = Files.createDirectory(unnamed());
            if (veil.showWithout(ours, folder, here)) {
                bounds.add(new Bound(here, folder.toString(), false));
            }
        }
    }

    /** The spec's places and those that every program expects, outer before inner. */
    private void places(SandboxSpec spec) throws IOException {
        Map<String, Place> places = new LinkedHashMap<>();
        Path empty = Files.createDirectory(unnamed());
        for (String path : COMMON) {
            places.put(path, new Place.Scratch(empty, path));
        }
        String home = spec.world().persona().home();
        places.put(home, new Place.Scratch(empty, home));
        spec.places().forEach(place -> places.put(checked(place.at()), place));
        List<Place> ordered =
                places.values().stream()
                        .sorted(
                                Comparator.comparingInt(
                                                (Place place) -> Path.of(place.at()).getNameCount())
                                        .thenComparing(Place::at))
                        .toList();
        for (Place place : ordered) {
            switch (place) {
                case Place.Scratch it -> scratch(it);
                case Place.Grown it -> scratch(new Place.Scratch(it.seed(), it.at()));
                case Place.Shown it -> shown(it);
                case Place.Lent it -> lent(it);
            }
        }
        Files.delete(empty);
    }

    private void scratch(Place.Scratch place) throws IOException {
        Path folder = unnamed();
        OutsideLinks links = place.linksOut() ? OutsideLinks.KEPT : OutsideLinks.LEFT_OUT;
        TreeCopy.copy(place.seed(), folder, TreeCopy.Caps.usual(), links);
        if (COMMON.contains(place.at())) {
            if (identity.ranged()) {
                Users.giveTree(folder, identity.outside(), identity.outside());
                Users.give(folder, identity.root(), identity.root());
            }
            // Java cannot name the sticky bit in words, but the kernel can in numbers.
            Files.setAttribute(folder, "unix:mode", 01777);
        } else {
            Users.giveTree(folder, identity.outside(), identity.outside());
        }
        point(place.at(), Files.isDirectory(folder));
        scratch.put(place.at(), folder);
        bounds.add(new Bound(folder, place.at(), true, allowed.isEmpty()));
    }

    private void shown(Place.Shown place) throws IOException {
        Path host = place.host().toRealPath();
        Path here = unnamed();
        boolean folder = Files.isDirectory(host);
        if (folder) {
            show(host, Files.createDirectory(here));
        } else if (Files.size(host) <= COPIED_BYTES) {
            Files.copy(host, here);
            Users.give(here, identity.root(), identity.root());
        } else {
            Mounts.show(host, Files.createFile(here));
        }
        point(place.at(), folder);
        bounds.add(new Bound(here, place.at(), false));
    }

    private void show(Path host, Path here) throws IOException {
        List<String> hidden =
                allowed.isPresent() ? HiddenPrograms.in(host, allowed.get()) : List.of();
        if (hidden.isEmpty()) {
            veil.show(host, here);
        } else if (!veil.showWithout(hidden, host, here)) {
            throw new ExecutorException(
                    "cannot hide the programs of %s that the policy does not allow: its file system has no overlay"
                            .formatted(host));
        }
    }

    /**
     * Mounted with the owner's id mapped to that of the sandbox's user, so that nothing is chowned.
     */
    private void lent(Place.Lent place) throws IOException {
        Path host = place.host().toRealPath();
        Path here = at.resolve("l" + bounds.size());
        boolean folder = Files.isDirectory(host);
        if (folder) {
            Files.createDirectory(here);
        } else {
            Files.createFile(here);
        }
        try (var owner = OwnerMapping.of(host, identity)) {
            Mounts.lend(host, here, place.writable(), owner.namespace());
            if (allowed.isPresent()) {
                Mounts.noExecution(here, place.writable());
            }
        } catch (ErrnoException e) {
            throw new ExecutorException(
                    "cannot share %s with the sandbox: its file system or this kernel does not support id-mapped mounts"
                            .formatted(host),
                    e);
        }
        point(place.at(), folder);
        bounds.add(new Bound(here, place.at(), place.writable(), allowed.isEmpty()));
    }

    /**
     * Makes the place to mount on, in the innermost place that holds it. What is there may come
     * from a hostile seed, so no link is followed.
     */
    private void point(String inside, boolean folder) throws IOException {
        if (inside.startsWith("/dev/")) {
            return; // The runtime's own /dev: it makes the place itself.
        }
        Path path = Path.of(inside);
        Bound outer =
                bounds.stream()
                        .filter(bound -> path.startsWith(bound.at()))
                        .reduce((first, second) -> second)
                        .orElse(new Bound(root(), "/", true));
        Path here = outer.source();
        Path rest = Path.of(outer.at()).relativize(path);
        for (int i = 0; i < rest.getNameCount() && !rest.toString().isEmpty(); i++) {
            here = here.resolve(rest.getName(i));
            boolean last = i == rest.getNameCount() - 1;
            if (Files.isSymbolicLink(here) && outer.writable()) {
                throw new IOException("a link where " + inside + " should be: " + rest);
            }
            if (Files.exists(here, LinkOption.NOFOLLOW_LINKS)) {
                continue;
            }
            if (!outer.writable()) {
                throw new IOException("no " + inside + " in " + outer.at() + " to mount on");
            }
            make(here, folder || !last, outer.at().equals("/"));
        }
    }

    private void make(Path here, boolean folder, boolean system) throws IOException {
        if (folder) {
            Files.createDirectory(here);
            Files.setPosixFilePermissions(here, PosixFilePermissions.fromString("rwxr-xr-x"));
        } else {
            Files.createFile(here);
        }
        int owner = system ? identity.root() : identity.outside();
        Users.give(here, owner, owner);
    }

    /** A new place in here under a name that says nothing. */
    private Path unnamed() {
        return at.resolve(StateRoot.random(6));
    }

    private static String checked(String path) {
        Path parsed = Path.of(path);
        if (!parsed.isAbsolute()
                || parsed.getNameCount() == 0
                || !parsed.normalize().toString().equals(path)
                || parsed.startsWith("/proc")
                || parsed.startsWith("/sys")
                || (parsed.startsWith("/dev") && !path.equals("/dev/shm"))) {
            throw new ExecutorException("not a place for files: " + path);
        }
        return path;
    }
}
