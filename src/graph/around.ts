import { namedIn } from "../search/arms/entity/entity.ts";
import { nameCandidates } from "../search/arms/entity/named-entities.ts";
import type { AnyHit } from "../search/contract/hits.ts";
import { type SearchAnswer, SearchRequest } from "../search/contract/search.ts";
import type { RelationRow } from "../search/sql/graph-types.ts";
import type { WorkspaceContext } from "../workspaces/context.ts";
import { hasNamesOff } from "../workspaces/workspace-settings.ts";
import { cited, entityOf, relationsBetween } from "./answers.ts";
import type { GraphAnswer } from "./contract.ts";
import { entityCalled } from "./graph.ts";
import { entitiesNamed, entitiesOfChunks } from "./sql/graph-reads.ts";
import { citedEntities } from "./sql/mention-reads.ts";
import { neighboursOf } from "./sql/relation-reads.ts";

type Row = WorkspaceContext & { readonly row: { readonly version: number; readonly settings: string } };

/** Entities that a graph begins from. */
const MAX_STARTS = 5;
/** Entities whose relations are read in one step, and relations that a step reads: a hub is not read whole. */
const MAX_FRONTIER = 12;
const RELATIONS_A_STEP = 48;
/** Hits whose entities stand in where a query names none. */
const STAND_IN_HITS = 5;
/** Passages of an entity that are looked at for what is named beside it. */
const PASSAGES_BESIDE = 3;

/** What names the start: words, or one entity. */
export interface GraphQuery {
  readonly query?: string | undefined;
  readonly entity?: string | undefined;
  readonly limit: number;
  readonly depth: number;
}

type Searching = (context: WorkspaceContext, request: SearchRequest) => Promise<SearchAnswer<AnyHit>>;

interface Start {
  readonly start: "names" | "hits";
  readonly slugs: readonly string[];
}

/** What has been found: entities by their steps from the start, and what relates them. */
interface Walked {
  readonly distances: Map<string, number>;
  readonly relations: RelationRow[];
  readonly truncated: boolean;
}

/**
 * Entities and relations around one entity, what a query names, or else its best hits; `truncated` says that there is more.
 * Throws `not_found` for an entity that is not there.
 */
export async function graphAround(
  context: Row,
  asked: GraphQuery,
  searching: Searching,
): Promise<GraphAnswer> {
  const { session, row } = context;
  const { start, slugs } = await startOf(context, asked, searching);
  const starts = slugs.slice(0, Math.min(MAX_STARTS, asked.limit));
  const walked = await walk(context, { ...asked, starts });
  const { entities, relations } = await shownOf(context, { starts, walked, limit: asked.limit });
  return {
    start: entities.length === 0 ? "nothing" : start,
    entities: entities.map((entity) => ({
      ...entityOf(entity),
      distance: walked.distances.get(entity.slug) ?? 0,
      citations: entity.citations.map(cited),
    })),
    relations,
    truncated: walked.truncated || slugs.length > MAX_STARTS,
    ...(hasNamesOff(session, row) && { namesOff: true }),
    version: row.version,
  };
}

async function startOf(
  context: WorkspaceContext,
  { query = "", entity }: GraphQuery,
  searching: Searching,
): Promise<Start> {
  if (entity !== undefined) return { start: "names", slugs: [(await entityCalled(context, entity)).slug] };
  const known = await entitiesNamed(context.session, context.workspace, nameCandidates(query));
  const named = namedIn(query, known).map((one) => one.entity.slug);
  if (named.length > 0) return { start: "names", slugs: named };
  return { start: "hits", slugs: await entitiesOfHits(context, query, searching) };
}

