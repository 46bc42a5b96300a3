import { statement } from "../../database/statement.ts";
import { mayAct } from "../../workspaces/access.ts";
import { rankByKeyword } from "../arms/keyword/keyword.ts";
import { type KeywordMatch, matchesRead } from "../arms/keyword/matches.ts";
import type { Absence } from "../contract/relevance.ts";
import type { SearchCaller, SearchDeps } from "../hops/deps.ts";
import { answerName, answersOf, askDatabase, type DatabaseRead, databaseRead } from "../hops/reads.ts";
import type { SearchPlan } from "../plan.ts";
import { withPhrases } from "../query/match-text.ts";
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
/** Of each the beginning, about as much as a passage holds: together they are less than one upload. */
const PAST_CHARS = 4_000;

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

/** What was forgotten is there for those who may undo it: others could spell it out, question by question. */
const SELECT_PAST = statement<PastRow>(
  `SELECT id, substr(text, 1, ${PAST_CHARS}) AS text, state, left_at AS leftAt, superseded_by AS supersededBy FROM past_memories
   WHERE workspace = +:workspace AND (:forgotten OR state <> 'forgotten') ORDER BY left_at DESC LIMIT ${PAST}`,
);

/**
 * Why nothing answers: it was there and is superseded or forgotten, as far as that is kept; it is there and the filters
 * leave it out; or it never was. One hop more, which only an answer of nothing takes.
 */
export async function absenceOf(
  deps: SearchDeps,
  { claims: { scope } }: Pick<SearchCaller, "claims">,
  state: Searched,
): Promise<Absence> {
  const { plan, repaired } = state;
  const { filters } = plan.request;
  const isFiltered = filters !== undefined && Object.keys(filters).length > 0;
  const unfiltered = { ...plan, filters: {}, pool: { ...plan.pool, from: 0, ofArm: 2 * LOOKED_AT } };
  // Filters are held against documents, and what left has none.
  const reads = isFiltered
    ? matchesRead(BEYOND, unfiltered, repaired.query)
    : [pastRead(plan, mayAct(scope, "write"))];
  const answers = answersOf().with(await askDatabase(deps, reads));
  const beyond = answering(state, answers.of(BEYOND) ?? []);
  if (beyond.length > 0)
    return { kind: "filtered", filters: Object.keys(filters ?? {}), found: beyond.map(placeOf) };
  const past = (answers.of(LEFT) ?? []).filter(answersAlone(state));
  if (past.length === 0) return { kind: "never" };
  return { kind: "gone", memories: past.slice(0, NAMED).map(leftMemory) };
}

const pastRead = ({ workspace, query }: SearchPlan, forgotten: boolean): DatabaseRead =>
  databaseRead(LEFT, {
    statement: SELECT_PAST,
    values: { workspace, forgotten: forgotten ? 1 : 0 },
    answer: (rows) => withPhrases(rows, query.phrases),
  });

const floorOf = ({ plan }: Searched): number => plan.profile.relevance.floor || DEFAULT_FLOOR;

const placeOf = (row: KeywordMatch): string => rootedCitation(row.root, citation(row));

/** The passages that answer, by their words. */
function answering(state: Searched, matches: readonly KeywordMatch[]): readonly KeywordMatch[] {
  const { repaired, plan } = state;
  const ranked = rankByKeyword(repaired, matches, plan);
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
      const headings = [...row.headings, ...(row.names ?? [])];
      const of = evidence({ ...row, headings }, { ...UNRANKED, keyword: score });
      return probabilityOf("passage", of, "keyword") >= floorOf(state) ? [row] : [];
    })
    .slice(0, NAMED);
}

/** Whether a text answers that no list ranks: by half of the query's words at least, as one in the middle of a list. */
function answersAlone(state: Searched): (row: PastRow) => boolean {
  const evidence = evidenceOf(state.repaired, []);
  return ({ text }) => {
    const of = evidence({ text, headings: [], path: "" }, UNRANKED);
    return (of.found ?? 0) >= MOST && probabilityOf("answer", of, "keyword") >= floorOf(state);
  };
}

const UNRANKED = { keyword: undefined, cosine: undefined, rerank: undefined };
/** Share of the query that a memory that left must hold: with less it has a word in common. */
const MOST = 0.5;

/** A memory that left, without its text: who forgot it does not want to read it. */
const leftMemory = ({ id, state, leftAt, supersededBy }: PastRow) => ({
  id,
  state,
  at: new Date(leftAt).toISOString(),
  ...(supersededBy !== null && { supersededBy }),
});
