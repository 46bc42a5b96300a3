import { DEFAULTS } from "../../../config.ts";
import { statement } from "../../../database/statement.ts";
import type { SearchAnswer } from "../../contract/search.ts";
import { answerName, type DatabaseRead, databaseRead } from "../../hops/reads.ts";
import type { SearchPlan } from "../../plan.ts";
import { withPhrases } from "../../query/match-text.ts";
import { choice } from "../../setting.ts";
import { type ChunkRow, chunkColumns, chunkRow, type RawChunkRow } from "../../sql/chunk-rows.ts";
import { filterSql } from "../../sql/filter-sql.ts";
import type { Arm, SearchState } from "../arm.ts";

const NEWEST = answerName<readonly ChunkRow[]>("recent");

/** Newest first, where nothing is found: an age is no relevance, so that a score is 1 and less by rank. */
export const recent: Arm = {
  name: "recent",
  settings: {
    recent: choice(["off", "fallback"], "fallback: newest first when no other arm finds anything"),
  },
  isFallback: true,
  // Where the profile declares it, and where no other arm could find anything.
  isOn: ({ profile: { arms } }) => arms.recent === "fallback" || (!arms.keyword && !arms.vector),
  reads: { hop1: newestRead },
  rows: (state) => newest(state).rows,
  lists: (state) => [
    {
      name: "recent",
      arm: "recent",
      entries: newest(state).rows.map(({ id }, at) => ({ id, score: 1 / (at + 1) })),
    },
  ],
};

/** The newest of the asking session, or, when it has none, of the workspace; and which of the two they are. */
export function newest({ plan, answers }: Pick<SearchState, "plan" | "answers">): {
  readonly rows: readonly ChunkRow[];
  readonly fallback: SearchAnswer["fallback"];
} {
  const { session } = plan.request;
  const all = withPhrases(answers.of(NEWEST) ?? [], plan.query.phrases);
  const own = session === undefined ? [] : all.filter((row) => row.session === session);
  if (own.length > 0) return { rows: own, fallback: "recent_session" };
  return { rows: all, fallback: all.length > 0 ? "recent" : undefined };
}

/** Documents of each of the two parts below: every one of them has a chunk, or nearly. */
const DOCUMENTS = DEFAULTS.armPool;

/** No session is called so: without an asking one, none is left out. */
const NO_SESSION = "";

/**
 * Chunks of the newest documents, undated ones last, those of the asking session before all others: each part by an
 * index of its own, so that a search reads no whole workspace for what it may not even show.
 */
function newestRead({ workspace, filters, request }: SearchPlan): readonly DatabaseRead[] {
  const { session } = request;
  const filter = filterSql(filters);
  const part = (where: string, isOwn: 0 | 1, order: string) =>
    `SELECT * FROM (SELECT d.num, ${isOwn} AS isOwn FROM documents d WHERE d.workspace = :workspace AND ${where}
       ORDER BY ${order} DESC, d.num DESC LIMIT ${DOCUMENTS})`;
  const parts = [
    part(`${filter.sql} AND d.session IS NOT :session`, 0, "d.dated_at"),
    ...(session === undefined
      ? []
      : [part(`d.kind = 'memory' AND ${filter.sql} AND d.session = :session`, 1, "d.last_observed")]),
  ];
  const sql = `SELECT ${chunkColumns(request)}${filter.column} FROM (${parts.join(" UNION ALL ")}) r CROSS JOIN documents d ON d.num = r.num
     CROSS JOIN chunks c ON c.document = d.num ORDER BY r.isOwn DESC, d.dated_at DESC, d.num DESC, c.ordinal LIMIT :limit`;
  return [
    databaseRead(NEWEST, {
      statement: statement<RawChunkRow>(sql),
      values: {
        ...{ workspace, session: session ?? NO_SESSION, limit: DEFAULTS.armPool },
        ...filter.values,
      },
      answer: (rows) => filter.passing(rows).map(chunkRow),
    }),
  ];
}
