import { AppError } from "../errors.ts";
import { namedIn } from "../search/arms/entity/entity.ts";
import { nameCandidates } from "../search/arms/entity/named-entities.ts";
import type { AnyHit } from "../search/contract/hits.ts";
import { type SearchAnswer, SearchRequest } from "../search/contract/search.ts";
import type { CitedChunk, EntityRow, RelationRow } from "../search/sql/graph-types.ts";
import { citation } from "../search/views/citation.ts";
import { slugOf } from "../text/slug.ts";
import type { WorkspaceContext } from "../workspaces/context.ts";
import { wrongCursor } from "../workspaces/cursor.ts";
import { hasNamesOff } from "../workspaces/workspace-settings.ts";
import type {
  EntityAnswer,
  EntityList,
  EntityListParameters,
  GraphAnswer,
  GraphParameters,
  RelationAnswer,
} from "./contract.ts";
import {
  entitiesNamed,
  entitiesOfChunks,
  findEntity,
  isShown,
  listEntities,
  remarksOf,
} from "./sql/graph-reads.ts";
import { citedEntities, type MentionPlace, mentionsOf } from "./sql/mention-reads.ts";
import { neighboursOf } from "./sql/relation-reads.ts";

type Row = WorkspaceContext & { readonly row: { readonly version: number; readonly settings: string } };

/** Entities that a graph begins from. */
const MAX_STARTS = 5;
/** Entities whose relations are read in one step, and relations that a step reads: a hub is not read whole. */
const MAX_FRONTIER = 12;
const RELATIONS_A_GRAPH = 48;
const MAX_CITATIONS = 3;
/** Hits whose entities stand in where a query names none. */
const STAND_IN_HITS = 5;
/** Relations of one entity in each direction. */
const RELATIONS_AN_ENTITY = 50;
const MAX_REMARKS = 200;

export type GraphQuery = ReturnType<typeof GraphParameters.parse>;

type Searching = (context: WorkspaceContext, request: SearchRequest) => Promise<SearchAnswer<AnyHit>>;

/** Entities and relations around what a query names, or else its best hits; `truncated` says that there is more. */
export async function graphAround(
  context: Row,
  { query, limit, depth }: GraphQuery,
  searching: Searching,
): Promise<GraphAnswer> {
  const { session, workspace, row } = context;
  const known = await entitiesNamed(session, workspace, nameCandidates(query));
  const named = namedIn(query, known).map(({ entity }) => entity.slug);
  const starts = named.length > 0 ? named : await entitiesOfHits(context, query, searching);
  const begun = starts.slice(0, Math.min(MAX_STARTS, limit));
  const walked = await walk(context, { starts: begun, limit, depth });
  if (walked.relations.length === 0) await addNamedBeside(context, begun, { ...walked, limit });
  const { distances, relations } = walked;
  const shown = await citedEntities(session, { workspace, slugs: [...distances.keys()], each: 1 });
  const start = named.length > 0 ? "names" : "hits";
  return {
    start: shown.length === 0 ? "nothing" : start,
    entities: shown.map((entity) => ({
      ...entityOf(entity),
      distance: distances.get(entity.slug) ?? 0,
      citations: entity.citations.map(cited),
    })),
    relations: relationsBetween(shown, relations),
    truncated: walked.truncated || starts.length > MAX_STARTS,
    ...(hasNamesOff(session, row) && { namesOff: true }),
    version: row.version,
  };
}

/** Passages of an entity that are looked at for what is named beside it. */
const PASSAGES_BESIDE = 3;

