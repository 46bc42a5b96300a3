import { statement } from "../../database/statement.ts";
import { rankByKeyword } from "../arms/keyword/keyword.ts";
import { type KeywordMatch, matchesRead } from "../arms/keyword/matches.ts";
import type { Absence } from "../contract/relevance.ts";
import type { SearchDeps } from "../hops/deps.ts";
import { answerName, answersOf, askDatabase, databaseRead } from "../hops/reads.ts";
import type { SearchPlan } from "../plan.ts";
import type { RepairedQuery } from "../query/repair.ts";
import { citation, rootedCitation } from "../views/citation.ts";
import { evidenceOf } from "./evidence.ts";
import { DEFAULT_FLOOR } from "./model.ts";
import { probabilityOf } from "./relevance.ts";

/** Passages beyond the filters that are looked at, and named. */
const LOOKED_AT = 5;
const NAMED = 3;
/** Memories that left, newest first, that are looked at. */
const PAST = 200;

const BEYOND = answerName<readonly KeywordMatch[]>("beyond the filters");
const LEFT = answerName<readonly PastRow[]>("past memories");

/** What was searched, repaired. */
interface Searched {
  readonly plan: SearchPlan;
  readonly repaired: RepairedQuery;
}

interface PastRow {
  readonly id: string;
  readonly text: string;
  readonly state: "superseded" | "forgotten";
  readonly leftAt: number;
  readonly supersededBy: string | null;
}

const SELECT_PAST = statement<PastRow>(
  `SELECT id, text, state, left_at AS leftAt, superseded_by AS supersededBy FROM past_memories
   WHERE workspace = :workspace ORDER BY left_at DESC LIMIT ${PAST}`,
);

/**
 * Why nothing answers: it was there and is superseded or forgotten, as far as that is kept; it is there and the filters
 * leave it out; or it never was. One hop more, which only an answer of nothing takes.
 */
export async function absenceOf(deps: SearchDeps, state: Searched): Promise<Absence> {
  const { plan, repaired } = state;
  const { filters } = plan.request;
  const isFiltered = filters !== undefined && Object.keys(filters).length > 0;
  const unfiltered = { ...plan, filters: {}, pool: { ...plan.pool, ofArm: 2 * LOOKED_AT } };
  const reads = [
    ...(isFiltered ? matchesRead(BEYOND, unfiltered, repaired.query) : []),
    databaseRead(LEFT, {
      statement: SELECT_PAST,
      values: { workspace: plan.workspace },
      answer: (rows) => rows,
    }),
  ];
  const answers = answersOf().with(await askDatabase(deps, reads));
  const beyond = answering(state, answers.of(BEYOND) ?? []);
  if (beyond.length > 0)
    return { kind: "filtered", filters: Object.keys(filters ?? {}), found: beyond.map(placeOf) };
  const past = (answers.of(LEFT) ?? []).filter((row) => answersAlone(state, row.text));
  if (past.length === 0) return { kind: "never" };
  return { kind: "gone", memories: past.slice(0, NAMED).map(leftMemory) };
}

const floorOf = ({ plan }: Searched): number => plan.profile.relevance.floor || DEFAULT_FLOOR;

const placeOf = (row: KeywordMatch): string => rootedCitation(row.root, citation(row));

/** The passages that answer, by their words. */
function answering(state: Searched, matches: readonly KeywordMatch[]): readonly KeywordMatch[] {
  const { repaired, plan } = state;
  const ranked = rankByKeyword(repaired, matches, plan.pool);
  const evidence = evidenceOf(
    repaired,
    ranked.map(({ score }) => score),
  );
  const rows = new Map(matches.map((row) => [row.id, row]));
  return ranked
    .slice(0, LOOKED_AT)
    .flatMap(({ id, score }) => {
      const row = rows.get(id);
      if (row === undefined) return [];
      const of = evidence(row, { keyword: score, cosine: undefined, rerank: undefined });
      return probabilityOf("answer", of, "keyword") >= floorOf(state) ? [row] : [];
    })
    .slice(0, NAMED);
}

/** Whether a text answers that no list ranks: as one that leads all others. */
function answersAlone(state: Searched, text: string): boolean {
  const evidence = evidenceOf(state.repaired, [1]);
  const said = { keyword: 1, cosine: undefined, rerank: undefined };
  const of = evidence({ text, headings: [], path: "" }, said);
  return probabilityOf("answer", of, "keyword") >= floorOf(state);
}

/** A memory that left, without its text: who forgot it does not want to read it. */
const leftMemory = ({ id, state, leftAt, supersededBy }: PastRow) => ({
  id,
  state,
  at: new Date(leftAt).toISOString(),
  ...(supersededBy !== null && { supersededBy }),
});
