package io.mcpsf.run;

import io.mcpsf.acquire.Acquisition;
import io.mcpsf.acquire.Cache;
import io.mcpsf.acquire.Registries;
import io.mcpsf.acquire.Settings;
import io.mcpsf.boundary.SpareAuthority;
import io.mcpsf.boundary.cache.AnswerCache;
import io.mcpsf.inspect.install.InstallPlan;

import java.nio.file.Path;
import java.time.Clock;
import java.util.Map;
import java.util.function.Consumer;

/** Where everything that is not the sample's own comes from: registries, the cache, tools. */
final class Supplies implements AutoCloseable {

    /** A day's work with large packages; the oldest go first. */
    private static final long ANSWER_BYTES = 2L << 30;

    private final Registries registries;
    private final Cache cache;
    private final Pythons pythons;
    private final Acquisition acquisition;
    private final Toolsmith toolsmith;
    private final Path work;
    private final Keeping keeping;

    private Supplies(
            Registries registries,
            Cache cache,
            Pythons pythons,
            Acquisition acquisition,
            Path work,
            Keeping keeping,
            Consumer<String> note) {
        this.registries = registries;
        this.cache = cache;
        this.pythons = pythons;
        this.acquisition = acquisition;
        this.work = work;
        this.keeping = keeping;
        this.toolsmith = new Toolsmith(acquisition, work, pythons, note);
    }

    private static Cache cache(Keeping keeping) {
        Path home = Path.of(System.getProperty("user.home"));
        return keeping.cache().toString().isEmpty()
                ? Cache.of(System.getenv(), home)
                : Cache.of(Map.of("MCPSF_CACHE", keeping.cache().toString()), home);
    }

    /** The authority that a run leaves for the next one. */
    static SpareAuthority spare(Keeping keeping) {
        return new SpareAuthority(cache(keeping).root().resolve("spare-authority"));
    }

    /** As this user's environment and home folder say. */
    static Supplies open(Path work, Keeping keeping, Consumer<String> note) {
        Map<String, String> env = System.getenv();
        Path home = Path.of(System.getProperty("user.home"));
        Cache cache = cache(keeping);
        Registries registries = Registries.of(env, home);
        Pythons pythons = Pythons.find(env);
        // The node that fits is brought, so none is asked for here.
        var settings = new Settings(keeping.offline(), "", pythons.newest());
        var acquisition = new Acquisition(cache, registries, settings, note);
        return new Supplies(registries, cache, pythons, acquisition, work, keeping, note);
    }

    Acquisition acquisition() {
        return acquisition;
    }

    Pythons pythons() {
        return pythons;
    }

    InstallShelf shelf() {
        return new InstallShelf(cache);
    }

    /** Where things are kept that are made once. */
    Path cacheRoot() {
        return cache.root();
    }

    /** Where programs of our own are kept: always the user's usual place, whatever a case uses. */
    Path programs() {
        return Cache.of(System.getenv(), Path.of(System.getProperty("user.home"))).root();
    }

    Path work() {
        return work;
    }

    boolean fresh() {
        return keeping.fresh();
    }

    boolean offline() {
        return keeping.offline();
    }

    Toolbox tools(InstallPlan.Wants runtime, String wanted) throws InterruptedException {
        return toolsmith.box(runtime.tools(), runtime.asks(), wanted);
    }

    /** The registries, and nothing else, for an installation. */
    Egress.Door door() throws InterruptedException {
        AnswerCache answers =
                AnswerCache.in(cache.root().resolve("answers"), ANSWER_BYTES, Clock.systemUTC());
        return Egress.registries(registries, acquisition.pypiHosts(), answers);
    }

    @Override
    public void close() {
        acquisition.close();
    }
}
