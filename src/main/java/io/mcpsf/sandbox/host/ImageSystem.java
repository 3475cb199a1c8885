package io.mcpsf.sandbox.host;

import io.mcpsf.os.TreeCopy;
import io.mcpsf.os.Trees;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * Lays the operating system of an image into the root of a sandbox: links as links, empty folders
 * and files to mount the image's own on, and a copy of its /etc. The image is hostile, so none of
 * its links is followed here.
 */
final class ImageSystem {

    /** Of a kernel's making, or ours. */
    private static final Set<String> OURS =
            Set.of("proc", "sys", "dev", "tmp", "run", "mnt", "media");

    /** Partly ours: what the image has in them stands beside it. */
    private static final Set<String> SHARED = Set.of("home", "root", "var");

    private static final Set<String> OURS_IN_VAR = Set.of("tmp", "run", "lock");

    private static final TreeCopy.Caps ETC = new TreeCopy.Caps(20_000, 256L << 20, 32);

    private final Path image;
    private final Path root;
    private final List<Path> shown = new ArrayList<>();

    private ImageSystem(Path image, Path root) {
        this.image = image;
        this.root = root;
    }

    /** Returns the folders and files to show, relative to both. */
    static List<Path> lay(Path image, Path root) throws IOException {
        var system = new ImageSystem(image, root);
        for (Path entry : entries(image)) {
            String name = entry.getFileName().toString();
            if (name.equals("etc")) {
                system.etc(entry);
            } else if (SHARED.contains(name)) {
                system.shared(entry);
            } else if (!OURS.contains(name)) {
                system.entry(Path.of(name));
            }
        }
        return system.shown;
    }

    private void shared(Path folder) throws IOException {
        if (!isFolder(folder)) {
            return;
        }
        Path name = image.relativize(folder);
        Files.createDirectory(root.resolve(name));
        for (Path entry : entries(folder)) {
            if (!name.toString().equals("var")
                    || !OURS_IN_VAR.contains(entry.getFileName().toString())) {
                entry(image.relativize(entry));
            }
        }
    }

    private void entry(Path name) throws IOException {
        Path of = image.resolve(name);
        Path here = root.resolve(name);
        if (Files.isSymbolicLink(of)) {
            Files.createSymbolicLink(here, Files.readSymbolicLink(of));
        } else if (isFolder(of)) {
            Files.createDirectory(here);
            shown.add(name);
        } else if (Files.isRegularFile(of, LinkOption.NOFOLLOW_LINKS)) {
            Files.createFile(here);
            shown.add(name);
        }
    }

    /** With real folders down to the certificates, which get one more. */
    private void etc(Path etc) throws IOException {
        if (isFolder(etc)) {
            TreeCopy.copy(etc, root.resolve("etc"), ETC, TreeCopy.OutsideLinks.KEPT);
        }
        for (String folder : List.of("etc", "etc/ssl", "etc/ssl/certs")) {
            Path here = root.resolve(folder);
            if (!isFolder(here)) {
                Trees.delete(here);
                Files.createDirectory(here);
            }
        }
        Path bundle = root.resolve("etc/ssl/certs/ca-certificates.crt");
        if (Files.isSymbolicLink(bundle)) {
            Files.delete(bundle);
        }
    }

    private static boolean isFolder(Path path) {
        return Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS);
    }

    private static List<Path> entries(Path folder) throws IOException {
        var entries = new ArrayList<Path>();
        try (DirectoryStream<Path> all = Files.newDirectoryStream(folder)) {
            all.forEach(entries::add);
        }
        return entries.stream().sorted().toList();
    }
}
