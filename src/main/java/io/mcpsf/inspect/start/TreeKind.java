package io.mcpsf.inspect.start;

/** What kind of tree lies in a folder that was installed. */
public sealed interface TreeKind {

    /** A project folder with this package in its node_modules. */
    record Npm(String name) implements TreeKind {}

    /** A virtual environment with this distribution in it. */
    record Python(String distribution) implements TreeKind {}

    /** The project itself, with its node_modules or .venv beside its code. */
    record Folder() implements TreeKind {}
}
