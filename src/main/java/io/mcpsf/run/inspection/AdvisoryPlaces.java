package io.mcpsf.run.inspection;

import io.mcpsf.inspect.advisory.Advisories;
import io.mcpsf.inspect.advisory.AdvisoryDatabase;
import io.mcpsf.os.UserFolders;
import io.mcpsf.web.WebRoute;

import java.net.URI;
import java.nio.file.Path;
import java.util.Map;

/** Where advisories are kept and asked for, as the user's environment says. */
final class AdvisoryPlaces {

    private static final String OSV = "https://api.osv.dev";

    private final Map<String, String> env;
    private final UserFolders folders;

    private AdvisoryPlaces(Map<String, String> env, UserFolders folders) {
        this.env = env;
        this.folders = folders;
    }

    static AdvisoryPlaces of(Map<String, String> env) {
        return new AdvisoryPlaces(env, UserFolders.of(env));
    }

    /** {@code MCPSF_DB}, else {@code $XDG_DATA_HOME/mcpsf}, else {@code ~/.local/share/mcpsf}. */
    AdvisoryDatabase database() {
        return new AdvisoryDatabase(file());
    }

    /** {@code MCPSF_OSV_URL} names another service; {@code off} means none. */
    Advisories.Settings settings(boolean offline, Path cache) {
        String service = env.getOrDefault("MCPSF_OSV_URL", OSV);
        boolean online = !offline && !service.equals("off") && service.startsWith("http");
        return new Advisories.Settings(
                file(),
                URI.create(online ? service : OSV),
                (cache.toString().isEmpty() ? usualCache() : cache).resolve("osv"),
                online,
                WebRoute.of(env));
    }

    private Path file() {
        String own = env.getOrDefault("MCPSF_DB", "");
        return own.isBlank() ? folders.data().resolve("mcpsf/advisories.idx") : Path.of(own);
    }

    private Path usualCache() {
        String own = env.getOrDefault("MCPSF_CACHE", "");
        return own.isBlank() ? folders.cache().resolve("mcpsf") : Path.of(own);
    }
}
