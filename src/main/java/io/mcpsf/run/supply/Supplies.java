package io.mcpsf.run.supply;

import io.mcpsf.acquire.AcquireOptions;
import io.mcpsf.acquire.Acquisition;
import io.mcpsf.acquire.Cache;
import io.mcpsf.acquire.Registries;
import io.mcpsf.boundary.SpareAuthority;
import io.mcpsf.boundary.cache.AnswerCache;
import io.mcpsf.inspect.install.InstallPlan;
import io.mcpsf.run.request.CacheOptions;

import java.nio.file.Path;
import java.time.Clock;
import java.util.Map;
import java.util.function.Consumer;

/** Where everything that is not the sample's own comes from: registries, the cache, tools. */
public final class Supplies implements AutoCloseable {

    private static final String ANSWERS = "answers";

    /** A day's work with large packages; the oldest go first. */
    private static final long ANSWER_BYTES = 2L << 30;

    private final Registries registries;
    private final Cache cache;
    private final Pythons pythons;
    private final Acquisition acquisition;
    private final Toolsmith toolsmith;
    private final Path work;
    private final CacheOptions caching;
    private volatile boolean closed;

    private Supplies(
            Registries registries,
            Cache cache,
            Pythons pythons,
            Acquisition acquisition,
            Path work,
            CacheOptions caching,
            Consumer<String> note) {
        this.registries = registries;
        this.cache = cache;
        this.pythons = pythons;
        this.acquisition = acquisition;
        this.work = work;
        this.caching = caching;
        this.toolsmith = new Toolsmith(acquisition, work, pythons, note);
    }

    private static Cache cache(CacheOptions caching) {
        Path home = Path.of(System.getProperty("user.home"));
        return caching.cache().toString().isEmpty()
                ? Cache.of(System.getenv(), home)
                : Cache.of(Map.of("MCPSF_CACHE", caching.cache().toString()), home);
    }

    /** The authority that a run leaves for the next one. */
    public static SpareAuthority spare(CacheOptions caching) {
        return new SpareAuthority(cache(caching).root().resolve("spare-authority"));
    }

    /** As this user's environment and home folder say. */
    public static Supplies open(Path work, CacheOptions caching, Consumer<String> note) {
        Map<String, String> env = System.getenv();
        Path home = Path.of(System.getProperty("user.home"));
        Cache cache = cache(caching);
        Registries registries = Registries.of(env, home);
        Pythons pythons = Pythons.find(env);
        // The node that fits is brought, so none is asked for here.
        var settings = new AcquireOptions(caching.offline(), "", pythons.newest());
        var acquisition = new Acquisition(cache, registries, settings, note);
        return new Supplies(registries, cache, pythons, acquisition, work, caching, note);
    }

    public Acquisition acquisition() {
        return acquisition;
    }

    Pythons pythons() {
        return pythons;
    }

    public InstallShelf shelf() {
        return new InstallShelf(cache);
    }

    /** Where things are kept that are made once. */
    public Path cacheRoot() {
        return cache.root();
    }

    /** Where programs of our own are kept: always the user's usual place, whatever a case uses. */
    public Path programs() {
        return ownPrograms();
    }

    /** The same, before anything is opened. */
    public static Path ownPrograms() {
        return Cache.of(System.getenv(), Path.of(System.getProperty("user.home"))).root();
    }

    public Path work() {
        return work;
    }

    public boolean fresh() {
        return caching.fresh();
    }

    public boolean offline() {
        return caching.offline();
    }

    public Toolbox tools(InstallPlan.Wants runtime, String wanted) throws InterruptedException {
        return toolsmith.box(runtime.tools(), runtime.asks(), wanted);
    }

    /** The registries, and nothing else, for an installation. */
    public Egress.Door door() throws InterruptedException {
        AnswerCache own =
                AnswerCache.in(cache.root().resolve(ANSWERS), ANSWER_BYTES, Clock.systemUTC());
        AnswerCache answers =
                Cache.shared(System.getenv())
                        .map(there -> own.and(there.resolve(ANSWERS)))
                        .orElse(own);
        return Egress.registries(registries, acquisition.pypiHosts(), answers);
    }

    /** Whether the case that had them is over, and its folder gone. */
    public boolean closed() {
        return closed;
    }

    @Override
    public void close() {
        closed = true;
        acquisition.close();
    }
}
