package io.mcpsf.model;

import java.net.URI;
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
            folder = absolute(folder);
        }

        @Override
        public String kind() {
            return "folder";
        }

        @Override
        public String name() {
            return lastOf(folder.toString());
        }
    }

    /** A packed server on this machine: tar, tar.gz, zip or wheel. */
    record Archive(Path file) implements Target {
        public Archive {
            file = absolute(file);
        }

        @Override
        public String kind() {
            return "archive";
        }

        @Override
        public String name() {
            return lastOf(file.toString());
        }
    }

    /**
     * A package of an npm registry. The version is one, a range, or a tag such as {@code next};
     * empty means what {@code npm install} would take.
     */
    record Npm(String name, String version) implements Target {
        @Override
        public String kind() {
            return "npm";
        }
    }

    /** A package of a Python index; an empty version means the newest that fits. */
    record Pypi(String name, String version) implements Target {
        @Override
        public String kind() {
            return "pypi";
        }
    }

    /**
     * A Git repository. An empty ref means its default branch; the subfolder has no slash at either
     * end, and is empty when the whole is meant.
     */
    record Git(URI repository, String ref, String subfolder) implements Target {
        @Override
        public String kind() {
            return "git";
        }

        @Override
        public String name() {
            String last =
                    lastOf(subfolder.isEmpty() ? String.valueOf(repository.getPath()) : subfolder);
            return last.endsWith(".git") ? last.substring(0, last.length() - 4) : last;
        }
    }

    /** A container image, by the name that Docker knows it by. */
    record Image(String reference) implements Target {
        @Override
        public String kind() {
            return "image";
        }

        @Override
        public String name() {
            return lastOf(reference.replaceFirst("@.*", "")).replaceFirst(":.*", "");
        }
    }

    /** An MCP server somewhere else, reached over HTTPS; we never see its code. */
    record Remote(URI uri) implements Target {
        @Override
        public String kind() {
            return "remote";
        }

        @Override
        public String name() {
            return String.valueOf(uri.getHost());
        }
    }

    /** An MCP server that somebody runs on this machine, outside of any sandbox. */
    record Localhost(URI uri) implements Target {
        @Override
        public String kind() {
            return "localhost";
        }

        @Override
        public String name() {
            return String.valueOf(uri.getAuthority());
        }
    }

    private static Path absolute(Path path) {
        if (!path.isAbsolute()) {
            throw new IllegalArgumentException("not absolute: " + path);
        }
        return path.normalize();
    }

    private static String lastOf(String path) {
        String last = path.substring(path.lastIndexOf('/') + 1);
        return last.isEmpty() ? "root" : last;
    }
}
