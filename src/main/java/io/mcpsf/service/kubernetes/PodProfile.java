package io.mcpsf.service.kubernetes;

import java.util.Arrays;
import java.util.List;

/**
 * What a cluster must grant so that a pod can build its sandbox, from the strongest to the weakest.
 * None gives a capability, and none is taken in the place of another that was asked for.
 */
public enum PodProfile {
    /** A kernel for each pod, by a RuntimeClass such as Kata's; inside the same as LOCALHOST. */
    RUNTIME_CLASS(
            "runtime-class",
            "a RuntimeClass with a kernel of its own for each pod, and user namespaces in it"),
    /** Root in the pod is nobody on the node; our list of system calls lies on each node. */
    LOCALHOST(
            "localhost",
            "user namespaces (hostUsers: false) and the seccomp profile mcpsf.json on each node;"
                    + " passes the Pod Security level baseline"),
    /** The same without a list of system calls; the namespace must be labelled privileged. */
    UNCONFINED(
            "unconfined",
            "user namespaces (hostUsers: false) and a namespace with the Pod Security level"
                    + " privileged, because no seccomp profile is set");

    private final String word;
    private final String needs;

    PodProfile(String word, String needs) {
        this.word = word;
        this.needs = needs;
    }

    public String word() {
        return word;
    }

    /** What the cluster must have for it. */
    public String needs() {
        return needs;
    }

    public static List<String> words() {
        return Arrays.stream(values()).map(PodProfile::word).toList();
    }

    public static PodProfile of(String word) {
        return Arrays.stream(values())
                .filter(one -> one.word.equals(word))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no pod profile " + word));
    }
}
