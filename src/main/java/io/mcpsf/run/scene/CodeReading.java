package io.mcpsf.run.scene;

import io.mcpsf.boundary.internet.Expected;
import io.mcpsf.inspect.DocumentedValues;
import io.mcpsf.inspect.NamesInCode;
import io.mcpsf.inspect.ValuesInCode;
import io.mcpsf.inspect.reply.ReplyShapes;
import io.mcpsf.interrogate.Plausible;
import io.mcpsf.run.record.Deferred;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * What is read of a sample's code, while other things are done: a large tree takes seconds, it is
 * started more than once, and nobody waits before the first answer is needed.
 */
final class CodeReading {

    private final Map<Path, Deferred<NamesInCode>> names = new ConcurrentHashMap<>();
    private final Map<Path, Deferred<DocumentedValues>> documents = new ConcurrentHashMap<>();
    private final Map<Path, Deferred<ValuesInCode>> compared = new ConcurrentHashMap<>();
    private final Map<Path, Deferred<ReplyShapes>> shapes = new ConcurrentHashMap<>();

    /** Whether a name stands in the code of this tree. */
    Predicate<String> names(Path tree) {
        Deferred<NamesInCode> read =
                names.computeIfAbsent(tree, at -> Deferred.of(() -> NamesInCode.read(at)));
        return name -> {
            try {
                return read.get().has(name);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return false;
            }
        };
    }

    /** The names in this tree, known from an earlier time. */
    void know(Path tree, NamesInCode known) {
        names.put(tree, Deferred.of(() -> known));
    }

    /**
     * What the README beside the code in this folder shows for parameters, and what the code
     * compares them with.
     */
    Plausible.Documented documented(Path folder) {
        Deferred<DocumentedValues> read =
                documents.computeIfAbsent(folder, at -> Deferred.of(() -> DocumentedValues.of(at)));
        Deferred<ValuesInCode> code =
                compared.computeIfAbsent(folder, at -> Deferred.of(() -> ValuesInCode.in(at)));
        return name -> {
            try {
                return Stream.concat(
                                read.get().named(name).stream(), code.get().named(name).stream())
                        .distinct()
                        .toList();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return List.of();
            }
        };
    }

    /** What the code in this folder looks for in answers. */
    Expected expected(Path code) {
        Deferred<ReplyShapes> read =
                shapes.computeIfAbsent(code, at -> Deferred.of(() -> ReplyShapes.in(at)));
        return address -> {
            try {
                return read.get().at(address);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return Optional.empty();
            }
        };
    }
}
