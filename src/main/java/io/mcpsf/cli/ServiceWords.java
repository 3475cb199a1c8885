package io.mcpsf.cli;

import io.mcpsf.run.request.UsageException;
import io.mcpsf.service.Foundation;
import io.mcpsf.service.LogLines;
import io.mcpsf.service.storage.DatabaseUrl;
import io.mcpsf.service.storage.MasterKey;
import io.mcpsf.service.storage.StorageException;
import io.mcpsf.store.UserPlaces;

import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;

/** What serve, worker, key and audit have in common: where things are kept. */
final class ServiceWords {

    private ServiceWords() {}

    static void declare(CommandSpec spec) {
        spec.addOption(
                CommandOptions.option(
                        "URL",
                        "The database: sqlite:FILE or postgresql://USER:PASSWORD@HOST/NAME"
                                + " (default: MCPSF_DB_URL, or a file in the data folder).",
                        "--db"));
        spec.addOption(
                CommandOptions.option(
                        "DIR",
                        "The data folder (default: MCPSF_DATA, or ~/.local/share/mcpsf).",
                        "--data"));
        spec.addOption(
                CommandOptions.option(
                        "PLACE",
                        "Storage for reports: a folder or s3://BUCKET/FOLDER (default: MCPSF_FILES,"
                                + " or in the data folder).",
                        "--files"));
    }

    static Foundation open(ParseResult words, Map<String, String> env) {
        try {
            Path data = data(words, env);
            String url = CommandOptions.value(words, "--db", env.getOrDefault("MCPSF_DB_URL", ""));
            String files =
                    CommandOptions.value(words, "--files", env.getOrDefault("MCPSF_FILES", ""));
            var place =
                    new Foundation.Place(
                            url.isEmpty()
                                    ? DatabaseUrl.sqlite(data.resolve("mcpsf.db"))
                                    : DatabaseUrl.parse(url),
                            files.isEmpty() ? data.resolve("files").toString() : files,
                            data,
                            master(env));
            LogLines.quiet();
            return Foundation.open(place, env);
        } catch (IllegalArgumentException e) {
            throw new UsageException(String.valueOf(e.getMessage()), "", "see docs/service.md");
        } catch (StorageException e) {
            Throwable cause = e.getCause();
            throw new UsageException(
                    String.valueOf(e.getMessage()),
                    cause == null ? "" : String.valueOf(cause.getMessage()),
                    e.next());
        } catch (IOException e) {
            throw new UsageException(
                    "cannot use the data folder", String.valueOf(e.getMessage()), "--data DIR");
        }
    }

    private static Path data(ParseResult words, Map<String, String> env) throws IOException {
        String word = CommandOptions.value(words, "--data", env.getOrDefault("MCPSF_DATA", ""));
        Path data = word.isEmpty() ? UserPlaces.data(env) : Path.of(word);
        Path absolute = data.toAbsolutePath().normalize();
        if (!Files.isDirectory(absolute)) {
            Files.createDirectories(
                    absolute,
                    PosixFilePermissions.asFileAttribute(
                            PosixFilePermissions.fromString("rwx------")));
        }
        return absolute;
    }

    private static MasterKey master(Map<String, String> env) throws IOException {
        String file = env.getOrDefault("MCPSF_MASTER_KEY_FILE", "");
        if (!file.isEmpty()) {
            return MasterKey.parse(Files.readString(Path.of(file)));
        }
        String key = env.getOrDefault("MCPSF_MASTER_KEY", "");
        return key.isEmpty() ? MasterKey.none() : MasterKey.parse(key);
    }
}
