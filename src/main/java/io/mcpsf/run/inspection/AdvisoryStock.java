package io.mcpsf.run.inspection;

import io.mcpsf.inspect.advisory.AdvisoryDatabase;
import io.mcpsf.inspect.advisory.AdvisoryException;
import io.mcpsf.run.request.UsageException;
import io.mcpsf.web.WebRoute;

import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The advisories on this machine, as the command line sees them. */
public final class AdvisoryStock {

    private final AdvisoryDatabase database;
    private final WebRoute web;

    private AdvisoryStock(AdvisoryDatabase database, WebRoute web) {
        this.database = database;
        this.web = web;
    }

    /** Where this environment keeps them. */
    public static AdvisoryStock of(Map<String, String> env) {
        return new AdvisoryStock(AdvisoryPlaces.of(env).database(), WebRoute.of(env));
    }

    /** What is there; {@code records} and {@code newest} by the word for their ecosystem. */
    public record Status(
            Path file,
            long bytes,
            Instant imported,
            Map<String, Long> records,
            Map<String, String> newest,
            List<String> sources) {}

    /** How an import went. */
    public record Imported(long read, long added, long passedOver, Status status) {}

    /** Empty when nothing was imported yet. */
    public Optional<Status> status() {
        try {
            return database.status().map(AdvisoryStock::status);
        } catch (AdvisoryException e) {
            throw new UsageException(String.valueOf(e.getMessage()), "", "mcpsf db import FILE");
        }
    }

    /** Adds what a file, a folder or an address holds. */
    public Imported add(String source, Instant now) throws InterruptedException {
        try {
            AdvisoryDatabase.Imported done = database.add(source, now, web);
            return new Imported(done.read(), done.kept(), done.passedOver(), status(done.status()));
        } catch (AdvisoryException e) {
            Throwable cause = e.getCause();
            throw new UsageException(
                    "cannot import " + source,
                    String.valueOf(e.getMessage())
                            + (cause == null ? "" : " (" + cause.getMessage() + ")"),
                    "mcpsf help db lists the supported formats");
        }
    }

    private static Status status(AdvisoryDatabase.Status status) {
        return new Status(
                status.file(),
                status.bytes(),
                status.imported(),
                status.records(),
                status.newest(),
                status.sources());
    }
}
