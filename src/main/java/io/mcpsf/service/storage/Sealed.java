package io.mcpsf.service.storage;

/**
 * A value that lies encrypted in its column when there is a master key. {@code about} says which
 * value of which row it is and must be the same when it is read: it can't be moved elsewhere.
 */
public record Sealed(String about, String text) {

    @Override
    public String toString() {
        return "sealed, about " + about;
    }
}
