package io.mcpsf.service.api;

import io.mcpsf.run.request.RefusedStartException;
import io.mcpsf.run.request.SessionEndedException;
import io.mcpsf.run.request.SessionFileException;
import io.mcpsf.run.request.UsageException;
import io.mcpsf.service.session.SessionDesk;
import io.mcpsf.service.session.SnapshotStore;

import java.io.IOException;

/** What goes wrong in sessions, in the words and numbers of the API. */
final class SessionProblems {

    private SessionProblems() {}

    /** Work that may fail in the ways of sessions. */
    @FunctionalInterface
    interface Work<T> {
        T run() throws IOException, InterruptedException;
    }

    static <T> T told(Work<T> work) throws InterruptedException {
        try {
            return work.run();
        } catch (SessionFileException e) {
            throw Problem.of(status(e.error()), code(e.error()), e.getMessage() + ".");
        } catch (SessionEndedException e) {
            throw Problem.of(409, "not-running", e.getMessage() + ".");
        } catch (SessionDesk.FullException e) {
            throw Problem.tooMany("too-many-sessions", 10, String.valueOf(e.getMessage()));
        } catch (SnapshotStore.TooManyException e) {
            throw Problem.of(409, "too-many-snapshots", String.valueOf(e.getMessage()));
        } catch (SessionDesk.NotApprovedException e) {
            throw Problem.of(403, "not-approved", String.valueOf(e.getMessage()));
        } catch (UsageException e) {
            // As it was set up: asking again changes nothing.
            throw Problem.of(409, "no-sessions", "Sessions are not available: " + e.getMessage());
        } catch (RefusedStartException e) {
            throw Problem.of(503, "no-sessions", "Sessions are not available: " + e.getMessage());
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    private static int status(String error) {
        return switch (error) {
            case "ENOENT" -> 404;
            case "EACCES", "EPERM", "EROFS" -> 403;
            case "EEXIST", "ENOTEMPTY" -> 409;
            case "ENOSPC", "EDQUOT" -> 413;
            case "EAGAIN" -> 429;
            default -> 400;
        };
    }

    private static String code(String error) {
        return switch (error) {
            case "ENOENT" -> "not-found";
            case "EACCES", "EPERM", "EROFS" -> "forbidden";
            case "EEXIST", "ENOTEMPTY" -> "exists";
            case "ENOSPC", "EDQUOT" -> "too-large";
            default -> "bad-request";
        };
    }
}
