package io.mcpsf.linux;

/** A system call that failed, with its name and errno. */
public final class ErrnoException extends RuntimeException {

    private final int errno;

    public ErrnoException(String call, int errno) {
        super(call + ": " + Errno.name(errno));
        this.errno = errno;
    }

    public int errno() {
        return errno;
    }
}