/** What readers see of it; a start that nothing seen is related to is joined to what is named beside it. */
async function shownOf(
  { session, workspace }: WorkspaceContext,
  { starts, walked, limit }: { starts: readonly string[]; walked: Walked; limit: number },
) {
  const read = async () => {
    const slugs = [...walked.distances.keys()];
    const entities = await citedEntities(session, { workspace, slugs, each: 1 });
    return { entities, relations: relationsBetween(entities, walked.relations) };
  };
  const shown = await read();
  const joined = new Set(shown.relations.flatMap(({ from, to }) => [from, to]));
  const alone = starts.filter((slug) => !joined.has(slug));
  if (alone.length === 0) return shown;
  // What readers do not see takes no room.
  const seen = new Set(shown.entities.map(({ slug }) => slug));
  for (const slug of walked.distances.keys()) if (!seen.has(slug)) walked.distances.delete(slug);
  await addNamedBeside({ session, workspace }, alone, { ...walked, limit });
  return read();
}

/** Joins entities to what the newest passages that name them name too. */
async function addNamedBeside(
  { session, workspace }: Pick<WorkspaceContext, "session" | "workspace">,
  starts: readonly string[],
  { distances, relations, limit }: Walked & { readonly limit: number },
): Promise<void> {
  const related = new Set(relations.map(({ from, to }) => pairOf(from, to)));
  const cited = await citedEntities(session, { workspace, slugs: starts, each: PASSAGES_BESIDE });
  for (const { slug: from, citations } of cited)
    for (const chunk of citations) {
      const beside = await entitiesOfChunks(session, workspace, { ids: [chunk.id], limit: MAX_STARTS });
      for (const to of beside) {
        const hasNoRoom = !distances.has(to) && distances.size >= limit;
        if (to === from || related.has(pairOf(from, to)) || hasNoRoom) continue;
        related.add(pairOf(from, to));
        relations.push({ from, to, type: "named_with", chunk });
        if (!distances.has(to)) distances.set(to, 1);
      }
    }
}

const pairOf = (one: string, other: string): string => JSON.stringify([one, other].sort());

async function entitiesOfHits(
  context: WorkspaceContext,
  query: string,
  searching: Searching,
): Promise<readonly string[]> {
  // The view that does nothing with the passages: those below it shorten ids or leave them out.
  const wish = { query, profile: "keyword", view: "full", limit: STAND_IN_HITS, log: false };
  // A name asks nothing that a passage could answer.
  const request = { ...wish, settings: { "relevance.floor": 0 } };
  const { hits } = await searching(context, SearchRequest.parse(request));
  const ids = hits.flatMap((hit) => ("id" in hit ? [hit.id] : []));
  return entitiesOfChunks(context.session, context.workspace, { ids, limit: MAX_STARTS });
}

/** Breadth first; an entity that was seen is not gone to again, so that circles end. */
async function walk(
  { session, workspace }: WorkspaceContext,
  { starts, limit, depth }: { starts: readonly string[]; limit: number; depth: number },
): Promise<Walked> {
  const distances = new Map(starts.map((slug) => [slug, 0]));
  const relations: RelationRow[] = [];
  let truncated = false;
  let frontier = [...starts];
  for (let step = 1; step <= depth && frontier.length > 0; step++) {
    const from = frontier.slice(0, MAX_FRONTIER);
    const each = Math.max(1, Math.floor(RELATIONS_A_STEP / from.length / 2));
    // One more than is shown tells whether there is more.
    const around = await neighboursOf(session, workspace, { slugs: from, limit: each + 1 });
    truncated ||= from.length < frontier.length;
    const lists = around.flatMap(({ outgoing, incoming }) => [outgoing, incoming]);
    truncated ||= lists.some(({ length }) => length > each);
    const found = lists.flatMap((list) => list.slice(0, each));
    relations.push(...found);
    const ends = new Set(found.flatMap(({ from: source, to }) => [source, to]));
    const unseen = [...ends].filter((slug) => !distances.has(slug));
    frontier = unseen.slice(0, limit - distances.size);
    truncated ||= frontier.length < unseen.length;
    for (const slug of frontier) distances.set(slug, step);
  }
  return { distances, relations, truncated };
}
