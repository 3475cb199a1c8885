package io.mcpsf.run.supply;

import io.mcpsf.acquire.Cache;
import io.mcpsf.inspect.NamesInCode;
import io.mcpsf.json.BadJsonException;
import io.mcpsf.json.EvidenceFormat;
import io.mcpsf.model.CaseFile;
import io.mcpsf.model.Coverage;
import io.mcpsf.model.Evidence;
import io.mcpsf.model.Health;
import io.mcpsf.model.Seen;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * Installations that were done before, each with the evidence of what it did: using one again must
 * not make a thief in an install script invisible.
 */
public final class InstallShelf {

    private static final String TREE = "tree";
    private static final String EVIDENCE = "install.jsonl";
    private static final String NAMES = "names.txt";

    private final Cache cache;

    InstallShelf(Cache cache) {
        this.cache = cache;
    }

    /** An installation with what was seen of it. */
    public record Kept(Path tree, NamesInCode names, Evidence evidence) {}

    public Optional<Kept> find(String key) {
        Optional<Path> folder = cache.tree(key);
        if (folder.isEmpty()) {
            return Optional.empty();
        }
        try (Reader lines = Files.newBufferedReader(folder.get().resolve(EVIDENCE))) {
            Evidence evidence = EvidenceFormat.read(lines);
            NamesInCode names = NamesInCode.kept(folder.get().resolve(NAMES));
            return Optional.of(new Kept(folder.get().resolve(TREE), names, evidence));
        } catch (IOException | BadJsonException damaged) {
            return Optional.empty(); // Then it is installed anew.
        }
    }

    /** Only then: with a gap in it, an installation would leave every later verdict in doubt. */
    public static boolean allSeen(Coverage coverage) {
        return coverage.senses().values().stream().allMatch(h -> h.health() == Health.FULL);
    }

    /** Where an installation must be put before it can be kept; {@code folder} is ours alone. */
    public static Path treeIn(Path folder) {
        return folder.resolve(TREE);
    }

    /** Takes the folder over and returns where the tree lies from now on. */
    public Path keep(
            String key,
            Path folder,
            NamesInCode names,
            CaseFile head,
            List<Seen> seen,
            Coverage coverage)
            throws InterruptedException, IOException {
        names.keep(folder.resolve(NAMES));
        try (var out = new BufferedOutputStream(Files.newOutputStream(folder.resolve(EVIDENCE)))) {
            out.write(EvidenceFormat.head(head));
            for (Seen one : seen) {
                out.write(EvidenceFormat.line(one));
            }
            out.write(EvidenceFormat.tail(coverage));
        }
        return cache.putTree(key, folder).resolve(TREE);
    }
}
