package io.mcpsf.inspect.deps;

import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Reads what is really installed. Everything in the tree is hostile; nothing in it is run. */
public final class Dependencies {

    private Dependencies() {}

    /**
     * The packages in a folder, of every ecosystem that left something there. {@code subject} is
     * the name of the server's own package when the folder was made only to hold it, else empty.
     */
    public static List<Tree> read(Path root, String subject) {
        var trees = new ArrayList<Tree>();
        if (Files.isRegularFile(root.resolve("package.json"), LinkOption.NOFOLLOW_LINKS)
                || Files.isDirectory(root.resolve("node_modules"), LinkOption.NOFOLLOW_LINKS)) {
            trees.add(NodeTree.read(root, subject));
        }
        Tree python = PythonTree.read(root, subject);
        if (!python.components().isEmpty()) {
            trees.add(python);
        }
        return trees;
    }

    /** What the manifest of a Node project wants run when it is installed, by occasion. */
    public static Map<String, String> hooksOf(Path root) {
        return NodeTree.hooks(root, HostileFiles.manifest(root));
    }

    /** A small file of the tree; empty when it is none or not there. */
    public static String file(Path hostile) {
        return HostileFiles.text(hostile);
    }
}
