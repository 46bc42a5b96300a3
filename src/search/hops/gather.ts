import { DEFAULTS } from "../../config.ts";
import type { ErrorCode } from "../../errors.ts";
import { identityKey, namespaceOf, type Vector, type VectorMatch } from "../../models/ports.ts";
import type { Expanded } from "../arms/expansion/expand.ts";
import { type ExpansionMatches, type Rewrite, rewritesOf, stemsOf } from "../arms/expansion/expansion.ts";
import { compareExactly, mergeNearest } from "../arms/vector/vector.ts";
import { splitForVectors } from "../query/filters/filters.ts";
import { type RepairedQuery, repairQuery, repairTask, statisticsOf } from "../query/repair/repair-step.ts";
import { keywordQuery, type SearchPlan } from "../query/search-plan.ts";
import type { FirstHopAnswer, KeywordMatch, KeywordQuery, StoredVector } from "../sql/search-types.ts";
import { type Deadline, within } from "./deadline.ts";
import { hop, type SearchParts, usesKeywordArm } from "./parts.ts";
import type { Scored } from "./scored.ts";
import { type Tolerated, tolerate } from "./tolerate.ts";

/** What the arms have found after hop 2. */
export interface Gathered {
  readonly repaired: RepairedQuery;
  /** The keyword arm's rows; undefined while `owedKeyword` must still be asked, or when the arm does not run. */
  readonly keyword: readonly KeywordMatch[] | undefined;
  /** A keyword question that could only be put after hop 2: a repaired one, or the stand-in for lost vectors. */
  readonly owedKeyword: KeywordQuery | undefined;
  /** The vector index's pool, unknown chunks among it; undefined: it was not asked or did not answer. */
  readonly nearest: readonly Scored[] | undefined;
  /** What the query's other forms found. */
  readonly expansions: ExpansionMatches;
  readonly lost: ErrorCode | undefined;
  readonly isFilterPartial: boolean;
  readonly pendingSkipped: number;
}

export interface GatherInput {
  readonly first: FirstHopAnswer;
  readonly vector: Vector | undefined;
  readonly expanded: Expanded;
  readonly deadline: Deadline;
}

/** How the vector arm can apply the filters: in the index, exactly over what they leave, or only afterwards. */
function vectorRoute(
  { filters }: SearchPlan,
  { filteredChunks }: FirstHopAnswer,
): "index" | "exact" | "partial" {
  if (splitForVectors(filters).isWhole) return "index";
  return (filteredChunks ?? 0) <= DEFAULTS.exactFilterChunks ? "exact" : "partial";
}

/** Hop 2: the vector search, beside it vectors not yet visible, rewrites, and the repair of words that nothing contains. */
export async function gather(parts: SearchParts, plan: SearchPlan, input: GatherInput): Promise<Gathered> {
  const { first } = input;
  const { memory } = parts;
  const { num, version } = first.workspace ?? { num: 0, version: 0 };
  const usesKeyword = usesKeywordArm(parts, plan.profile);
  const task = usesKeyword ? repairTask(plan.query, first, memory) : { words: [], lacking: [] };
  const statistics = statisticsOf(first);
  const vocabulary = (letter: string) => memory.vocabulary(num, version, letter) ?? [];
  const early =
    task.lacking.length === 0 ? repairQuery(plan.query, task, { statistics, vocabulary }) : undefined;
  const found = await secondHop(parts, plan, { ...input, lacking: task.lacking, early });
  for (const [letter, terms] of found.vocabulary) memory.keepVocabulary(num, version, letter, terms);
  const repaired = early ?? repairQuery(plan.query, task, { statistics, vocabulary });
  const isLate = early === undefined && repaired.repairs.length > 0;
  const isStandIn = !usesKeyword && plan.profile.arms.vector && found.nearest === undefined;
  return {
    repaired,
    keyword: usesKeyword && !isLate ? (found.keyword ?? first.keyword) : undefined,
    owedKeyword: isLate || isStandIn ? keywordQuestion(parts, plan, repaired) : undefined,
    nearest: found.nearest,
    expansions: found.expansions,
    lost: found.lost,
    isFilterPartial:
      found.nearest !== undefined && parts.vectors !== undefined && vectorRoute(plan, first) === "partial",
    pendingSkipped: found.pendingSkipped,
  };
}

/** The keyword question for a query, with stored vectors where the arm scores the pool by them. */
export function keywordQuestion(
  { embedder }: SearchParts,
  plan: SearchPlan,
  { query }: Pick<RepairedQuery, "query">,
): KeywordQuery | undefined {
  const needsVectors = embedder.kind === "embedded" && plan.profile.arms.vector;
  return keywordQuery(
    { ...plan, query },
    { vectorsOf: needsVectors ? identityKey(embedder.identity) : undefined },
  );
}

