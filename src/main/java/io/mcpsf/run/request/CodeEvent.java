package io.mcpsf.run.request;

import tools.jackson.databind.node.ObjectNode;

/** What comes of code or a program while it runs. All of it is the code's own word. */
public sealed interface CodeEvent {

    /** Where bytes were written. */
    enum Stream {
        STDOUT,
        STDERR,
        TERMINAL
    }

    /** Bytes as they were written. */
    @SuppressWarnings("ArrayRecordComponent") // Handed on once, never compared.
    record Written(Stream stream, byte[] bytes) implements CodeEvent {}

    /** A value that was shown, by MIME type; {@code main} is that of the last expression. */
    record Result(ObjectNode data, boolean main) implements CodeEvent {}

    /** What the code failed with. */
    record Failed(String name, String value, String traceback) implements CodeEvent {}

    /** It is over. */
    record Ended(int exitCode) implements CodeEvent {}
}
