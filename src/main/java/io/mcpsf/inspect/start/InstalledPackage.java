package io.mcpsf.inspect.start;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** A package in a tree: what can be run of it and what it says about itself. */
interface InstalledPackage {

    /** Everything that can be run, the likeliest first. */
    List<Entry> entries();

    /** What a launcher such as npx or uvx would run for this word, with or without a version. */
    Optional<Entry> named(String word);

    /** What runs a file or module that a command line names. */
    Optional<Entry> program(String interpreter, List<String> words);

    /** What it is called. */
    String subject();

    /** Where its own files are, without its dependencies. */
    Own own();

    /**
     * A folder with manifests ({@code base}, relative to the tree), a README when it is not a file
     * there, and the folders or files with its code.
     */
    record Own(String base, String readme, List<Path> code) {
        public Own {
            code = List.copyOf(code);
        }
    }
}