interface SecondHop {
  readonly keyword: readonly KeywordMatch[] | undefined;
  readonly vocabulary: Awaited<ReturnType<SearchParts["store"]["second"]>>["vocabulary"];
  readonly nearest: readonly Scored[] | undefined;
  readonly expansions: ExpansionMatches;
  readonly lost: ErrorCode | undefined;
  readonly pendingSkipped: number;
}

/** The rewrites of a profile that searches by keyword. */
function rewritesFor(parts: SearchParts, plan: SearchPlan, { expansion }: Expanded): readonly Rewrite[] {
  if (expansion === undefined || !plan.profile.arms.keyword) return [];
  return rewritesOf(expansion, plan.query, (query) => keywordQuestion(parts, plan, { query }));
}

async function secondHop(
  parts: SearchParts,
  plan: SearchPlan,
  input: GatherInput & { readonly lacking: readonly string[]; readonly early: RepairedQuery | undefined },
): Promise<SecondHop> {
  const { first, vector, lacking, early } = input;
  const searchesIndex = vector !== undefined && parts.vectors !== undefined;
  const route = searchesIndex ? vectorRoute(plan, first) : undefined;
  const limit = parts.limits.maxPendingScan;
  const scansPending = (route === "index" || route === "partial") && first.embeddedChunks > 0;
  const keyword =
    early !== undefined && early.repairs.length > 0 ? keywordQuestion(parts, plan, early) : undefined;
  const rewrites = rewritesFor(parts, plan, input.expanded);
  const asksDatabase =
    scansPending || route === "exact" || keyword !== undefined || lacking.length > 0 || rewrites.length > 0;
  const asksIndex = route === "index" || route === "partial";
  const reads = asksDatabase
    ? parts.store.second({
        workspace: first.workspace?.num ?? 0,
        identity: identityKey(parts.embedder.identity),
        notYetVisible: scansPending ? { filters: plan.filters, limit } : undefined,
        exact: route === "exact" ? plan.filters : undefined,
        keyword,
        vocabulary: lacking,
        ...(rewrites.length > 0 && {
          rewrites: { questions: rewrites.map(({ question }) => question), stems: stemsOf(rewrites) },
        }),
      })
    : undefined;
  const inIndex = (one: Vector) => searchIndex(parts, plan, { ...input, vector: one });
  const searched = asksIndex && vector ? inIndex(vector) : undefined;
  const others = searchesIndex ? input.expanded.vectors : [];
  const searchedOthers = Promise.all(asksIndex ? others.map((other) => inIndex(other.vector)) : []);
  const all = Promise.all([reads, searched, searchedOthers]);
  const [read, index, otherIndexes] = await ((reads ?? searched) ? hop(parts.meter, all) : all);
  const isExact = route === "exact";
  const stored = read?.vectors ?? [];
  const rows = read?.rewrites ?? [];
  const { chunkCount, chunkFrequency } = statisticsOf(first);
  return {
    keyword: read?.keyword,
    vocabulary: read?.vocabulary ?? new Map(),
    nearest: vector && nearestOf(vector, stored, { index, isExact }),
    expansions: {
      rewrites: rewrites.map(({ arm, query }, at) => ({ arm, query, rows: rows[at] ?? [] })),
      statistics: { chunkCount, chunkFrequency: read?.documentFrequency ?? chunkFrequency },
      vectors: others.flatMap(({ arm, vector: other }, at) => {
        const entries = nearestOf(other, stored, { index: otherIndexes[at], isExact });
        return entries === undefined ? [] : [{ arm, entries }];
      }),
    },
    lost: [index, ...otherIndexes].find((one) => one?.lost !== undefined)?.lost,
    pendingSkipped: scansPending ? Math.max(0, first.embeddedChunks - limit) : 0,
  };
}

function searchIndex(
  { vectors, meter }: SearchParts,
  { filters, armPool }: SearchPlan,
  { first, vector, deadline }: GatherInput & { readonly vector: Vector },
): Promise<Tolerated<readonly VectorMatch[]>> {
  const { num, generation } = first.workspace ?? { num: 0, generation: 0 };
  const options = { limit: Math.min(armPool, DEFAULTS.armPool), filter: splitForVectors(filters).filter };
  const call = async () =>
    (await vectors?.nearest(namespaceOf({ workspace: num, generation }), vector, options)) ?? [];
  return tolerate(
    () => within(deadline.left(DEFAULTS.vectorTimeoutMs), call),
    () => {
      meter.hops += 1;
    },
  );
}

/** The vector arm's list; undefined when there is no index, or it did not answer and D1 has nothing to compare. */
function nearestOf(
  vector: Vector,
  stored: readonly StoredVector[],
  { index, isExact }: { index: Tolerated<readonly VectorMatch[]> | undefined; isExact: boolean },
): readonly Scored[] | undefined {
  const exact = compareExactly(vector, stored);
  if (isExact) return exact.slice(0, DEFAULTS.armPool);
  if (index?.value === undefined && exact.length === 0) return undefined;
  return mergeNearest(index?.value ?? [], exact);
}
