package io.mcpsf.observe.ebpf;

/** No program of ours runs in this kernel; the message says why. */
public final class UnavailableException extends Exception {
    UnavailableException(String message) {
        super(message);
    }
}
