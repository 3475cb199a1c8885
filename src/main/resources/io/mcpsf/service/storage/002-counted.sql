-- How often it happened: equal refusals are one entry.
ALTER TABLE audit ADD COLUMN times BIGINT NOT NULL DEFAULT 1;
