package io.mcpsf.sandbox.host;

import io.mcpsf.linux.ErrnoException;
import io.mcpsf.linux.LayeredMount;
import io.mcpsf.linux.Mounts;
import io.mcpsf.sandbox.ExecutorException;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * Shows folders of the host in a sandbox without telling where on the host they lie: the path of a
 * bind mount stands in /proc/self/mountinfo, and ours would hold the user's home and our name.
 * Layers are shown instead, by links with names like those of container engines.
 */
final class Veil {

    private static final String LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
    private static final int NAME_LENGTH = 26;
    private static final String LINKS = "l";

    private final Path box;
    private final SecureRandom random = new SecureRandom();

    Veil(Path box) {
        this.box = box;
    }

    /**
     * Shows a folder read-only. Where the kernel has no layers for it (a file system in user space,
     * an old kernel without root) it is a bind mount after all.
     */
    void show(Path folder, Path at) throws IOException {
        // The kernel wants two layers where nothing is writable.
        Path nothing = Files.createDirectory(box.resolve(StateRoot.random(6)));
        if (!layered(List.of(nothing, folder), at)) {
            Mounts.show(folder, at);
        }
    }

    /**
     * Shows a folder read-only without these entries of it, by their paths relative to it; false
     * where the kernel cannot.
     */
    boolean showWithout(List<String> entries, Path folder, Path at) throws IOException {
        Path gone = Files.createDirectory(box.resolve(StateRoot.random(6)));
        try {
            for (String entry : entries) {
                Path hidden = gone.resolve(entry);
                Files.createDirectories(Objects.requireNonNull(hidden.getParent()));
                LayeredMount.whiteOut(hidden);
            }
        } catch (ErrnoException e) {
            return false;
        }
        return layered(List.of(gone, folder), at);
    }

    private boolean layered(List<Path> layers, Path at) throws IOException {
        Files.createDirectories(box.resolve(LINKS));
        var names = new ArrayList<String>();
        for (Path layer : layers) {
            String name = LINKS + "/" + name();
            Files.createSymbolicLink(box.resolve(name), layer);
            names.add(name);
        }
        try {
            LayeredMount.show(box, names, at);
            return true;
        } catch (ErrnoException e) {
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new ExecutorException("interrupted while filling a sandbox", e);
        }
    }

    private String name() {
        var name = new StringBuilder();
        for (int i = 0; i < NAME_LENGTH; i++) {
            name.append(LETTERS.charAt(random.nextInt(LETTERS.length())));
        }
        return name.toString();
    }
}
