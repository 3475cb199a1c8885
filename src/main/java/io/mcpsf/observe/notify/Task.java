package io.mcpsf.observe.notify;

/**
 * A thread of the sample: its id as we count and as it counts itself, our descriptor of its folder
 * in /proc, and the process it belongs to.
 */
final class Task {

    final int thread;
    final int folder;
    final int insideThread;
    final int insideProcess;
    final Member process;

    /** Its process's folder in /proc as it sees it itself. */
    final String ownFolder;

    long checkedNanos;

    Task(int thread, int folder, int insideThread, int insideProcess, Member process) {
        this.thread = thread;
        this.folder = folder;
        this.insideThread = insideThread;
        this.insideProcess = insideProcess;
        this.process = process;
        this.ownFolder = "/proc/" + insideProcess;
    }

    boolean main() {
        return insideThread == insideProcess;
    }

    /** A process by our own number; the kernel's id alone is not enough, it is used again. */
    static final class Member {
        final int number;
        final int parent;
        final int id;
        final long start;
        boolean announced;

        Member(int number, int parent, int id, long start) {
            this.number = number;
            this.parent = parent;
            this.id = id;
            this.start = start;
        }
    }
}
