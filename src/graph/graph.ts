import { AppError } from "../errors.ts";
import type { EntityRow } from "../search/sql/graph-types.ts";
import { slugOf } from "../text/slug.ts";
import type { WorkspaceContext } from "../workspaces/context.ts";
import { wrongCursor } from "../workspaces/cursor.ts";
import { cited, entityOf, relationsBetween } from "./answers.ts";
import type { EntityAnswer, EntityList, EntityListParameters } from "./contract.ts";
import { findEntity, isShown, listEntities, remarksOf } from "./sql/graph-reads.ts";
import { citedEntities, type MentionPlace, mentionsOf } from "./sql/mention-reads.ts";
import { neighboursOf } from "./sql/relation-reads.ts";

/** Relations of one entity in each direction. */
const RELATIONS_AN_ENTITY = 50;
const MAX_REMARKS = 200;

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
    citations: page.slice(0, limit).map(({ chunk, place: [at] }) => ({ ...cited(chunk), date: dateOf(at) })),
    nextCursor: last === undefined ? null : last.place.join("."),
    outgoing: relationsBetween(ends, outgoing),
    incoming: relationsBetween(ends, incoming),
    observations: remarks.map((remark) => ({ ...remark, at: new Date(remark.at).toISOString() })),
  };
}

/** The date of a mention; 0 is that of documents that have none. */
const dateOf = (at: number): string | null => (at === 0 ? null : new Date(at).toISOString());

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
