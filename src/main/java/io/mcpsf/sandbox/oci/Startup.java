package io.mcpsf.sandbox.oci;

import io.mcpsf.json.BadJsonException;
import io.mcpsf.json.Json;
import io.mcpsf.os.Child;
import io.mcpsf.sandbox.ExecutorException;
import io.mcpsf.sandbox.host.RunFolder;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Pattern;

/** Waits until a runtime has become the program that it was to start, or has failed. */
final class Startup {

    /** Long, because thirty sandboxes may start at once on two processors. */
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    /** A start that takes longer is looked at less often: looks cost what others start with. */
    private static final long FIRST_GLANCE_NANOS = 300_000;

    private static final long LAST_GLANCE_NANOS = 10_000_000;

    /** The program is not there or is no program: the sample's fault, told by its exit code. */
    private static final Pattern NO_PROGRAM =
            Pattern.compile(
                    "executable file .*not found"
                            + "|exec(ve)?:? .*(no such file|permission denied|format error)"
                            + "|exec container process .*(no such file|permission denied|format)"
                            + "|open executable: (no such file|permission denied)"
                            + "|failed to load .*(no such file|permission denied|format error)"
                            + "|error finding executable",
                    Pattern.CASE_INSENSITIVE);

    private final RuntimeBinary runtime;
    private final RunFolder folder;
    private final Child child;
    private final Optional<StartHook> hook;

    Startup(RuntimeBinary runtime, RunFolder folder, Child child, Optional<StartHook> hook) {
        this.runtime = runtime;
        this.folder = folder;
        this.child = child;
        this.hook = hook;
    }

    /** The id of the first process; 0 when it could not be executed at all. */
    long await() {
        long end = System.nanoTime() + PATIENCE.toNanos();
        long glance = FIRST_GLANCE_NANOS;
        while (System.nanoTime() < end) {
            boolean over = !child.alive();
            long pid = pid();
            if (over) {
                return failed() ? 0 : announced(pid);
            }
            hook.ifPresent(StartHook::look);
            if (pid > 0 && (runtime.kind() == RuntimeKind.RUNSC ? running() : executed(pid))) {
                return announced(pid);
            }
            LockSupport.parkNanos(glance);
            glance = Math.min(LAST_GLANCE_NANOS, glance + glance / 32);
            if (Thread.currentThread().isInterrupted()) {
                throw new ExecutorException("interrupted while starting a sandbox");
            }
        }
        throw new ExecutorException(
                "%s did not start the program within %d s: %s"
                        .formatted(runtime.kind().program(), PATIENCE.toSeconds(), complaint()));
    }

    private long announced(long pid) {
        hook.ifPresent(moment -> moment.require(pid));
        return pid;
    }

    /** True when there was no program to execute; throws when it was anything else. */
    private boolean failed() {
        String complaint = complaint();
        if (complaint.isEmpty() && pid() > 0) {
            return false;
        }
        if (NO_PROGRAM.matcher(complaint).find()) {
            return true;
        }
        throw new ExecutorException(
                "%s could not create the sandbox (exit %d): %s"
                        .formatted(
                                runtime.kind().program(),
                                child.code(),
                                complaint.isEmpty() ? lastWords() : complaint));
    }

    private long pid() {
        try {
            String text = Files.readString(folder.pidFile()).strip();
            return text.matches("\\d{1,10}") ? Long.parseLong(text) : 0;
        } catch (IOException e) {
            return 0;
        }
    }

    /** Whether the process is no longer the runtime, which may run from a sealed copy of itself. */
    private boolean executed(long pid) {
        try {
            String image =
                    Files.readSymbolicLink(Path.of("/proc", Long.toString(pid), "exe")).toString();
            return !image.contains("_cloned:")
                    && !image.endsWith("/" + runtime.kind().program())
                    && !image.equals("/");
        } catch (IOException e) {
            return false;
        }
    }

    /** gVisor's process is the kernel that the program runs on, and stays what it is. */
    private boolean running() {
        try {
            return Files.readString(folder.gvisor()).contains("\"status\":\"running\"");
        } catch (IOException e) {
            return false; // Not written yet.
        }
    }

    /** What the runtime wrote into its log as an error. */
    private String complaint() {
        var said = new StringBuilder();
        try {
            if (Files.exists(folder.log())) {
                for (String line : Files.readAllLines(folder.log())) {
                    said.append(error(line));
                }
            }
        } catch (IOException e) {
            return "unreadable log: " + e.getMessage();
        }
        return said.length() > 500 ? said.substring(0, 500) : said.toString();
    }

    /** What was said before there was a log: by the shell that prepares the way. */
    private String lastWords() {
        try {
            return new String(child.stderr().readNBytes(500), StandardCharsets.UTF_8).strip();
        } catch (IOException e) {
            return "no reason given";
        }
    }

    private static String error(String line) {
        try {
            var entry = Json.read(line);
            return Json.text(entry, "level").matches("error|fatal")
                    ? Json.text(entry, "msg") + " "
                    : "";
        } catch (BadJsonException e) {
            return line + " ";
        }
    }
}
