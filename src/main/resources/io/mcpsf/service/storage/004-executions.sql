-- What ran in sessions. The reason is sealed when there is a master key.
CREATE TABLE executions (
    id TEXT PRIMARY KEY,
    session TEXT NOT NULL,
    team TEXT NOT NULL,
    key_id TEXT NOT NULL,
    language TEXT NOT NULL,
    status TEXT NOT NULL,
    exit_code BIGINT NOT NULL,
    kind TEXT NOT NULL,
    why TEXT NOT NULL,
    started BIGINT NOT NULL,
    millis BIGINT NOT NULL
);

CREATE INDEX executions_by_team ON executions (team, id);

CREATE INDEX executions_by_kind ON executions (kind, started);
