package io.mcpsf.run.scanning;

import io.mcpsf.json.BadJsonException;
import io.mcpsf.model.CaseFile;
import io.mcpsf.model.Evidence;
import io.mcpsf.store.CaseStore;
import io.mcpsf.store.StoreException;

import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.InstantSource;
import java.util.Optional;

/** The scan of the same project before this one, among the cases of the same folder. */
public final class LastScan {

    private static final int LOOKED_AT = 50;

    private LastScan() {}

    public static Optional<Evidence> before(Path output, CaseFile now) {
        var store = new CaseStore(output, InstantSource.system(), new SecureRandom());
        return store.ids().stream()
                .filter(id -> id.compareTo(now.id()) < 0)
                .limit(LOOKED_AT)
                .flatMap(id -> read(store, id).stream())
                .filter(evidence -> same(evidence.file(), now))
                .findFirst();
    }

    private static boolean same(CaseFile before, CaseFile now) {
        return before.subject().kind().equals(now.subject().kind())
                && before.subject().source().equals(now.subject().source());
    }

    /** A case that cannot be read, or never finished, is none to compare with. */
    private static Optional<Evidence> read(CaseStore store, String id) {
        try {
            return Optional.of(store.find(id).evidence());
        } catch (StoreException | BadJsonException e) {
            return Optional.empty();
        }
    }
}
