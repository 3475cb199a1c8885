package io.mcpsf.inspect;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

/** The README of a package: registries show it, and clients hand it to their models. */
public final class PackageReadme {

    private static final int MOST_BYTES = 256 << 10;

    private static final List<String> NAMES =
            List.of("README.md", "readme.md", "Readme.md", "README", "README.rst", "README.txt");

    private PackageReadme() {}

    /** The one beside the code in this folder, or an empty text. */
    public static String of(Path hostileFolder) {
        for (String name : NAMES) {
            String text = text(hostileFolder.resolve(name));
            if (!text.isEmpty()) {
                return text;
            }
        }
        Path beside = hostileFolder.getParent();
        return beside != null && beside.endsWith("site-packages")
                ? metadata(beside, String.valueOf(hostileFolder.getFileName()))
                : "";
    }

    /** That of a package that is installed in this tree; with no name, that of the tree itself. */
    public static String of(Path hostileTree, String name) {
        if (name.isEmpty()) {
            return of(hostileTree);
        }
        Path module = hostileTree.resolve("node_modules").resolve(name).normalize();
        if (inside(hostileTree, module)) {
            return of(module);
        }
        Path lib = hostileTree.resolve("lib");
        if (!inside(hostileTree, lib)) {
            return "";
        }
        try (DirectoryStream<Path> versions = Files.newDirectoryStream(lib, "python*")) {
            for (Path version : versions) {
                Path packages = version.resolve("site-packages");
                String text = inside(hostileTree, packages) ? metadata(packages, name) : "";
                if (!text.isEmpty()) {
                    return text;
                }
            }
        } catch (IOException _) {
            return "";
        }
        return "";
    }

    /** An installation is hostile: no link in it may lead to files of the host. */
    private static boolean inside(Path tree, Path folder) {
        try {
            return folder.startsWith(tree)
                    && Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS)
                    && folder.toRealPath()
                            .equals(tree.toRealPath().resolve(tree.relativize(folder)));
        } catch (IOException _) {
            return false;
        }
    }

    /** The README of a Python package is in the metadata beside it. */
    private static String metadata(Path packages, String name) {
        try (DirectoryStream<Path> all = Files.newDirectoryStream(packages, "*.dist-info")) {
            for (Path one : all) {
                String own = String.valueOf(one.getFileName()).replaceFirst("-[0-9].*", "");
                if (key(own).equals(key(name))) {
                    return text(one.resolve("METADATA"));
                }
            }
        } catch (IOException _) {
            return "";
        }
        return "";
    }

    private static String key(String name) {
        return name.replaceAll("[_.-]", "").toLowerCase(Locale.ROOT);
    }

    private static String text(Path file) {
        try {
            if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
                return "";
            }
            try (var in = Files.newInputStream(file)) {
                return new String(in.readNBytes(MOST_BYTES), StandardCharsets.UTF_8);
            }
        } catch (IOException _) {
            return "";
        }
    }
}
