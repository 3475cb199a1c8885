package io.mcpsf.inspect.start;

/** What kind of tree lies in a folder that was installed. */
public sealed interface Hint {

    /** A project folder with this package in its node_modules. */
    record Npm(String name) implements Hint {}

    /** A virtual environment with this distribution in it. */
    record Python(String distribution) implements Hint {}

    /** The project itself, with its node_modules or .venv beside its code. */
    record Folder() implements Hint {}
}