/** Where no text says how the entities are related to others: what the newest passages that name them name too. */
async function addNamedBeside(
  { session, workspace }: WorkspaceContext,
  starts: readonly string[],
  {
    distances,
    relations,
    limit,
  }: { distances: Map<string, number>; relations: RelationRow[]; limit: number },
): Promise<void> {
  const cited = await citedEntities(session, { workspace, slugs: starts, each: PASSAGES_BESIDE });
  for (const { slug: from, citations } of cited)
    for (const chunk of citations) {
      const beside = await entitiesOfChunks(session, workspace, { ids: [chunk.id], limit: MAX_STARTS });
      for (const to of beside) {
        const isKnown = relations.some(
          (one) => (one.from === from && one.to === to) || (one.from === to && one.to === from),
        );
        if (to === from || isKnown || (!distances.has(to) && distances.size >= limit)) continue;
        relations.push({ from, to, type: "named_with", chunk });
        if (!distances.has(to)) distances.set(to, 1);
      }
    }
}

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
) {
  const distances = new Map(starts.map((slug) => [slug, 0]));
  const relations: RelationRow[] = [];
  let truncated = false;
  let frontier = [...starts];
  for (let step = 1; step <= depth && frontier.length > 0; step++) {
    const from = frontier.slice(0, MAX_FRONTIER);
    const each = Math.max(1, Math.floor(RELATIONS_A_GRAPH / depth / from.length / 2));
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

const entityOf = ({ slug, name, type, aliases, mentions, state }: EntityRow) => ({
  slug,
  name,
  type,
  aliases: [...aliases],
  mentions,
  manual: state === 1,
});

function cited({ startColumn, endColumn, ...chunk }: CitedChunk) {
  return {
    ...chunk,
    ...(startColumn !== null && { startColumn }),
    ...(endColumn !== null && { endColumn }),
    citation: citation({ ...chunk, startColumn, endColumn }),
  };
}

/** Relations whose both ends are shown, each once with who says so. */
function relationsBetween(
  entities: readonly Pick<EntityRow, "slug">[],
  rows: readonly RelationRow[],
): RelationAnswer[] {
  const shown = new Set(entities.map(({ slug }) => slug));
  const relations = new Map<string, RelationAnswer>();
  const seen = new Set<string>();
  for (const { from, to, type, chunk } of rows) {
    const key = JSON.stringify([from, type, to]);
    const place = `${key} ${chunk?.id ?? ""}`;
    if (!shown.has(from) || !shown.has(to) || seen.has(place)) continue;
    seen.add(place);
    const relation = relations.get(key) ?? { from, to, type, manual: false, citations: [] };
    relations.set(key, relation);
    if (chunk === null) relation.manual = true;
    else if (relation.citations.length < MAX_CITATIONS) relation.citations.push(cited(chunk));
  }
  return [...relations.values()];
}

/** The entity that goes by a name. Throws `not_found`. */
export async function entityCalled(
  { session, workspace }: WorkspaceContext,
  name: string,
): Promise<EntityRow> {
  const found = await findEntity(session, workspace, slugOf(name));
  if (found === undefined || !(await isShown(session, workspace, found.slug))) throw noEntity(name);
  return found;
}

/** `not_found`, with the name that was asked for. */
export const noEntity = (name: string): AppError =>
  new AppError("not_found", `There is no entity "${name}": recall graph list shows those there are`);

/** One entity with a page of its mentions, its relations and remarks. Throws `not_found`, `invalid_input`. */
export async function readEntity(
  context: WorkspaceContext,
  { name, cursor, limit }: { name: string; cursor?: string | undefined; limit: number },
): Promise<EntityAnswer> {
  const { session, workspace } = context;
  const place = parseCursor(cursor);
  const entity = await entityCalled(context, name);
  const { slug } = entity;
  const page = await mentionsOf(session, workspace, { entity: slug, after: place, limit: limit + 1 });
  const around = await neighboursOf(session, workspace, { slugs: [slug], limit: RELATIONS_AN_ENTITY });
  const { outgoing = [], incoming = [] } = around[0] ?? {};
  const slugs = new Set([...outgoing, ...incoming].flatMap(({ from, to }) => [from, to]));
  const ends = await citedEntities(session, { workspace, slugs: [...slugs], each: 0 });
  const remarks = await remarksOf(session, workspace, { entity: slug, limit: MAX_REMARKS });
  const last = page.length > limit ? page[limit - 1] : undefined;
  return {
    ...entityOf(entity),
    // A chunk that has several of its names counts once where all of them are listed.
    ...(cursor === undefined && last === undefined && { mentions: page.length }),
    citations: page.slice(0, limit).map(({ chunk }) => cited(chunk)),
    nextCursor: last === undefined ? null : last.place.join("."),
    outgoing: relationsBetween(ends, outgoing),
    incoming: relationsBetween(ends, incoming),
    observations: remarks.map((remark) => ({ ...remark, at: new Date(remark.at).toISOString() })),
  };
}

function parseCursor(cursor: string | undefined): MentionPlace {
  if (cursor === undefined) return [Number.MAX_SAFE_INTEGER, ""];
  const match = /^(-?\d{1,16})\.([0-9a-f]{32})$/.exec(cursor);
  if (match === null) throw wrongCursor();
  return [Number(match[1]), match[2] ?? ""];
}

/** One page of entities, by slug. */
export async function pageOfEntities(
  { session, workspace }: WorkspaceContext,
  { prefix, type, cursor, limit }: ReturnType<typeof EntityListParameters.parse>,
): Promise<EntityList> {
  const page = { workspace, prefix: slugOf(prefix), type, after: cursor, limit: limit + 1 };
  const rows = await listEntities(session, page);
  const shown = rows.slice(0, limit);
  return {
    entities: shown.map(entityOf),
    nextCursor: rows.length > limit ? (shown.at(-1)?.slug ?? null) : null,
  };
}
