-- Made from src/database/schema by npm run migrations: edit the schema and run it again.

DROP INDEX `documents_by_chunker`;
CREATE INDEX `documents_before_chunker_3` ON `documents` (`chunker`,`num`) WHERE chunker <> 3;
