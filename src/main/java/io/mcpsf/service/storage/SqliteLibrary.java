package io.mcpsf.service.storage;

import io.mcpsf.os.Scratch;

import org.sqlite.SQLiteJDBCLoader;

import java.nio.file.Path;

/**
 * The part of SQLite's driver that is no Java. The driver unpacks it into the folder for temporary
 * files and deletes it when the process ends, which a killed one never does: we delete it as soon
 * as it is loaded.
 */
final class SqliteLibrary {

    private static final String WHERE = "org.sqlite.tmpdir";

    private static boolean loaded;

    private SqliteLibrary() {}

    static synchronized void load() {
        if (loaded) {
            return;
        }
        String before = System.getProperty(WHERE, System.getProperty("java.io.tmpdir"));
        Scratch.sweep(Path.of(before));
        try (var scratch = Scratch.in(Path.of(before))) {
            try {
                System.setProperty(WHERE, scratch.path().toString());
                SQLiteJDBCLoader.initialize();
            } finally {
                System.setProperty(WHERE, before);
            }
        } catch (Exception e) {
            throw new StorageException(
                    "cannot put SQLite's library into " + before + " and run it from there",
                    e,
                    "name another folder: JAVA_TOOL_OPTIONS=-Dorg.sqlite.tmpdir=DIR");
        }
        loaded = true;
    }
}
