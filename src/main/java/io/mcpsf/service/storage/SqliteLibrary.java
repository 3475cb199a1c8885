package io.mcpsf.service.storage;

import io.mcpsf.os.Trees;

import org.sqlite.SQLiteJDBCLoader;

import java.nio.file.Files;
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
        try {
            Path folder = Files.createTempDirectory(Path.of(before), "mcpsf-sqlite-");
            try {
                System.setProperty(WHERE, folder.toString());
                SQLiteJDBCLoader.initialize();
            } finally {
                System.setProperty(WHERE, before);
                Trees.delete(folder);
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
