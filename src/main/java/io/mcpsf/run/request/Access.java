package io.mcpsf.run.request;

import java.util.List;

/**
 * How a server that already runs somewhere is reached: header lines that go to it and to nobody
 * else, whether the profile was chosen or only fell to it, who is asked before a server on this
 * machine is touched, and whether only addresses are dialled that are open to everybody. {@code
 * beside} is the address of the running server whose code is the source, or empty.
 */
public record Access(
        List<String> headers,
        boolean profileChosen,
        Consent consent,
        boolean publicOnly,
        String beside) {

    public Access {
        headers = List.copyOf(headers);
    }

    public Access(List<String> headers, boolean profileChosen, Consent consent) {
        this(headers, profileChosen, consent, false, "");
    }

    /** Somebody who may say no. */
    @FunctionalInterface
    public interface Consent {

        /** Whether to go on after these lines. */
        boolean given(List<String> warning);
    }

    /** No credentials, and no to everything. */
    public static Access none() {
        return new Access(List.of(), false, _ -> false);
    }
}
