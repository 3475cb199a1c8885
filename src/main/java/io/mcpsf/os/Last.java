package io.mcpsf.os;

/** The end of a thread, waited for whatever happens to whoever waits. */
public final class Last {

    private Last() {}

    /**
     * Returns when the thread has ended, however often the caller is interrupted meanwhile: what
     * the thread still reads, memory of the kernel's above all, must not be taken from under it.
     * Only for threads that were told to end and will.
     */
    public static void of(Thread thread) {
        boolean interrupted = false;
        while (true) {
            try {
                thread.join();
                break;
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
