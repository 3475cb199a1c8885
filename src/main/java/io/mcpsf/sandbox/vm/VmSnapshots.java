package io.mcpsf.sandbox.vm;

import io.mcpsf.json.Json;
import io.mcpsf.model.Sha256;
import io.mcpsf.sandbox.Executor;
import io.mcpsf.sandbox.ExecutorException;
import io.mcpsf.sandbox.Limits;
import io.mcpsf.sandbox.Persona;
import io.mcpsf.sandbox.Place;
import io.mcpsf.sandbox.Sandbox;
import io.mcpsf.sandbox.SandboxSpec;
import io.mcpsf.sandbox.World;

import tools.jackson.databind.JsonNode;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * Guests that have booted and wait for a job, as files: taken once for each machine, with the
 * interpreters already read from disk. No code of anybody's has run in them.
 */
final class VmSnapshots {

    /** Emulated on a busy machine; a boot takes three seconds of a processor at best. */
    private static final Duration BOOT = Duration.ofMinutes(3);

    private static final Duration LOOK = Duration.ofMillis(50);
    private static final int KEPT = 4;
    private static final long ROOM = 2L << 30;

    private final Executor executor;
    private final VmParts parts;
    private final String qemu;
    private final Consumer<String> say;

    VmSnapshots(Executor executor, VmParts parts, String qemu, Consumer<String> say) {
        this.executor = executor;
        this.parts = parts;
        this.qemu = qemu;
        this.say = say;
    }

    /** The files that a guest is restored from. */
    record Snapshot(Path kernel, Path root, Path usr, Path state) {

        List<Place> places() {
            return List.of(
                    new Place.Shown(kernel, QemuLine.AT + "kernel"),
                    new Place.Shown(root, QemuLine.AT + "root"),
                    new Place.Shown(usr, QemuLine.AT + "usr"),
                    new Place.Shown(state, QemuLine.AT + "state"));
        }
    }

    /** One of such a machine; taken now if there is none. */
    Snapshot of(QemuLine.Machine machine) throws InterruptedException {
        try {
            Files.createDirectories(parts.folder());
            // Whoever comes at the same time waits, and finds it made.
            try (var channel =
                            FileChannel.open(
                                    parts.folder().resolve("lock"),
                                    StandardOpenOption.CREATE,
                                    StandardOpenOption.WRITE);
                    var _ = channel.lock()) {
                return locked(machine);
            }
        } catch (IOException e) {
            throw new ExecutorException("a guest cannot be prepared: " + e.getMessage(), e);
        }
    }

    private Snapshot locked(QemuLine.Machine machine) throws IOException, InterruptedException {
        GuestImage image = GuestImage.of(parts);
        byte[] firstRoot = image.firstRoot();
        String key =
                Sha256.of(
                                String.join(
                                                "\n",
                                                image.key(),
                                                qemu,
                                                parts.kernelVersion(),
                                                Sha256.of(firstRoot).hex(),
                                                String.join(" ", QemuLine.toRestore(machine)))
                                        .getBytes(StandardCharsets.UTF_8))
                        .hex()
                        .substring(0, 16);
        Path disk = parts.folder().resolve("usr-" + image.key() + ".erofs");
        Path root = parts.folder().resolve("root-" + key);
        Path state = parts.folder().resolve("state-" + key);
        if (!Files.exists(state) || !Files.exists(disk)) {
            say.accept("preparing a virtual machine; later runs start from its snapshot");
            disk = image.disk();
            open(Files.write(root, firstRoot));
            take(new Snapshot(parts.kernel(), root, disk, state), machine);
            sweep();
        }
        return new Snapshot(parts.kernel(), root, disk, state);
    }

