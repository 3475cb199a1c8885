package io.mcpsf.acquire;

import io.mcpsf.model.Artifact;
import io.mcpsf.model.Release;
import io.mcpsf.model.Surroundings;
import io.mcpsf.model.Target;
import io.mcpsf.os.TreeCopy;
import io.mcpsf.os.Trees;
import io.mcpsf.os.unpack.Layers;
import io.mcpsf.os.unpack.RefusedArchiveException;
import io.mcpsf.os.unpack.Unpack;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * A container image: fetched by the user's own Docker and unpacked by us. What is read as the
 * server's code is the folder that its program starts in, copied without the links that lead out of
 * it.
 */
final class ImageSource {

    private final DockerProgram docker;
    private final boolean offline;
    private final Consumer<String> note;

    ImageSource(Map<String, String> environment, boolean offline, Consumer<String> note) {
        this.docker = new DockerProgram(environment);
        this.offline = offline;
        this.note = note;
    }

    Artifact acquire(Target.Image image, Path into) throws InterruptedException {
        String name = image.reference();
        Optional<Long> size = docker.size(name);
        if (size.isEmpty()) {
            if (offline) {
                throw new AcquireException(
                        "cannot get the image " + name,
                        "Docker does not have it, and --offline forbids downloads",
                        "docker pull " + name);
            }
            note.accept("docker pull " + name);
            docker.pull(name);
            size = docker.size(name);
        }
        if (size.orElse(0L) > Layers.CAPS.bytes()) {
            throw new AcquireException(
                    "refused the image " + name,
                    "it is larger than %,d bytes".formatted(Layers.CAPS.bytes()),
                    "");
        }
        Path saved = beside(into, ".saved.tar");
        try {
            Files.createDirectories(saved.getParent());
            docker.save(name, saved);
            return unpacked(image, saved, into);
        } catch (IOException e) {
            throw new AcquireException("cannot get the image " + name, String.valueOf(e), "", e);
        } finally {
            Cache.drop(saved);
        }
    }

    /** From what {@code docker save} wrote. */
    static Artifact unpacked(Target.Image image, Path saved, Path into) {
        Path parts = beside(into, ".parts");
        Path root = beside(into, ".root");
        try {
            Files.createDirectories(root);
            Unpack.into(
                    saved, parts, new Unpack.Manner(Layers.CAPS, Unpack.Links.INNER_OR_REFUSE, 0));
            SavedImage content = SavedImage.read(parts);
            var layers = new Layers(root, Layers.CAPS);
            for (Path layer : content.layers()) {
                layers.add(layer);
            }
            if (layers.files() == 0) {
                throw new RefusedArchiveException("it contains no files");
            }
            Surroundings.OfAnImage around = content.surroundings(root, layers);
            code(layers.inside(around.folder()), into, around.folder().equals("/"));
            return new Artifact(
                    image,
                    content.id(),
                    into.toAbsolutePath().normalize(),
                    layers.files(),
                    layers.bytes(),
                    Release.none(),
                    around);
        } catch (RefusedArchiveException e) {
            throw new AcquireException(
                    "refused to unpack the image " + image.reference(),
                    String.valueOf(e.getMessage()),
                    "",
                    e);
        } catch (IOException e) {
            throw new AcquireException(
                    "cannot unpack the image " + image.reference(), String.valueOf(e), "", e);
        } finally {
            Trees.delete(parts);
        }
    }

    /**
     * The root folder is the whole system; of it only what lies there by itself is the server's.
     */
    private static void code(Path folder, Path into, boolean whole) throws IOException {
        if (!whole) {
            TreeCopy.copy(folder, into, TreeCopy.Caps.usual());
            return;
        }
        Files.createDirectories(into);
        try (DirectoryStream<Path> all = Files.newDirectoryStream(folder)) {
            for (Path each : all) {
                if (Files.isRegularFile(each, LinkOption.NOFOLLOW_LINKS)) {
                    Files.copy(each, into.resolve(each.getFileName()));
                }
            }
        }
    }

    private static Path beside(Path into, String suffix) {
        return into.toAbsolutePath().normalize().resolveSibling(into.getFileName() + suffix);
    }
}
