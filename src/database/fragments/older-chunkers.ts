import { CHUNKER_VERSION } from "../../config.ts";

/**
 * An older chunker cut document `d`; versions below zero were given up. `<>` only seems to say too much: SQLite uses a
 * partial index (here `documents_before_chunker_…`) only where the query repeats the index's own condition.
 * https://www.sqlite.org/partialindex.html
 */
export const IS_OF_OLDER_CHUNKER = `d.chunker <> ${CHUNKER_VERSION} AND d.chunker >= 0 AND d.chunker < ${CHUNKER_VERSION}`;
