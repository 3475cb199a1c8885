package io.mcpsf.cli;

import io.mcpsf.run.request.UsageException;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** {@code --header @FILE}: headers that no list of processes shows. */
final class HeaderFile {

    private HeaderFile() {}

    /** The word itself, or the lines of the file that it names. */
    static List<String> lines(String word) {
        if (!word.startsWith("@")) {
            return List.of(word);
        }
        try {
            return Files.readAllLines(Path.of(word.substring(1))).stream()
                    .filter(line -> !line.isBlank())
                    .toList();
        } catch (IOException e) {
            throw new UsageException(
                    "cannot read the headers in " + word.substring(1),
                    String.valueOf(e.getMessage()),
                    "--header @FILE, one header per line");
        }
    }
}
