import { CHUNKER_VERSION } from "../config.ts";

/**
 * An older chunker cut document `d`; versions below zero were given up. It names the present version as the index of such
 * documents does, which SQLite takes for no other condition, and in which no document is that is cut as now.
 */
export const IS_OF_OLDER_CHUNKER = `d.chunker <> ${CHUNKER_VERSION} AND d.chunker >= 0 AND d.chunker < ${CHUNKER_VERSION}`;
