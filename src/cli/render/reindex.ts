import type { ReindexWork } from "../../workspaces/contract.ts";
import { count, number } from "../terminal/numbers.ts";

const WHAT: Readonly<Record<ReindexWork["kind"], string>> = {
  identity: "Embedding everything again, the old vectors serve until then",
  old_vectors: "Deleting the old vectors",
  chunker: "Cutting documents into passages again",
};

/** As people read them. */
const UNITS: Readonly<Record<ReindexWork["unit"], string>> = { chunks: "passages", documents: "documents" };

/** Cron deletes vectors that no longer serve: until it has begun, nothing is stuck. */
const oldVectorsText = (total: number): string =>
  `The old vectors of ${count(total, "passage")} are no longer used; cron deletes them in a few minutes`;

/** Work on the whole index, one line each; no lines when there is none. */
export const reindexLines = (work: readonly ReindexWork[]): readonly string[] =>
  work.map(({ kind, unit, done, total, endsAt, lastError }) => {
    if (kind === "old_vectors" && done === 0 && lastError === null) return oldVectorsText(total);
    const end = endsAt === null ? "" : `, until about ${endsAt}`;
    const error = lastError === null ? "" : `; last error: ${lastError}`;
    return `${WHAT[kind]}: ${number(done)} of ${number(total)} ${UNITS[unit]}${end}${error}`;
  });
