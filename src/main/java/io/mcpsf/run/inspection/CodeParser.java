package io.mcpsf.run.inspection;

import io.mcpsf.acquire.AcquireException;
import io.mcpsf.inspect.code.parser.ParserBuild;
import io.mcpsf.inspect.code.parser.ParserException;
import io.mcpsf.model.Target;
import io.mcpsf.run.supply.Supplies;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/**
 * The parser of code: built once on this machine, of sources that come like every other package,
 * and kept in the cache.
 */
public final class CodeParser {

    /** A registry that did not answer is not asked again by every case. */
    private static final Duration GIVEN_UP = Duration.ofMinutes(30);

    private final Path cache;
    private final Building building;
    private final BooleanSupplier remembers;

    public CodeParser(Supplies supplies, Consumer<String> note) {
        this(
                supplies.programs(),
                cache -> built(supplies, note, cache),
                // Online it may go well at once; and the folder of a case that is over is taken
                // from under the compiler, which says nothing about this machine.
                () -> !supplies.offline() && !supplies.closed());
    }

    /** With a compiler from elsewhere, whose failures count only while that is true. */
    CodeParser(Path cache, Building building, BooleanSupplier remembers) {
        this.cache = cache;
        this.building = building;
        this.remembers = remembers;
    }

    /** Builds the program and puts it into a cache. */
    @FunctionalInterface
    interface Building {
        Path build(Path cache) throws InterruptedException;
    }

    /** Where the program lies. Throws a {@link ParserException} that says why there is none. */
    public Path program() throws InterruptedException {
        Optional<Path> shipped = shipped();
        if (shipped.isPresent()) {
            return shipped.get();
        }
        Optional<Path> built = ParserBuild.built(cache);
        if (built.isPresent()) {
            return built.get();
        }
        Optional<String> obstacle = ParserBuild.obstacle();
        if (obstacle.isPresent()) {
            throw new ParserException(obstacle.get());
        }
        Path failed = ParserBuild.place(cache).resolveSibling("failed");
        Optional<String> before = recently(failed);
        if (before.isPresent()) {
            throw new ParserException(before.get());
        }
        try {
            return building.build(cache);
        } catch (ParserException e) {
            remember(failed, String.valueOf(e.getMessage()));
            throw e;
        }
    }

    /** A release brings one, for machines without a compiler. */
    private static Optional<Path> shipped() {
        String programs = System.getProperty("mcpsf.programs", "");
        return programs.isEmpty() ? Optional.empty() : ParserBuild.built(Path.of(programs));
    }

    private static Path built(Supplies supplies, Consumer<String> note, Path cache)
            throws InterruptedException {
        note.accept("building the code parser (first use)");
        try {
            Path work = Files.createTempDirectory(supplies.work(), "parser-");
            Map<String, Path> packages = new HashMap<>();
            for (ParserBuild.Source one : ParserBuild.PACKAGES) {
                packages.put(
                        one.name(),
                        supplies.acquisition()
                                .acquire(
                                        new Target.Npm(one.name(), one.version()),
                                        work.resolve(one.name()))
                                .root());
            }
            return ParserBuild.build(packages, cache, work);
        } catch (AcquireException e) {
            throw new ParserException("its sources are not available: " + e.why(), e);
        } catch (IOException e) {
            throw new ParserException("it cannot be built: " + e.getMessage(), e);
        }
    }

    private static Optional<String> recently(Path failed) {
        try {
            Instant at = Files.getLastModifiedTime(failed).toInstant();
            return at.plus(GIVEN_UP).isAfter(Instant.now())
                    ? Optional.of(Files.readString(failed))
                    : Optional.empty();
        } catch (IOException none) {
            return Optional.empty();
        }
    }

    private void remember(Path failed, String why) {
        if (!remembers.getAsBoolean()) {
            return;
        }
        try {
            Files.createDirectories(failed.getParent());
            Files.writeString(failed, why);
        } catch (IOException e) {
            return; // Then the next case tries again.
        }
    }
}
