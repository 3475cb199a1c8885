package io.mcpsf.acquire;

/** A registry answered, and has no package of that name. */
final class MissingPackageException extends AcquireException {

    MissingPackageException(String what, String why, String next) {
        super(what, why, next);
    }
}
