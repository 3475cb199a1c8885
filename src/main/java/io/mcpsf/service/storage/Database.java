package io.mcpsf.service.storage;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.locks.ReentrantLock;

/**
 * A database of either dialect. Reading takes a connection for a moment; writing is one transaction
 * that happens wholly or not at all, tried again when it collided with another.
 */
public final class Database implements AutoCloseable {

    private static final int TRIES = 8;
    private static final int SQLITE_CONNECTIONS = 6;

    /** Lost races, time-outs, and a server that is away or starting. */
    private static final Set<String> PASSING = Set.of("40001", "40P01", "55P03", "53300");

    private final HikariDataSource pool;
    private final Dialect dialect;
    private final Sealer sealer;

    /** One writer at a time in SQLite: waiting here costs nothing, waiting in its library does. */
    private final ReentrantLock writing = new ReentrantLock(true);

    /**
     * SQLite works and waits in native code, which a virtual thread can't be taken off its carrier
     * in: as many statements as there are processors would stop every other virtual thread.
     */
    private final Optional<ExecutorService> hands;

    private Database(HikariDataSource pool, Dialect dialect, Sealer sealer) {
        this.pool = pool;
        this.dialect = dialect;
        this.sealer = sealer;
        this.hands =
                dialect == Dialect.SQLITE
                        ? Optional.of(
                                Executors.newFixedThreadPool(
                                        SQLITE_CONNECTIONS,
                                        Thread.ofPlatform().daemon().name("sqlite-", 0).factory()))
                        : Optional.empty();
    }

    /** One in which nothing is sealed. */
    public static Database open(DatabaseUrl url, Duration patience) {
        return open(url, patience, new Sealer(MasterKey.none(), new SecureRandom()));
    }

    /** Opens it, which waits for a server that is starting, and brings its schema up to date. */
    public static Database open(DatabaseUrl url, Duration patience, Sealer sealer) {
        if (url.dialect() == Dialect.SQLITE) {
            SqliteLibrary.load();
            makeClosed(url.file());
        }
        var config = new HikariConfig();
        config.setJdbcUrl(url.jdbc());
        if (!url.user().isEmpty()) {
            config.setUsername(url.user());
        }
        if (!url.password().isEmpty()) {
            config.setPassword(url.password());
        }
        config.setMaximumPoolSize(url.dialect() == Dialect.SQLITE ? SQLITE_CONNECTIONS : 10);
        config.setMinimumIdle(1);
        config.setConnectionTimeout(5_000);
        config.setValidationTimeout(2_000);
        config.setKeepaliveTime(60_000);
        config.setPoolName("mcpsf");
        config.setInitializationFailTimeout(patience.toMillis());
        try {
            var database = new Database(new HikariDataSource(config), url.dialect(), sealer);
            try {
                Migrations.run(database);
                return database;
            } catch (RuntimeException e) {
                database.close();
                throw e;
            }
        } catch (com.zaxxer.hikari.pool.HikariPool.PoolInitializationException e) {
            throw new StorageException("cannot open the database " + url.shown(), e, true);
        }
    }

    /** The library would make a file that every user of the machine may read. */
    private static void makeClosed(Path file) {
        try {
            Files.createFile(
                    file,
                    PosixFilePermissions.asFileAttribute(
                            PosixFilePermissions.fromString("rw-------")));
        } catch (FileAlreadyExistsException e) {
            // With the modes that its owner gave it.
        } catch (IOException e) {
            throw new StorageException("cannot open the database " + file, e);
        }
    }

    public Dialect dialect() {
        return dialect;
    }

    /** What is done with a connection. */
    @FunctionalInterface
    public interface Work<T extends @Nullable Object> {
        T run(Sql sql) throws SQLException;
    }

    public <T extends @Nullable Object> T read(Work<T> work) {
        try {
            return byHand(() -> reading(work));
        } catch (SQLException e) {
            throw failure(e);
        }
    }

    private <T extends @Nullable Object> T reading(Work<T> work) throws SQLException {
        try (Connection connection = pool.getConnection()) {
            return work.run(new Sql(connection, dialect, sealer));
        }
    }

    public <T extends @Nullable Object> T write(Work<T> work) {
        for (int i = 1; ; i++) {
            try {
                return dialect == Dialect.SQLITE ? alone(work) : transaction(work);
            } catch (SQLException e) {
                if (i >= TRIES || !collided(e)) {
                    throw failure(e);
                }
            }
        }
    }

    private <T extends @Nullable Object> T alone(Work<T> work) throws SQLException {
        writing.lock();
        try {
            return byHand(() -> transaction(work));
        } finally {
            writing.unlock();
        }
    }

    /** Something that takes a connection. */
    @FunctionalInterface
    private interface Statement<T extends @Nullable Object> {
        T run() throws SQLException;
    }

    private <T extends @Nullable Object> T byHand(Statement<T> statement) throws SQLException {
        if (hands.isEmpty() || !Thread.currentThread().isVirtual()) {
            return statement.run();
        }
        Future<T> done;
        try {
            done = hands.get().submit(statement::run);
        } catch (RejectedExecutionException e) {
            throw new SQLException("it is closed", e);
        }
        boolean interrupted = false;
        try {
            while (true) {
                try {
                    return done.get();
                } catch (InterruptedException e) {
                    // A statement is short, and what it did must be known.
                    interrupted = true;
                } catch (ExecutionException e) {
                    switch (Objects.requireNonNull(e.getCause())) {
                        case SQLException sql -> throw sql;
                        case RuntimeException ours -> throw ours;
                        case Error error -> throw error;
                        default -> throw new IllegalStateException(e);
                    }
                }
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private <T extends @Nullable Object> T transaction(Work<T> work) throws SQLException {
        try (Connection connection = pool.getConnection()) {
            connection.setAutoCommit(false);
            try {
                T result = work.run(new Sql(connection, dialect, sealer));
                connection.commit();
                return result;
            } catch (SQLException | RuntimeException e) {
                undo(connection, e);
                throw e;
            } finally {
                restore(connection);
            }
        }
    }

    private static void undo(Connection connection, Exception cause) {
        try {
            connection.rollback();
        } catch (SQLException e) {
            cause.addSuppressed(e);
        }
    }

    private static void restore(Connection connection) throws SQLException {
        if (!connection.isClosed()) {
            connection.setAutoCommit(true);
        }
    }

    private static boolean collided(SQLException e) {
        String state = String.valueOf(e.getSQLState());
        return PASSING.contains(state) || busy(e);
    }

    private static boolean busy(SQLException e) {
        return String.valueOf(e.getMessage()).contains("SQLITE_BUSY");
    }

    private static StorageException failure(SQLException e) {
        String state = String.valueOf(e.getSQLState());
        boolean passing =
                collided(e)
                        || state.startsWith("08")
                        || state.startsWith("57P")
                        || e instanceof java.sql.SQLTransientException;
        return new StorageException("the database: " + e.getMessage(), e, passing);
    }

    @Override
    public void close() {
        pool.close();
        hands.ifPresent(ExecutorService::shutdown);
    }
}
