-- Files of sessions that outlive them; the archive is a blob.
CREATE TABLE snapshots (
    id TEXT PRIMARY KEY,
    session TEXT NOT NULL,
    team TEXT NOT NULL,
    key_id TEXT NOT NULL,
    bytes BIGINT NOT NULL,
    made BIGINT NOT NULL
);

CREATE INDEX snapshots_by_team ON snapshots (team, id);
