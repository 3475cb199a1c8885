-- Whose a key, a job and an upload is. What there is from before belongs to one team.
ALTER TABLE access_keys ADD COLUMN team TEXT NOT NULL DEFAULT 'default';

ALTER TABLE jobs ADD COLUMN team TEXT NOT NULL DEFAULT 'default';

ALTER TABLE uploads ADD COLUMN team TEXT NOT NULL DEFAULT 'default';

CREATE INDEX jobs_by_team ON jobs (team, submitted, id);
