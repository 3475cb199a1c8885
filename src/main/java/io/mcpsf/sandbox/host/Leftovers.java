package io.mcpsf.sandbox.host;

import io.mcpsf.linux.Cgroup;
import io.mcpsf.linux.Cgroups;
import io.mcpsf.linux.ErrnoException;
import io.mcpsf.linux.Mounts;
import io.mcpsf.linux.Processes;
import io.mcpsf.os.Command;
import io.mcpsf.os.Scratch;
import io.mcpsf.os.Trees;
import io.mcpsf.sandbox.ExecutorException;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * What processes of ours left behind when they were killed: told from the living by a lock that a
 * process loses only by dying, and removed by what they wrote into their journals. Nothing else is
 * touched.
 */
public final class Leftovers {

    private static final Duration KILL = Duration.ofSeconds(2);
    private static final Duration ENGINE = Duration.ofSeconds(20);
    private static final Duration SETTLED = Duration.ofMinutes(1);

    private final StateRoot state;
    private final Cgroups host = Cgroups.here();
    private final List<String> removed = new ArrayList<>();

    private Leftovers(StateRoot state) {
        this.state = state;
    }

    /** Removes what the dead left and says what it was, one line each. */
    public static List<String> sweep() {
        boolean linux = System.getProperty("os.name", "").equals("Linux");
        return linux ? sweep(StateRoot.here()) : List.of();
    }

    public static List<String> sweep(StateRoot state) {
        var leftovers = new Leftovers(state);
        try {
            for (Path folder : leftovers.foreign()) {
                leftovers.ifDead(folder, () -> leftovers.tryToRemove(folder));
            }
            leftovers.releaseSlots();
            Scratch.sweep().forEach(path -> leftovers.removed.add("temporary folder " + path));
        } catch (IOException e) {
            throw new ExecutorException("cannot sweep " + state.path(), e);
        }
        return List.copyOf(leftovers.removed);
    }

    /** How many dead processes left something, without touching it. */
    public static int count(StateRoot state) {
        var leftovers = new Leftovers(state);
        try {
            for (Path folder : leftovers.foreign()) {
                leftovers.ifDead(folder, () -> leftovers.removed.add(folder.toString()));
            }
        } catch (IOException e) {
            throw new ExecutorException("cannot look into " + state.path(), e);
        }
        return leftovers.removed.size() + Scratch.count();
    }

    private interface Work {
        void run() throws IOException;
    }

    /** Folders of other processes. Our own are never opened: that would lose their lock. */
    private List<Path> foreign() throws IOException {
        String ours = StateRoot.prefix();
        try (Stream<Path> all = Files.list(state.path())) {
            return all.filter(Files::isDirectory)
                    .filter(folder -> !folder.equals(state.slots()))
                    .filter(folder -> !folder.getFileName().toString().startsWith(ours))
                    .filter(folder -> !StateRoot.unfinished(folder) || settled(folder))
                    .toList();
        }
    }

    private static boolean settled(Path folder) {
        try {
            Instant changed = Files.getLastModifiedTime(folder).toInstant();
            return changed.isBefore(Instant.now().minus(SETTLED));
        } catch (IOException e) {
            return false; // Just finished or just removed by its owner.
        }
    }

    /** Takes the lock that its owner would hold, so that no second sweep works on it either. */
    private void ifDead(Path folder, Work work) throws IOException {
        try (FileChannel channel =
                        FileChannel.open(folder.resolve(StateRoot.LOCK), StandardOpenOption.WRITE);
                FileLock lock = channel.tryLock()) {
            if (lock != null) {
                work.run();
            }
        } catch (OverlappingFileLockException e) {
            return; // Another thread of ours is at it.
        } catch (NoSuchFileException e) {
            // Nearly made or nearly removed when its owner died, or its owner is removing it now.
            if (settled(folder)) {
                work.run();
            }
        }
    }

