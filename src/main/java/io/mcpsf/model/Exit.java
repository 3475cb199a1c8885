package io.mcpsf.model;

/**
 * How the main process of a sandbox ended. The reason for a death is read from the kernel's
 * counters, not guessed.
 */
public sealed interface Exit {

    record Code(int value) implements Exit {}

    record Signal(int number) implements Exit {}

    record TimedOut() implements Exit {}

    record OutOfMemory() implements Exit {}

    record TooManyProcesses() implements Exit {}

    /** What it ran in failed, and how it ended is not known. */
    record Lost(String why) implements Exit {}

    /** In words, for people. */
    default String words() {
        return switch (this) {
            case Code(int value) -> "exited with code " + value;
            case Signal(int number) -> "was killed by signal " + number;
            case TimedOut() -> "ran out of time";
            case OutOfMemory() -> "ran out of memory";
            case TooManyProcesses() -> "started too many processes";
            case Lost(String why) -> "its virtual machine failed: " + why;
        };
    }
}
