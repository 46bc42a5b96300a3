import type { ReindexWork } from "../../contract/reindex.ts";
import { number } from "./numbers.ts";

const WHAT: Readonly<Record<ReindexWork["kind"], string>> = {
  identity: "Embedding everything anew, the old vectors serve until then",
  old_vectors: "Deleting the old vectors (begins at the next cron)",
  chunker: "Cutting documents anew",
};

/** Work on the whole index, one line each; no lines when there is none. */
export const reindexLines = (work: readonly ReindexWork[]): readonly string[] =>
  work.map(({ kind, unit, done, total, endsAt, lastError }) => {
    const end = endsAt === null ? "" : `, until about ${endsAt}`;
    const error = lastError === null ? "" : `; last error: ${lastError}`;
    return `${WHAT[kind]}: ${number(done)} of ${number(total)} ${unit}${end}${error}`;
  });
