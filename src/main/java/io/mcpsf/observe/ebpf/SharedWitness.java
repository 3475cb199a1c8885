package io.mcpsf.observe.ebpf;

import io.mcpsf.observe.SecondWitness;

import java.util.concurrent.CompletableFuture;

/**
 * One witness for all sandboxes of this process. It is loaded while something else is prepared, and
 * ends with the process.
 */
public final class SharedWitness {

    private static final CompletableFuture<Loaded> LOADED = new CompletableFuture<>();

    static {
        Thread.ofPlatform()
                .name("mcpsf-load-witness")
                .daemon()
                .start(() -> LOADED.complete(load()));
    }

    private SharedWitness() {}

    /**
     * @param why why there is none, or empty
     */
    public record Loaded(SecondWitness witness, String why) {}

    /** Begins to load it, and returns at once. */
    public static void prepare() {}

    /** The witness, or nobody where it can't be had. */
    public static Loaded get() {
        return LOADED.join();
    }

    private static Loaded load() {
        try {
            return new Loaded(KernelWitness.load(), "");
        } catch (UnavailableException e) {
            return without(String.valueOf(e.getMessage()));
        } catch (RuntimeException | LinkageError e) {
            return without("loading it failed: " + e);
        }
    }

    private static Loaded without(String why) {
        return new Loaded(SecondWitness.none(why), why);
    }
}
