package io.mcpsf.model;

import java.nio.file.Path;

/** What the user asked us to assess; nothing has been fetched yet. */
public sealed interface Target {

    /** One word for the kind of source, as the report says it. */
    String kind();

    /** The name people know it by. */
    String name();

    /** A folder on this machine. */
    record Local(Path folder) implements Target {
        public Local {
            if (!folder.isAbsolute()) {
                throw new IllegalArgumentException("folder is not absolute: " + folder);
            }
            folder = folder.normalize();
        }

        @Override
        public String kind() {
            return "folder";
        }

        @Override
        public String name() {
            Path last = folder.getFileName();
            return last == null ? "root" : last.toString();
        }
    }
}