    private void take(Snapshot to, QemuLine.Machine machine)
            throws IOException, InterruptedException {
        Path seed = Files.createDirectories(parts.folder().resolve("empty"));
        List<Place> places =
                List.of(
                        new Place.Shown(to.kernel(), QemuLine.AT + "kernel"),
                        new Place.Shown(to.root(), QemuLine.AT + "root"),
                        new Place.Shown(to.usr(), QemuLine.AT + "usr"),
                        new Place.Scratch(seed, QemuLine.AT + "out"));
        var spec =
                new SandboxSpec(
                        new SandboxSpec.Program(
                                QemuLine.toSnapshot(machine), Map.of("PATH", "/usr/bin:/bin"), "/"),
                        places,
                        new Limits(
                                ((long) machine.megabytes() << 20) + 2 * ROOM,
                                2,
                                64,
                                ROOM,
                                BOOT.plus(BOOT)),
                        new World(
                                new Persona("sandbox", "user", "/home/user"),
                                new World.Network.Closed()),
                        new SandboxSpec.Listener.None());
        Path fresh = parts.folder().resolve("state.new");
        try (Sandbox sandbox = executor.start(spec)) {
            Path out = sandbox.outside(QemuLine.AT + "out");
            ready(sandbox, out.resolve("ready"));
            try (var answers =
                            new BufferedReader(
                                    new InputStreamReader(
                                            sandbox.pipes().stdout(), StandardCharsets.UTF_8));
                    OutputStream orders = sandbox.pipes().stdin()) {
                answers.readLine(); // Its greeting.
                order(orders, answers, "qmp_capabilities", "{}");
                order(
                        orders,
                        answers,
                        "migrate-set-parameters",
                        "{\"max-bandwidth\":100000000000}");
                order(
                        orders,
                        answers,
                        "migrate",
                        "{\"uri\":\"exec:cat > %sout/state\"}".formatted(QemuLine.AT));
                String status = "active";
                while (!status.equals("completed")) {
                    if (status.equals("failed")) {
                        throw new ExecutorException("the guest cannot be saved");
                    }
                    Thread.sleep(LOOK);
                    status =
                            order(orders, answers, "query-migrate", "{}")
                                    .path("status")
                                    .asString("setup");
                }
            }
            Files.copy(out.resolve("state"), fresh, StandardCopyOption.REPLACE_EXISTING);
        }
        open(fresh);
        Files.move(fresh, to.state(), StandardCopyOption.ATOMIC_MOVE);
    }

    private static void ready(Sandbox sandbox, Path sign) throws IOException, InterruptedException {
        long end = System.nanoTime() + BOOT.toNanos();
        while (!Files.exists(sign) || Files.size(sign) == 0) {
            if (System.nanoTime() > end) {
                throw new ExecutorException("the guest did not boot within " + BOOT);
            }
            if (sandbox.await(LOOK).isPresent()) {
                throw new ExecutorException(
                        "QEMU ended at once: "
                                + new String(
                                        sandbox.pipes().stderr().readNBytes(500),
                                        StandardCharsets.UTF_8));
            }
        }
    }

    /** One order of QEMU's monitor; what else it tells in between is passed over. */
    private static JsonNode order(
            OutputStream orders, BufferedReader answers, String verb, String arguments)
            throws IOException {
        orders.write(
                "{\"execute\":\"%s\",\"arguments\":%s}\n"
                        .formatted(verb, arguments)
                        .getBytes(StandardCharsets.UTF_8));
        orders.flush();
        for (String line = answers.readLine(); line != null; line = answers.readLine()) {
            JsonNode answer = Json.read(line);
            if (answer.has("error")) {
                throw new ExecutorException("QEMU refused " + verb + ": " + line);
            }
            if (answer.has("return")) {
                return answer.path("return");
            }
        }
        throw new ExecutorException("QEMU ended while it was asked to " + verb);
    }

    /** The oldest go: each takes as much room as a guest had memory in use. */
    private void sweep() throws IOException {
        List<Path> states =
                GuestImage.matching(parts.folder(), "state-*").stream()
                        .sorted(Comparator.comparingLong(VmSnapshots::age).reversed())
                        .toList();
        for (Path old : states.subList(Math.min(KEPT, states.size()), states.size())) {
            String key = old.getFileName().toString().substring("state-".length());
            Files.deleteIfExists(parts.folder().resolve("root-" + key));
            Files.deleteIfExists(old);
        }
    }

    private static long age(Path file) {
        try {
            return Files.getLastModifiedTime(file).toMillis();
        } catch (IOException gone) {
            return 0;
        }
    }

    private static void open(Path file) throws IOException {
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r--r--"));
    }
}
