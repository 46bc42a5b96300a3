-- The newest documents, without reading all of them: what a search falls back to, and what is recent.
CREATE INDEX documents_by_date ON documents (workspace, dated_at);
