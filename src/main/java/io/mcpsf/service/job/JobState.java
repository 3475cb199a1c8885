package io.mcpsf.service.job;

/** Where a job is on its way. */
public enum JobState {
    AWAITING_APPROVAL(false),
    QUEUED(false),
    RUNNING(false),
    DONE(true),
    FAILED(true),
    CANCELLED(true),
    REFUSED(true);

    /** The states that are over, for SQL. */
    static final String OVER = "('DONE', 'FAILED', 'CANCELLED', 'REFUSED')";

    private final boolean over;

    JobState(boolean over) {
        this.over = over;
    }

    public boolean over() {
        return over;
    }
}