    /** What resists is told and left to the next sweep; it must not keep us from working. */
    private void tryToRemove(Path owned) throws IOException {
        try {
            remove(owned);
        } catch (UncheckedIOException | ErrnoException e) {
            removed.add("not yet: " + owned + ": " + e.getMessage());
        }
    }

    private void remove(Path owned) throws IOException {
        try (Stream<Path> all = Files.list(owned)) {
            for (Path folder : all.filter(Files::isDirectory).toList()) {
                sandbox(new RunFolder(folder));
            }
        }
        // Whoever died while it mounted or cleaned up has no journal of this.
        int unknown = Mounts.detachBelow(owned);
        if (unknown > 0) {
            removed.add(unknown + " mounts below " + owned);
        }
        Trees.delete(owned);
        removed.add("folder " + owned);
    }

    private void sandbox(RunFolder folder) throws IOException {
        killRuntime(folder);
        var entries = new Journal(folder.path()).entries();
        if (entries.stream().anyMatch(entry -> entry.kind() == Journal.Kind.CGROUP)) {
            Cgroup group = Cgroup.named(host, folder.name());
            int members = group.members().size();
            group.killAll(KILL);
            if (members > 0) {
                removed.add(members + " processes of sandbox " + folder.name());
            }
            group.remove(KILL);
        }
        for (var entry : entries) {
            Path path = entry.path();
            switch (entry.kind()) {
                case MOUNT -> {
                    if (path.startsWith(folder.path()) && Mounts.detach(path)) {
                        removed.add("mount " + path);
                    }
                }
                case CONTAINER -> container(folder, path.toString());
                case SLOT -> {} // Given back with the owner's folder, see releaseSlots.
                case CGROUP -> {
                    if (!Files.exists(path)) {
                        removed.add("control group " + path);
                    }
                }
            }
        }
    }

    /** By the engine that it was made with; a container that is gone is what we want. */
    private void container(RunFolder folder, String name) throws IOException {
        if (!Files.exists(folder.engine())) {
            return;
        }
        List<String> argv = new ArrayList<>(Files.readAllLines(folder.engine()));
        argv.addAll(List.of("rm", "--force", "--volumes", name));
        try {
            Command.Result result = Command.of(argv).within(ENGINE).run();
            if (result.good() && result.stdout().contains(name)) {
                removed.add("container " + name);
            } else if (!result.good() && !result.stderr().contains("No such container")) {
                removed.add("not yet: container " + name + ": " + result.complaint());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (UncheckedIOException e) {
            removed.add("not yet: container " + name + ": " + e.getMessage());
        }
        removed.addAll(EngineRemains.end(name, KILL));
    }

    /** Only if it is still that runtime, working on that sandbox. */
    private void killRuntime(RunFolder folder) throws IOException {
        if (!Files.exists(folder.runtime())) {
            return;
        }
        String pid = Files.readString(folder.runtime()).strip();
        if (!pid.matches("\\d{1,10}")) {
            return;
        }
        try {
            String line = Files.readString(Path.of("/proc", pid, "cmdline"));
            if (line.contains(folder.path().toString())) {
                Processes.signal(Long.parseLong(pid), Processes.SIGKILL);
                removed.add("runtime process " + pid);
            }
        } catch (IOException e) {
            return; // It has ended.
        }
    }

    /** Claims whose owner's folder is gone. */
    private void releaseSlots() throws IOException {
        try (Stream<Path> slots = Files.list(state.slots())) {
            for (Path slot : slots.toList()) {
                release(slot);
            }
        }
    }

    private void release(Path slot) throws IOException {
        try {
            Path owned = Files.readSymbolicLink(slot).getParent();
            boolean swept = owned != null && removed.contains("folder " + owned);
            if (owned != null && (swept || !Files.exists(owned))) {
                Files.deleteIfExists(slot);
            }
        } catch (NoSuchFileException e) {
            return; // Given back meanwhile.
        }
    }
}
