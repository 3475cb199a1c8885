package io.mcpsf.policy;

import java.util.List;

/**
 * A secret that code may use without holding it: the code gets a stand-in, and the boundary writes
 * the real value into requests to these hosts, at this place. {@code reveal} lets code ask the
 * broker for the value itself, for one of these purposes (none named: any), that often, and {@code
 * ask} lets a person decide about each time.
 */
public record SecretGrant(
        String from,
        List<String> to,
        List<String> methods,
        PutAs as,
        boolean reveal,
        List<String> purposes,
        int uses,
        boolean ask) {

    public SecretGrant {
        to = List.copyOf(to);
        methods = List.copyOf(methods);
        purposes = List.copyOf(purposes);
    }

    /** One that says nothing of purposes: code may ask once. */
    public SecretGrant(
            String from, List<String> to, List<String> methods, PutAs as, boolean reveal) {
        this(from, to, methods, as, reveal, List.of(), 1, false);
    }

    /** The part of a request in which the stand-in is replaced. */
    public enum PutAs {
        HEADER,
        QUERY,
        BODY
    }
}
