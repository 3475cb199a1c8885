package io.mcpsf.sandbox;

import java.nio.file.Path;

/** A place in the sandbox's file system that is not part of its plain skeleton. */
public sealed interface Place {

    /** The absolute path inside. */
    String at();

    /** A file or folder of the host, shown read-only. */
    record Shown(Path host, String at) implements Place {}

    /**
     * A place the sample may write: in memory, counted against the disk limit, filled with a copy
     * of {@code seed} and owned by the sandbox's user. Its host side can be looked at while the
     * sandbox lives. Links that lead out of the seed are left out, or kept where the seed was made
     * in a sandbox: the python of an installation is a link to that of the system.
     */
    record Scratch(Path seed, String at, boolean linksOut) implements Place {

        public Scratch(Path seed, String at) {
            this(seed, at, false);
        }
    }

    /**
     * A place like {@link Scratch} whose new content is the purpose of the run, such as an
     * installation: it is taken out at the end, not compared with what it was.
     */
    record Grown(Path seed, String at) implements Place {}

    /**
     * A file or folder of the host that the sample works with for real, as its owner: the sandbox's
     * user stands for the owner of what is lent, and for nobody else.
     */
    record Lent(Path host, String at, boolean writable) implements Place {}
}
