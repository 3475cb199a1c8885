package io.mcpsf.inspect.start;

import io.mcpsf.model.Demand;

import java.net.URI;
import java.util.Locale;
import java.util.function.Function;

/**
 * The things inside the sandbox that a server can be pointed at. All are harmless; {@code secrets}
 * makes a credential that opens nothing, the same one for the same demand.
 */
public record Furniture(Places places, Services services, Function<Demand, String> secrets) {

    /** Absolute paths as the sandbox shows them. The folder may be written to. */
    public record Places(
            String home, String folder, String file, String database, String repository) {}

    /** Addresses of stub services on the fake internet. */
    public record Services(String postgres, String mysql, String redis, String mongo, String web) {

        /** Under a name that is reserved for examples. */
        public static Services at(String host) {
            return new Services(
                    "postgresql://app:app@" + host + ":5432/app",
                    "mysql://app:app@" + host + ":3306/app",
                    "redis://" + host + ":6379/0",
                    "mongodb://" + host + ":27017/app",
                    "https://" + host);
        }
    }

    /** For a plan that is only looked at, or a folder that needs nothing. */
    public static Furniture plain(String home) {
        return new Furniture(
                new Places(
                        home,
                        home + "/Documents",
                        home + "/Documents/notes.txt",
                        home + "/Documents/notes.db",
                        home + "/Documents"),
                Services.at("db.site.example"),
                demand -> "k" + Integer.toHexString(demand.name().hashCode()));
    }

    /** A value that satisfies a demand. */
    public String value(Demand demand) {
        return switch (demand.kind()) {
            case SECRET, PASSWORD -> secrets.apply(demand);
            case USER -> "app";
            case FOLDER -> places.folder();
            case FILE -> file(demand.name());
            case DATABASE_FILE -> places.database();
            case REPOSITORY -> places.repository();
            case POSTGRES -> services.postgres();
            case MYSQL -> services.mysql();
            case REDIS -> services.redis();
            case MONGO -> services.mongo();
            case URL -> services.web();
            case HOST -> host(demand.name());
            case PORT -> port(demand.name());
            case EMAIL -> "jordan@mail.site.example";
            case NUMBER -> "10";
            case BOOLEAN -> "true";
            case UUID -> "6f1d3c7a-52be-4c1d-9a70-3b8e5f20d914";
            case REGION -> "us-east-1";
            case TIME_ZONE -> "Europe/Lisbon";
            case TEXT -> "main";
        };
    }

    /** The text file, or one of another kind that the server may make in the work folder. */
    private String file(String name) {
        int dot = name.lastIndexOf('.');
        String ending = dot < 0 ? "" : name.substring(dot + 1).toLowerCase(Locale.ROOT);
        boolean other = ending.matches("[a-z0-9]{1,6}") && !ending.matches("txt|md");
        return other ? places.folder() + "/data." + ending : places.file();
    }

    private String host(String name) {
        return URI.create(service(name)).getHost();
    }

    private String port(String name) {
        int port = URI.create(service(name)).getPort();
        return port < 0 ? "3000" : String.valueOf(port);
    }

    private String service(String name) {
        String word = name.toLowerCase(Locale.ROOT);
        if (word.matches(".*(pg|postgres).*")) {
            return services.postgres();
        }
        if (word.matches(".*(mysql|maria).*")) {
            return services.mysql();
        }
        if (word.contains("redis")) {
            return services.redis();
        }
        if (word.contains("mongo")) {
            return services.mongo();
        }
        return word.matches(".*(db|database)_?(host|port).*")
                ? services.postgres()
                : services.web();
    }
}
