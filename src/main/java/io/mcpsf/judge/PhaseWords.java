package io.mcpsf.judge;

import io.mcpsf.model.Phase;

/** What it means for the reader that a phase of an assessment did not succeed. */
final class PhaseWords {

    private PhaseWords() {}

    /** Without the end of the sentence, where the reason goes. */
    static String failed(Phase phase) {
        return switch (phase) {
            case ACQUIRE -> "The server could not be downloaded";
            case INSPECT -> "The code could not be inspected";
            case INSTALL -> "The server could not be installed";
            case START -> "The server did not come up";
            case HANDSHAKE -> "The server did not complete the MCP handshake";
            case LIST -> "The server did not list its tools";
            case CALL -> "Calling the tools failed";
            case IDLE -> "Watching the idle server failed";
            case RESTART -> "The second start failed";
            case LATER -> "The start at a later date failed";
            case KERNEL -> "The start on another kernel failed";
            case ATTACK -> "The attacks on the tools failed";
            case SCAN -> "The scan failed";
            case STOP -> "The server could not be stopped in an orderly way";
        };
    }

    /** The same for a phase that took too long. */
    static String late(Phase phase) {
        return switch (phase) {
            case ACQUIRE -> "Downloading the server took too long";
            case INSPECT -> "Inspecting the code took too long";
            case INSTALL -> "Installing the server took too long";
            case START -> "Starting the server took too long";
            case HANDSHAKE -> "The server did not answer the MCP handshake in time";
            case LIST -> "The server did not list its tools in time";
            case CALL -> "Calling the tools took too long";
            case IDLE -> "Watching the idle server took too long";
            case RESTART -> "The second start took too long";
            case LATER -> "The start at a later date took too long";
            case KERNEL -> "The start on another kernel took too long";
            case ATTACK -> "The attacks on the tools took too long";
            case SCAN -> "The scan took too long";
            case STOP -> "The server did not stop in time";
        };
    }

    /** A whole sentence about a phase that was never reached. */
    static String missing(Phase phase) {
        return switch (phase) {
            case START -> "The server was never started.";
            case HANDSHAKE -> "There was no MCP handshake.";
            case LIST -> "No tools were listed.";
            default -> "The phase " + phase + " was never reached.";
        };
    }
}
