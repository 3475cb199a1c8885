-- Times are milliseconds since 1970, zero stands for none; facts are 0 or 1. So both dialects read the same file.
CREATE TABLE access_keys (
    id TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    role TEXT NOT NULL,
    hash TEXT NOT NULL,
    created BIGINT NOT NULL,
    expires BIGINT NOT NULL,
    used BIGINT NOT NULL,
    revoked BIGINT NOT NULL,
    per_minute BIGINT NOT NULL,
    jobs_at_once BIGINT NOT NULL,
    jobs_per_day BIGINT NOT NULL
);

CREATE TABLE sessions (
    hash TEXT PRIMARY KEY,
    key_id TEXT NOT NULL,
    expires BIGINT NOT NULL
);

CREATE TABLE jobs (
    id TEXT PRIMARY KEY,
    state TEXT NOT NULL,
    source TEXT NOT NULL,
    profile TEXT NOT NULL,
    label TEXT NOT NULL,
    priority BIGINT NOT NULL,
    request TEXT NOT NULL,
    -- Values of variables and headers, sealed when there is a master key, emptied when the job is over.
    secrets TEXT NOT NULL,
    key_id TEXT NOT NULL,
    submitted BIGINT NOT NULL,
    not_before BIGINT NOT NULL,
    started BIGINT NOT NULL,
    finished BIGINT NOT NULL,
    attempt BIGINT NOT NULL,
    attempts BIGINT NOT NULL,
    worker TEXT NOT NULL,
    -- Drawn anew for each attempt: whoever writes about a running job must know it.
    token TEXT NOT NULL,
    lease_until BIGINT NOT NULL,
    cancel_asked BIGINT NOT NULL,
    last_event BIGINT NOT NULL,
    version BIGINT NOT NULL,
    approval TEXT NOT NULL,
    verdict TEXT NOT NULL,
    score BIGINT NOT NULL,
    subject TEXT NOT NULL,
    subject_kind TEXT NOT NULL,
    result TEXT NOT NULL,
    failure TEXT NOT NULL
);

CREATE INDEX jobs_by_time ON jobs (submitted, id);

CREATE INDEX jobs_by_state ON jobs (state, key_id, priority, submitted);

CREATE INDEX jobs_by_key ON jobs (key_id, started);

CREATE INDEX jobs_by_end ON jobs (finished);

CREATE TABLE events (
    job TEXT NOT NULL,
    n BIGINT NOT NULL,
    at BIGINT NOT NULL,
    kind TEXT NOT NULL,
    body TEXT NOT NULL,
    PRIMARY KEY (job, n)
);

CREATE TABLE files (
    job TEXT NOT NULL,
    name TEXT NOT NULL,
    blob TEXT NOT NULL,
    bytes BIGINT NOT NULL,
    sha256 TEXT NOT NULL,
    PRIMARY KEY (job, name)
);

CREATE TABLE findings (
    job TEXT NOT NULL,
    n BIGINT NOT NULL,
    submitted BIGINT NOT NULL,
    finding TEXT NOT NULL,
    rule TEXT NOT NULL,
    title TEXT NOT NULL,
    severity BIGINT NOT NULL,
    message TEXT NOT NULL,
    tool TEXT NOT NULL,
    phase TEXT NOT NULL,
    -- All that is searched, in small letters.
    words TEXT NOT NULL,
    PRIMARY KEY (job, n)
);

CREATE INDEX findings_by_rule ON findings (rule, submitted);

CREATE INDEX findings_by_time ON findings (submitted, job, n);

CREATE TABLE indicators (
    job TEXT NOT NULL,
    n BIGINT NOT NULL,
    submitted BIGINT NOT NULL,
    type TEXT NOT NULL,
    value TEXT NOT NULL,
    severity TEXT NOT NULL,
    words TEXT NOT NULL,
    PRIMARY KEY (job, n)
);

CREATE INDEX indicators_by_value ON indicators (type, value);

CREATE INDEX indicators_by_time ON indicators (submitted, job, n);

CREATE TABLE uploads (
    id TEXT PRIMARY KEY,
    key_id TEXT NOT NULL,
    name TEXT NOT NULL,
    blob TEXT NOT NULL,
    bytes BIGINT NOT NULL,
    sha256 TEXT NOT NULL,
    entries BIGINT NOT NULL,
    created BIGINT NOT NULL,
    expires BIGINT NOT NULL
);

CREATE TABLE repeats (
    key_id TEXT NOT NULL,
    word TEXT NOT NULL,
    digest TEXT NOT NULL,
    made TEXT NOT NULL,
    created BIGINT NOT NULL,
    PRIMARY KEY (key_id, word)
);

CREATE TABLE workers (
    id TEXT PRIMARY KEY,
    host TEXT NOT NULL,
    version TEXT NOT NULL,
    slots BIGINT NOT NULL,
    running BIGINT NOT NULL,
    heard BIGINT NOT NULL
);

CREATE TABLE audit (
    n BIGINT PRIMARY KEY,
    at BIGINT NOT NULL,
    key_id TEXT NOT NULL,
    role TEXT NOT NULL,
    origin TEXT NOT NULL,
    action TEXT NOT NULL,
    resource TEXT NOT NULL,
    status BIGINT NOT NULL,
    keyed BIGINT NOT NULL,
    hash TEXT NOT NULL
);

CREATE TABLE audit_head (
    id BIGINT PRIMARY KEY,
    n BIGINT NOT NULL,
    hash TEXT NOT NULL
);

INSERT INTO audit_head VALUES (1, 0, '');
