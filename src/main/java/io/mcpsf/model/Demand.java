package io.mcpsf.model;

/**
 * A value that a server wants before it works: a variable of its environment or an argument. {@code
 * name} is the server's own word for it, hostile and capped; {@code why} is ours: where it was
 * learned.
 */
public record Demand(String name, Kind kind, String why) {

    private static final int LONGEST = 100;

    public Demand {
        name = name.length() > LONGEST ? name.substring(0, LONGEST) : name;
    }

    /** What would satisfy it. */
    public enum Kind {
        /** A key or token; its name tells of which service. */
        SECRET,
        PASSWORD,
        USER,
        FOLDER,
        FILE,
        DATABASE_FILE,
        REPOSITORY,
        POSTGRES,
        MYSQL,
        REDIS,
        MONGO,
        URL,
        HOST,
        PORT,
        EMAIL,
        NUMBER,
        BOOLEAN,
        UUID,
        REGION,
        TIME_ZONE,
        TEXT;

        /** True when it must be a value that nobody can guess. */
        public boolean secret() {
            return this == SECRET || this == PASSWORD;
        }

        /** In words, for people. */
        public String words() {
            return switch (this) {
                case SECRET -> "a synthetic credential";
                case PASSWORD -> "a synthetic password";
                case USER -> "a user name";
                case FOLDER -> "a folder of documents";
                case FILE -> "a file";
                case DATABASE_FILE -> "a database file";
                case REPOSITORY -> "a repository";
                case POSTGRES, MYSQL, REDIS, MONGO -> "a database of the fake internet";
                case URL -> "an address of the fake internet";
                case HOST -> "a host of the fake internet";
                case PORT -> "a port";
                case EMAIL -> "a mail address";
                case NUMBER -> "a number";
                case BOOLEAN -> "a yes";
                case UUID -> "an id";
                case REGION -> "a region";
                case TIME_ZONE -> "a time zone";
                case TEXT -> "a word";
            };
        }
    }
}
