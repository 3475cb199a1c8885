package io.mcpsf.run;

import io.mcpsf.acquire.AcquireException;
import io.mcpsf.inspect.code.parser.ParserBuild;
import io.mcpsf.inspect.code.parser.ParserException;
import io.mcpsf.model.Target;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * The parser of code: built once on this machine, of sources that come like every other package,
 * and kept in the cache.
 */
final class CodeParser {

    private final Supplies supplies;
    private final Consumer<String> note;

    CodeParser(Supplies supplies, Consumer<String> note) {
        this.supplies = supplies;
        this.note = note;
    }

    /** Where the program lies. Throws a {@link ParserException} that says why there is none. */
    Path program() throws InterruptedException {
        Path cache = supplies.cacheRoot();
        Optional<Path> built = ParserBuild.built(cache);
        if (built.isPresent()) {
            return built.get();
        }
        Optional<String> obstacle = ParserBuild.obstacle();
        if (obstacle.isPresent()) {
            throw new ParserException(obstacle.get());
        }
        note.accept("building the parser of code, once");
        try {
            Path work = Files.createTempDirectory(supplies.work(), "parser-");
            Map<String, Path> packages = new HashMap<>();
            for (ParserBuild.Package one : ParserBuild.PACKAGES) {
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
            throw new ParserException("its sources cannot be had: " + e.why(), e);
        } catch (IOException e) {
            throw new ParserException("it cannot be built: " + e.getMessage(), e);
        }
    }
}
