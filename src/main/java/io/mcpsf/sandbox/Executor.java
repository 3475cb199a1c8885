package io.mcpsf.sandbox;

/** Starts sandboxes with one kind of isolation. */
public interface Executor {

    /** What this executor enforces here and what it cannot, known before anything is started. */
    Capabilities capabilities();

    /** Starts the program, or throws {@link ExecutorException} and leaves nothing behind. */
    Sandbox start(SandboxSpec spec);
}
