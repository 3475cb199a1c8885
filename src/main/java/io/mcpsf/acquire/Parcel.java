package io.mcpsf.acquire;

import io.mcpsf.model.Artifact;
import io.mcpsf.model.Release;
import io.mcpsf.model.Target;
import io.mcpsf.os.TreeEntry;
import io.mcpsf.os.Trees;
import io.mcpsf.os.unpack.RefusedArchiveException;
import io.mcpsf.os.unpack.TopFolder;
import io.mcpsf.os.unpack.Unpack;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;

/**
 * An archive that we hold, opened: its content in {@code into}, and a copy of it under its own name
 * beside that, for an installer that wants the archive.
 */
final class Parcel {

    private final Target target;
    private final Path into;
    private final Consumer<String> note;

    Parcel(Target target, Path into, Consumer<String> note) {
        this.target = target;
        this.into = into.toAbsolutePath().normalize();
        this.note = note;
    }

    /** Where the archive will lie: {@code into.packed/name}. */
    Path packedAs(String fileName) {
        return into.resolveSibling(into.getFileName() + ".packed").resolve(fileName);
    }

    /** As npm does: the first folder of every name goes, whatever it is called, and links too. */
    Artifact openNpm(Path archive, Release release) {
        var manner = new Unpack.Manner(Unpack.Caps.usual(), Unpack.Links.NONE, 1);
        return open(archive, release, manner, false);
    }

    /** The folder that all lies in, if there is only one, goes. */
    Artifact open(Path archive, Release release, Unpack.Links links) {
        return open(archive, release, new Unpack.Manner(Unpack.Caps.usual(), links, 0), true);
    }

    /** A folder so deep in a repository; a link out of it is common there, and no attack. */
    Artifact openGit(Path archive, Release release, int depth) {
        var manner = new Unpack.Manner(Unpack.Caps.usual(), Unpack.Links.INNER, depth);
        return open(archive, release, manner, false);
    }

    private Artifact open(
            Path archive, Release release, Unpack.Manner manner, boolean loseOnlyFolder) {
        Path staging = into.resolveSibling(into.getFileName() + ".new");
        try {
            Trees.delete(staging);
            Unpack.Unpacked unpacked = Unpack.into(archive, staging, manner);
            if (unpacked.files() == 0) {
                throw new RefusedArchiveException("it contains no files");
            }
            if (unpacked.linksLeftOut() > 0) {
                note.accept("links skipped: " + unpacked.linksLeftOut());
            }
            List<TreeEntry> entries =
                    settle(staging, loseOnlyFolder ? onlyFolder(staging) : "", unpacked.entries());
            if (!release.origin().packed().toString().isEmpty()) {
                Files.createDirectories(release.origin().packed().getParent());
                Files.copy(archive, release.origin().packed());
            }
            return new Artifact(
                    target,
                    TreeDigest.of(entries),
                    into,
                    unpacked.files(),
                    unpacked.bytes(),
                    release);
        } catch (RefusedArchiveException e) {
            throw new AcquireException(
                    "refused to unpack " + target.name(),
                    String.valueOf(e.getMessage()),
                    "No legitimate package contains this",
                    e);
        } catch (IOException e) {
            throw new AcquireException("cannot unpack " + target.name(), String.valueOf(e), "", e);
        } finally {
            Trees.delete(staging);
        }
    }

    /** Moves the content to its place. A link may have led past the folder that goes away. */
    private List<TreeEntry> settle(Path staging, String top, List<TreeEntry> entries)
            throws IOException {
        if (Files.isDirectory(into)) {
            Files.delete(into); // Empty, or it is not ours.
        }
        Files.move(top.isEmpty() ? staging : staging.resolve(top), into);
        List<TreeEntry> settled =
                entries.stream()
                        .map(
                                entry ->
                                        new TreeEntry(
                                                entry.path()
                                                        .substring(
                                                                top.isEmpty()
                                                                        ? 0
                                                                        : top.length() + 1),
                                                entry.kind(),
                                                entry.sha256()))
                        .toList();
        for (TreeEntry entry : settled) {
            if (entry.kind() == TreeEntry.Kind.LINK) {
                Path link = into.resolve(entry.path());
                Path aim = link.resolveSibling(Files.readSymbolicLink(link)).normalize();
                if (!aim.startsWith(into)) {
                    throw new RefusedArchiveException("a link that leads outside");
                }
            }
        }
        return settled;
    }

    private static String onlyFolder(Path staging) throws IOException {
        return TopFolder.of(staging).map(only -> String.valueOf(only.getFileName())).orElse("");
    }
}
