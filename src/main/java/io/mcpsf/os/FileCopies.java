package io.mcpsf.os;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermission;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;

/**
 * Many files copied on all processors, a handful at a time, each read once: its digest is taken
 * from the bytes that are written. The first failure stops it.
 */
final class FileCopies implements AutoCloseable {

    /** Each of them is an open file. */
    private static final int HANDFUL = 16;

    private static final int BUFFER = 1 << 16;

    private final boolean digests;
    private final ExecutorService tasks = Executors.newVirtualThreadPerTaskExecutor();
    private final Semaphore free = new Semaphore(2 * Runtime.getRuntime().availableProcessors());
    private final List<Future<List<TreeEntry>>> handed = new ArrayList<>();
    private List<Job> waiting = new ArrayList<>();

    FileCopies(boolean digests) {
        this.digests = digests;
    }

    /** The size is what the file had when it was looked at; what it grew since is not copied. */
    record Job(
            SeekableByteChannel from,
            Path to,
            String path,
            long size,
            Set<PosixFilePermission> permissions,
            FileTime changed) {}

    void add(Job job) throws IOException {
        waiting.add(job);
        if (waiting.size() >= HANDFUL) {
            hand();
        }
    }

    /** Waits for all of them; one entry for each file when digests are wanted. */
    List<TreeEntry> finish() throws IOException {
        hand();
        List<TreeEntry> entries = new ArrayList<>();
        for (Future<List<TreeEntry>> done : handed) {
            try {
                entries.addAll(done.get());
            } catch (ExecutionException e) {
                if (e.getCause() instanceof IOException failure) {
                    throw failure;
                }
                throw new IOException("copying failed", e);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new InterruptedIOException("interrupted while copying");
            }
        }
        return entries;
    }

    @Override
    public void close() throws IOException {
        tasks.shutdownNow();
        tasks.close();
        release(waiting);
    }

    /** Also those that a failure left uncopied. */
    private static void release(List<Job> jobs) throws IOException {
        for (Job job : jobs) {
            job.from().close();
        }
    }

    private void hand() throws IOException {
        List<Job> handful = waiting;
        waiting = new ArrayList<>();
        try {
            free.acquire();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("interrupted while copying");
        }
        handed.add(
                tasks.submit(
                        () -> {
                            try {
                                return copyAll(handful);
                            } finally {
                                release(handful);
                                free.release();
                            }
                        }));
    }

    private List<TreeEntry> copyAll(List<Job> jobs) throws IOException {
        List<TreeEntry> entries = new ArrayList<>();
        byte[] buffer = new byte[BUFFER];
        MessageDigest digest = TreeEntry.digest();
        for (Job job : jobs) {
            copy(job, buffer, digest);
            if (digests) {
                boolean executable = job.permissions().contains(PosixFilePermission.OWNER_EXECUTE);
                entries.add(TreeEntry.file(job.path(), executable, digest));
            }
        }
        return entries;
    }

    private void copy(Job job, byte[] buffer, MessageDigest digest) throws IOException {
        try (SeekableByteChannel in = job.from();
                SeekableByteChannel out = create(job.to())) {
            long left = job.size();
            while (left > 0) {
                int count = in.read(ByteBuffer.wrap(buffer, 0, (int) Math.min(BUFFER, left)));
                if (count < 0) {
                    break;
                }
                left -= count;
                if (digests) {
                    digest.update(buffer, 0, count);
                }
                ByteBuffer piece = ByteBuffer.wrap(buffer, 0, count);
                while (piece.hasRemaining()) {
                    out.write(piece);
                }
            }
        }
        Files.setPosixFilePermissions(job.to(), job.permissions());
        // Files that are all of one age were made for an occasion.
        Files.setLastModifiedTime(job.to(), job.changed());
    }

    /** What lies there already is replaced, and never written through. */
    private static SeekableByteChannel create(Path to) throws IOException {
        Set<StandardOpenOption> fresh =
                Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
        try {
            return Files.newByteChannel(to, fresh);
        } catch (FileAlreadyExistsException e) {
            Files.delete(to);
            return Files.newByteChannel(to, fresh);
        }
    }
}
