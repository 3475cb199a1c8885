package io.mcpsf.boundary.service;

/** Hears what a service is asked. */
@FunctionalInterface
public interface ServiceListener {

    /** {@code statement} is it in words, {@code hostile} all its bytes. */
    void heard(String statement, byte[] hostile);
}
