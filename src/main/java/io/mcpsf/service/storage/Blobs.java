package io.mcpsf.service.storage;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;

/**
 * Bytes by name, such as the files of a case. Names are made by us: small letters, digits, slashes.
 * A name is written once; a reader sees all of it or nothing.
 */
public interface Blobs {

    void put(String name, Path file) throws IOException;

    /** Throws NoSuchFileException when there is none. */
    InputStream get(String name) throws IOException;

    /** Deletes all whose names begin so; it is no fault when there are none. */
    void deleteAll(String prefix) throws IOException;

    /**
     * Deletes what lies beside a folder in the folder above it, such as {@code jobs/1/a} beside
     * {@code jobs/1/b}.
     */
    void deleteBeside(String kept) throws IOException;

    /** Refuses names that we would never make. */
    static String checked(String name) {
        if (!name.matches("[a-z0-9]+(/[a-z0-9]+)*/?")) {
            throw new IllegalArgumentException("no name of a blob");
        }
        return name;
    }

    /** The folder above a name. */
    static String above(String name) {
        int slash = checked(name).lastIndexOf('/');
        if (slash < 1 || slash == name.length() - 1) {
            throw new IllegalArgumentException("nothing is above " + name);
        }
        return name.substring(0, slash);
    }
}
