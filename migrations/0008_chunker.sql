-- Made from src/database/schema by npm run migrations: edit the schema and run it again.

DROP INDEX `documents_before_chunker_5`;
CREATE INDEX `documents_before_chunker_6` ON `documents` (`chunker`,`num`) WHERE chunker <> 6;
