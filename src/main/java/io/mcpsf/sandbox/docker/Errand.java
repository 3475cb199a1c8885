package io.mcpsf.sandbox.docker;

import io.mcpsf.os.Child;
import io.mcpsf.os.Cleanup;
import io.mcpsf.sandbox.ExecutorException;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/**
 * Has mcpsf itself work in a container of its own image, on an engine whose containers cannot be
 * watched from here: files are copied in, it runs, its folder of results is copied out, and the
 * container is removed. In there it seals samples with a runtime of its own, which takes the rights
 * to make namespaces and wires, and no others.
 */
public final class Errand {

    /** The folder that what is copied in lies in. */
    public static final String IN = "/opt/mcpsf/work/in";

    /** The folder that results are written to. */
    public static final String OUT = "/opt/mcpsf/work/out";

    private static final String LABEL = Images.LABEL + "=errand";
    private static final int MOST_SAID = 64 << 20;
    private static final List<String> RIGHTS = List.of("SYS_ADMIN", "NET_ADMIN", "SYS_PTRACE");

    private final Engine engine;
    private final String image;
    private final String why;

    Errand(Engine engine, String image, String why) {
        this.engine = engine;
        this.image = image;
        this.why = why;
    }

    /** How it ended and what it wrote to standard output. */
    public record Result(int code, String said) {}

    /** Why it is run there and not here. */
    public String why() {
        return why;
    }

    /**
     * Runs mcpsf there. {@code in} is a folder whose content appears in {@link #IN}; {@code say}
     * hears every line of its standard error; {@code then} is called while the results can be
     * fetched.
     */
    public Result run(List<String> arguments, Path in, Consumer<String> say, Then then)
            throws InterruptedException {
        Images.requirePresent(engine, image);
        removeEnded();
        byte[] chance = new byte[6];
        new SecureRandom().nextBytes(chance);
        String name = "mcpsf-errand-" + HexFormat.of().formatHex(chance);
        try (var undo = new Cleanup()) {
            // Also when the process is asked to end while we wait.
            var hook = new Thread(() -> remove(name));
            Runtime.getRuntime().addShutdownHook(hook);
            undo.add(() -> forget(hook));
            undo.add(() -> remove(name));
            engine.ask(create(name, arguments), new byte[0]);
            engine.ask("cp", in + "/.", name + ":" + IN);
            Result result;
            try (Child child = engine.command(List.of("start", "--attach", name)).start()) {
                var said = CompletableFuture.supplyAsync(() -> read(child));
                listen(child, say);
                int code = child.await();
                result = new Result(code, said.join());
            }
            then.fetch(result, this::fetch, name);
            return result;
        }
    }

    /** What is done with the results while the container is still there. */
    @FunctionalInterface
    public interface Then {
        void fetch(Result result, Fetch fetch, String container);
    }

    /** Copies a file or folder out of the container into a folder here. */
    @FunctionalInterface
    public interface Fetch {
        void copy(String container, String from, Path into);
    }

    private void fetch(String container, String from, Path into) {
        engine.ask("cp", container + ":" + from, into.toString());
    }

    private List<String> create(String name, List<String> arguments) {
        List<String> argv = new ArrayList<>(List.of("create", "--name", name, "--label", LABEL));
        argv.addAll(List.of("--pull", "never", "--cgroupns", "private"));
        RIGHTS.forEach(right -> argv.addAll(List.of("--cap-add", right)));
        for (String free : List.of("seccomp", "apparmor", "systempaths")) {
            argv.addAll(List.of("--security-opt", free + "=unconfined"));
        }
        argv.addAll(List.of("--tmpfs", "/run:exec", "--tmpfs", "/tmp:exec", image));
        argv.addAll(arguments);
        return argv;
    }

    /** What a killed errand left: containers of ours that have ended. The living are spared. */
    private void removeEnded() {
        String ended =
                engine.ask(
                        "ps",
                        "--all",
                        "--quiet",
                        "--filter",
                        "label=" + LABEL,
                        "--filter",
                        "status=exited");
        ended.lines().filter(id -> id.matches("[0-9a-f]{12,64}")).forEach(this::remove);
    }

    private void remove(String container) {
        var result = engine.run(List.of("rm", "--force", "--volumes", container), new byte[0]);
        if (!result.good() && !result.stderr().contains("o such container")) {
            throw new ExecutorException(
                    EngineRefusal.of(engine, "rm", result.stderr(), result.complaint()));
        }
    }

    private static void forget(Thread hook) {
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException e) {
            return; // The process is ending: the hook is at work.
        }
    }

    private static String read(Child child) {
        try {
            return new String(child.stdout().readNBytes(MOST_SAID), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void listen(Child child, Consumer<String> say) {
        try (var lines =
                new BufferedReader(new InputStreamReader(child.stderr(), StandardCharsets.UTF_8))) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                say.accept(line);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
