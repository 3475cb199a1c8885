package io.mcpsf.run.request;

/** A person who can be asked while code runs; the code waits meanwhile. */
@FunctionalInterface
public interface Approver {

    /** Only an explicit yes is one. The question may quote the code, made printable. */
    boolean approves(String question) throws InterruptedException;

    /** Where nobody can be asked. */
    static Approver nobody() {
        return _ -> false;
    }
}
