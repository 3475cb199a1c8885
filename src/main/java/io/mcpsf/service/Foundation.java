package io.mcpsf.service;

import io.mcpsf.service.access.AuditPin;
import io.mcpsf.service.access.Keys;
import io.mcpsf.service.job.Erasure;
import io.mcpsf.service.job.Jobs;
import io.mcpsf.service.job.Queue;
import io.mcpsf.service.job.Uploads;
import io.mcpsf.service.storage.Blobs;
import io.mcpsf.service.storage.Database;
import io.mcpsf.service.storage.DatabaseUrl;
import io.mcpsf.service.storage.FileBlobs;
import io.mcpsf.service.storage.Ids;
import io.mcpsf.service.storage.MasterKey;
import io.mcpsf.service.storage.S3Blobs;
import io.mcpsf.service.storage.SealedBlobs;
import io.mcpsf.service.storage.Sealer;
import io.mcpsf.service.storage.SigV4;
import io.mcpsf.service.storage.StorageException;
import io.mcpsf.web.WebRoute;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Map;

/** What the service, its workers and its tools all stand on: the database and the files. */
public final class Foundation implements AutoCloseable {

    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private final Database database;
    private final Blobs blobs;
    private final Place place;
    private final Ids ids;
    private final Sealer sealer;
    private final InstantSource clock = InstantSource.system();

    /** Where things are kept: {@code files} is a folder, or {@code s3://BUCKET/FOLDER/}. */
    public record Place(DatabaseUrl database, String files, Path data, MasterKey master) {}

    private Foundation(Place place, Database database, Blobs blobs, Sealer sealer) {
        this.place = place;
        this.database = database;
        this.blobs = blobs;
        this.ids = new Ids(clock, new SecureRandom());
        this.sealer = sealer;
    }

    /** Opens both; {@code env} has the credentials of a bucket. */
    public static Foundation open(Place place, Map<String, String> env) {
        Blobs plain = blobs(place.files(), env);
        Blobs blobs =
                place.master().given()
                        ? new SealedBlobs(plain, place.master(), new SecureRandom())
                        : plain;
        var sealer = new Sealer(place.master(), new SecureRandom());
        return new Foundation(
                place, Database.open(place.database(), PATIENCE, sealer), blobs, sealer);
    }

    private static Blobs blobs(String files, Map<String, String> env) {
        if (!files.startsWith("s3://")) {
            return new FileBlobs(Path.of(files));
        }
        String[] parts = files.substring("s3://".length()).split("/", 2);
        String folder = parts.length < 2 || parts[1].isEmpty() ? "" : parts[1];
        String region = env.getOrDefault("AWS_REGION", "us-east-1");
        String endpoint =
                env.getOrDefault("MCPSF_S3_ENDPOINT", "https://s3." + region + ".amazonaws.com");
        return new S3Blobs(
                new S3Blobs.Bucket(
                        URI.create(endpoint),
                        parts[0],
                        folder.isEmpty() || folder.endsWith("/") ? folder : folder + "/"),
                new SigV4.Credentials(
                        env.getOrDefault("AWS_ACCESS_KEY_ID", ""),
                        env.getOrDefault("AWS_SECRET_ACCESS_KEY", ""),
                        env.getOrDefault("AWS_SESSION_TOKEN", ""),
                        region),
                InstantSource.system(),
                client(env));
    }

    private static HttpClient client(Map<String, String> env) {
        try {
            return WebRoute.of(env).client();
        } catch (IOException e) {
            throw new StorageException("The bucket can't be reached: " + e.getMessage(), e);
        }
    }

    public Database database() {
        return database;
    }

    public Blobs blobs() {
        return blobs;
    }

    public Place place() {
        return place;
    }

    public InstantSource clock() {
        return clock;
    }

    public Ids ids() {
        return ids;
    }

    public Keys keys() {
        return new Keys(database, ids, clock);
    }

    public AuditPin auditPin() {
        return new AuditPin(place.data().resolve("audit.pin"), place.master());
    }

    public Jobs jobs() {
        return jobs(() -> {});
    }

    /** {@code queued} is told at once when one may run. */
    public Jobs jobs(Runnable queued) {
        return new Jobs(database, ids, sealer, clock, queued);
    }

    public Queue queue(Duration lease) {
        return new Queue(database, ids, sealer, lease);
    }

    public Uploads uploads() {
        return new Uploads(database, blobs, ids, clock);
    }

    public Erasure erasure() {
        return new Erasure(database, blobs, clock);
    }

    @Override
    public void close() {
        database.close();
    }
}
