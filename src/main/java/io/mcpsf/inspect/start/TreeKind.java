package io.mcpsf.inspect.start;

import java.util.List;
import java.util.Map;

/** What kind of tree lies in a folder that was installed. */
public sealed interface TreeKind {

    /** A project folder with this package in its node_modules. */
    record Npm(String name) implements TreeKind {}

    /** A virtual environment with this distribution in it. */
    record Python(String distribution) implements TreeKind {}

    /** The folder of a container image, which says itself how it is started. */
    record Image(List<String> command, Map<String, String> env) implements TreeKind {
        public Image {
            command = List.copyOf(command);
            env = Map.copyOf(env);
        }
    }

    /** The project itself, with its node_modules or .venv beside its code. */
    record Folder() implements TreeKind {}
}
