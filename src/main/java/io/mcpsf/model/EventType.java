package io.mcpsf.model;

/** What an observation is about, in the words by which people filter. */
public enum EventType {
    FILESYSTEM,
    NETWORK,
    PROCESS,
    SYSCALL,
    PROTOCOL;

    public static EventType of(Observation what) {
        return switch (what) {
            case SocketObservation.BaitLeft left ->
                    switch (left.where()) {
                        case "result", "stderr" -> PROTOCOL;
                        case "file" -> FILESYSTEM;
                        case "argv" -> PROCESS;
                        default -> NETWORK;
                    };
            case RunObservation.ServerStarted _, RunObservation.ServerEnded _ -> PROCESS;
            default ->
                    switch (what.sense()) {
                        case FILES, FILE_CHANGES, PACKAGES, ADVISORIES, CODE -> FILESYSTEM;
                        case SOCKETS, NETWORK -> NETWORK;
                        case PROCESSES, RESOURCES -> PROCESS;
                        case SYSCALLS -> SYSCALL;
                        case PROTOCOL -> PROTOCOL;
                    };
        };
    }
}
