package io.mcpsf.sandbox.host;

import io.mcpsf.linux.Processes;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Pattern;

/**
 * What an engine leaves running of a container that it has already forgotten: when a start fails
 * half way, the shim, gVisor's kernel and its file server stay, and nobody asks for them again.
 * They are known by the id of the container, which is in their words and in nobody else's.
 */
public final class EngineRemains {

    private static final Pattern ID = Pattern.compile("[0-9a-f]{64}");

    /** Whoever else is told an id, such as a client that shows logs, is left alone. */
    private static final Pattern HELPER = Pattern.compile("(.*/)?(runsc|containerd-shim)[^/]*");

    private static final Duration GRACE = Duration.ofSeconds(1);
    private static final long GLANCE_NANOS = 20_000_000;

    private EngineRemains() {}

    /**
     * Ends them and waits until they are gone. Those that are about to end by themselves, as after
     * every container, get a moment for it.
     *
     * @return one line for each that had to be ended
     */
    public static List<String> end(String container, Duration patience) {
        if (!ID.matcher(container).matches()) {
            return List.of();
        }
        var ended = new LinkedHashSet<String>();
        long begin = System.nanoTime();
        for (List<Long> left = of(container); !left.isEmpty(); left = of(container)) {
            long waited = System.nanoTime() - begin;
            if (waited > patience.toNanos()) {
                break;
            }
            if (waited > GRACE.toNanos()) {
                for (long pid : left) {
                    ended.add("process " + pid + " of container " + container.substring(0, 12));
                    Processes.signal(pid, Processes.SIGKILL);
                }
            }
            LockSupport.parkNanos(GLANCE_NANOS);
        }
        return List.copyOf(ended);
    }

    /** Processes of the engine that work for this container. */
    public static List<Long> of(String container) {
        var found = new ArrayList<Long>();
        try (DirectoryStream<Path> all = Files.newDirectoryStream(Path.of("/proc"), "[1-9]*")) {
            for (Path process : all) {
                String[] words = words(process);
                if (HELPER.matcher(words[0]).matches() && mentions(words, container)) {
                    found.add(Long.parseLong(process.getFileName() + ""));
                }
            }
        } catch (IOException | DirectoryIteratorException e) {
            return found; // The next sweep looks again.
        }
        return found;
    }

    private static boolean mentions(String[] words, String container) {
        for (String word : words) {
            if (word.contains(container)) {
                return true;
            }
        }
        return false;
    }

    private static String[] words(Path process) {
        try {
            byte[] line = Files.readAllBytes(process.resolve("cmdline"));
            return new String(line, StandardCharsets.UTF_8).split("\0", -1);
        } catch (IOException e) {
            return new String[] {""}; // It has ended.
        }
    }
}
