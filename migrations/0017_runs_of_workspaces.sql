-- Whose work a run was; NULL: of several workspaces, or of none, which only an owner is told of.
ALTER TABLE runs ADD COLUMN workspace INTEGER;
CREATE INDEX runs_of_workspace ON runs (workspace, started_at);
