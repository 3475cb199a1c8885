package io.mcpsf.service.job;

import io.mcpsf.service.storage.Blobs;
import io.mcpsf.service.storage.Database;
import io.mcpsf.service.storage.Row;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;

/** The files of cases, by the names that were written down when they came. */
public final class CaseFiles {

    private final Database database;
    private final Blobs blobs;

    public CaseFiles(Database database, Blobs blobs) {
        this.database = database;
        this.blobs = blobs;
    }

    public List<JobResult.StoredFile> all(Job job) {
        return database.read(
                sql ->
                        sql.all(
                                "SELECT * FROM files WHERE job = ? ORDER BY name",
                                CaseFiles::read,
                                job.id()));
    }

    /** The name is a stranger's: it is only ever compared. */
    public Optional<JobResult.StoredFile> find(Job job, String hostileName) {
        return database.read(
                sql ->
                        sql.first(
                                "SELECT * FROM files WHERE job = ? AND name = ?",
                                CaseFiles::read,
                                job.id(),
                                hostileName));
    }

    /** Its bytes; opened before the answer begins, so that a missing one is noticed in time. */
    public Opened open(JobResult.StoredFile file) throws IOException {
        return new Opened(blobs.get(file.blob()));
    }

    /** A file that is being read. */
    public record Opened(InputStream in) {
        public void copy(OutputStream to) throws IOException {
            try (in) {
                in.transferTo(to);
            }
        }
    }

    private static JobResult.StoredFile read(Row row) throws SQLException {
        return new JobResult.StoredFile(
                row.text("name"), row.text("blob"), row.number("bytes"), row.text("sha256"));
    }
}
