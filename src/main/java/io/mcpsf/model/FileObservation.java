package io.mcpsf.model;

/** What is done to files, as it is asked for. */
public sealed interface FileObservation extends Observation {

    @Override
    default Sense sense() {
        return Sense.FILES;
    }

    @Override
    default Proof vouchedBy() {
        return Proof.KERNEL;
    }

    /** A file was asked to be opened. {@code asked} is the path as the sample wrote it. */
    record FileOpened(String path, String asked, Access access, boolean found)
            implements FileObservation {}

    /**
     * Something was asked to be done to a path. {@code to} is the other path of a rename or link,
     * or the mode of a chmod.
     */
    record FileActed(Act act, String path, String to) implements FileObservation {}

    /**
     * A path in a writable place is different from before. {@code digest} is empty for what is gone
     * or no regular file.
     */
    record FileChanged(
            String path,
            Change change,
            Content content,
            long bytes,
            String digest,
            boolean executable)
            implements FileObservation {
        @Override
        public Sense sense() {
            return Sense.FILE_CHANGES;
        }

        @Override
        public Proof vouchedBy() {
            return Proof.KERNEL;
        }
    }

    /**
     * A decoy was reached. {@code bait} is our name of it, {@code kind} what it imitates ({@link
     * Vocabulary.BaitKind}).
     */
    record BaitTouched(String bait, String kind, String path, Touch touch)
            implements FileObservation {}

    /**
     * The kernel opened or executed a file that no call was seen to ask for: between our look at
     * the call and the kernel's, somebody put another path, or another file, in its place.
     */
    record WitnessesDiffer(Deed act, String path) implements FileObservation {}

    /** What the kernel did with a file. */
    enum Deed {
        OPENED,
        EXECUTED
    }

    /** What an open asks for. */
    enum Access {
        READ,
        WRITE,
        CREATE,
        /** Only the place, not the content (O_PATH, directories). */
        LOOK
    }

    /** What is asked to be done to a path. */
    enum Act {
        DELETE,
        RENAME,
        LINK,
        SYMLINK,
        CHMOD,
        CHOWN,
        MKDIR,
        TRUNCATE,
        MAKE_NODE
    }

    /** How a path differs from before. */
    enum Change {
        CREATED,
        MODIFIED,
        DELETED
    }

    /** What a changed path holds. */
    enum Content {
        NOTHING,
        FOLDER,
        LINK,
        ELF,
        SCRIPT,
        TEXT,
        DATA,
        SPECIAL
    }

    /** What was done to a decoy. */
    enum Touch {
        READ,
        WRITE,
        DELETE,
        MOVE
    }
}
