import { AppError } from "../errors.ts";
import { partsOf } from "../names/document-names.ts";
import { checkNoSecret, redact } from "../redaction/redact.ts";
import type { EntityRow } from "../search/sql/graph-types.ts";
import { slugOf } from "../text/slug.ts";
import type { WorkspaceContext } from "../workspaces/context.ts";
import {
  ENTITY_LIMITS,
  type EntityRequest,
  type GraphChange,
  type MergeRequest,
  type RelationRemoval,
  type RelationRequest,
  type SplitRequest,
} from "./contract.ts";
import { noEntity } from "./graph.ts";
import { type EntityLoad, entityLoad, findEntity } from "./sql/graph-reads.ts";
import {
  deleteRelation,
  deleteRemark,
  hasRemark,
  hideEntity,
  mergeEntities,
  putEntity,
  putRelation,
  putRemark,
  type RelationWrite,
  splitEntity,
} from "./sql/graph-writes.ts";

const WHAT: Readonly<Record<keyof EntityLoad, string>> = {
  aliases: "aliases",
  remarks: "remarks",
  remarkChars: "characters of remarks",
  relations: "relations said by hand",
};

/** That an entity may have so much more by hand. Throws `limit_reached`. */
async function checkRoom(
  { session, workspace }: WorkspaceContext,
  slug: string,
  more: Partial<EntityLoad>,
): Promise<void> {
  const load = await entityLoad(session, workspace, slug);
  for (const kind of Object.keys(ENTITY_LIMITS) as (keyof EntityLoad)[]) {
    const added = more[kind] ?? 0;
    if (added === 0 || (load?.[kind] ?? 0) + added <= ENTITY_LIMITS[kind]) continue;
    throw new AppError("limit_reached", `An entity has at most ${ENTITY_LIMITS[kind]} ${WHAT[kind]}`, {
      details: { limit: ENTITY_LIMITS[kind] },
    });
  }
}

/** The entity by a name, shown or not. Throws `not_found`. */
async function known({ session, workspace }: WorkspaceContext, name: string): Promise<EntityRow> {
  const found = await findEntity(session, workspace, slugOf(name));
  if (found === undefined) throw noEntity(name);
  return found;
}

const partsJson = (...names: readonly string[]): string =>
  JSON.stringify([...new Set(names.flatMap(partsOf))]);

/**
 * Makes an entity or changes it, and adds aliases. What texts name by an alias becomes the entity's. Throws `conflict`
 * for an alias that somebody has made an entity, or that is another one's.
 */
export async function saveEntity(
  context: WorkspaceContext,
  called: string,
  { name, type, aliases }: EntityRequest,
): Promise<GraphChange> {
  const { session, workspace } = context;
  const before = await findEntity(session, workspace, slugOf(called));
  const slug = before?.slug ?? slugOf(called);
  if (slug === "") throw new AppError("invalid_input", "A name has a letter or a digit");
  const newName = name ?? (before === undefined ? called : undefined);
  for (const given of [newName, ...aliases]) checkNoSecret("name", given);
  // A name that reads otherwise than the slug is found as an alias is.
  const wanted = [...aliases, ...(newName === undefined ? [] : [newName])]
    .map((written) => ({ written, slug: slugOf(written) }))
    .filter((alias) => alias.slug !== slug && alias.slug !== "");
  const distinct = [...new Map(wanted.map((alias) => [alias.slug, alias])).values()];
  for (const alias of distinct) await checkAlias(context, alias, slug);
  const own = new Set(before?.aliases.map(slugOf));
  await checkRoom(context, slug, { aliases: distinct.filter((alias) => !own.has(alias.slug)).length });
  const shownName = newName ?? before?.name ?? called;
  const version = await putEntity(session, {
    workspace,
    slug,
    name: newName,
    type,
    parts: partsJson(shownName, ...(before?.aliases ?? []), ...distinct.map(({ written }) => written)),
    aliases: distinct,
  });
  return { version };
}

/** That what texts name by the alias may count for the entity of `slug`. Throws `conflict`. */
async function checkAlias(
  { session, workspace }: WorkspaceContext,
  alias: { readonly slug: string; readonly written: string },
  slug: string,
): Promise<void> {
  const other = await findEntity(session, workspace, alias.slug);
  if (other === undefined || other.slug === slug) return;
  if (other.slug === alias.slug && other.state === 0) return;
  const hint =
    other.slug === alias.slug
      ? "is an entity: merge it (recall graph merge)"
      : `is an alias of ${other.name}`;
  throw new AppError("conflict", `"${alias.written}" ${hint}`, { details: { slug: other.slug } });
}

/** Takes an entity out of sight for good. Throws `not_found`. */
export async function removeEntity(context: WorkspaceContext, name: string): Promise<GraphChange> {
  const { slug, state } = await known(context, name);
  if (state === -1) throw noEntity(name);
  return { version: await hideEntity(context.session, context.workspace, slug) };
}

/** Everything of one becomes the other's. Throws `not_found`, and `invalid_input` when they are one already. */
export async function merge(context: WorkspaceContext, { from, into }: MergeRequest): Promise<GraphChange> {
  const [source, target] = [await known(context, from), await known(context, into)];
  if (source.slug === target.slug)
    throw new AppError("invalid_input", `"${from}" and "${into}" are one entity`);
  const slugs = { from: source.slug, into: target.slug };
  // Everything of one, and its name as an alias.
  const load = await entityLoad(context.session, context.workspace, slugs.from);
  await checkRoom(context, slugs.into, { ...load, aliases: (load?.aliases ?? 0) + 1 });
  return { version: await mergeEntities(context.session, context.workspace, slugs) };
}

/** Makes some aliases of an entity one of its own. Throws `not_found`, and `invalid_input` for what is no alias of it. */
export async function split(
  context: WorkspaceContext,
  called: string,
  request: SplitRequest,
): Promise<GraphChange> {
  const entity = await known(context, called);
  const slugs = [...new Set(request.aliases.map(slugOf))];
  const own = new Map(entity.aliases.map((alias) => [slugOf(alias), alias]));
  const stranger = request.aliases.find((alias) => !own.has(slugOf(alias)));
  const [slug = ""] = slugs;
  if (stranger !== undefined)
    throw new AppError("invalid_input", `"${stranger}" is no alias of ${entity.name}`, {
      details: { aliases: entity.aliases },
    });
  checkNoSecret("name", request.name);
  const name = request.name ?? own.get(slug) ?? slug;
  const left = entity.aliases.filter((alias) => !slugs.includes(slugOf(alias)));
  const version = await splitEntity(context.session, {
    workspace: context.workspace,
    from: entity.slug,
    slug,
    name,
    type: request.type ?? entity.type,
    parts: partsJson(name),
    partsLeft: partsJson(entity.name, ...left),
    aliases: slugs,
  });
  return { version };
}

async function ends(
  context: WorkspaceContext,
  { from, to, type }: RelationRequest,
): Promise<Omit<RelationWrite, "workspace">> {
  const [source, target] = [await known(context, from), await known(context, to)];
  if (source.slug === target.slug) throw new AppError("invalid_input", "A relation is between two entities");
  return { from: source.slug, into: target.slug, type };
}

/** Says by hand how two entities are related. Throws `not_found`. */
export async function saveRelation(
  context: WorkspaceContext,
  request: RelationRequest,
): Promise<GraphChange> {
  const { session, workspace } = context;
  const relation = await ends(context, request);
  await checkRoom(context, relation.from, { relations: 1 });
  return { version: await putRelation(session, { workspace, ...relation }) };
}

/** Takes back what was said by hand, if it was; what texts say is counted. Throws `not_found`. */
export async function removeRelation(
  context: WorkspaceContext,
  request: RelationRequest,
): Promise<RelationRemoval> {
  const { session, workspace } = context;
  return deleteRelation(session, { workspace, ...(await ends(context, request)) });
}

/** Adds a remark, secrets out; the same one stands once. Throws `not_found`, `limit_reached`. */
export async function addRemark(
  context: WorkspaceContext,
  called: string,
  text: string,
): Promise<GraphChange> {
  const { session, workspace, nowMs } = context;
  const { slug } = await known(context, called);
  const clean = redact(text).text;
  await checkRoom(context, slug, { remarks: 1, remarkChars: clean.length });
  return { version: await putRemark(session, { workspace, slug, text: clean, nowMs }) };
}

/** Deletes a remark. Throws `not_found` for an entity or a remark that is not there. */
export async function removeRemark(
  context: WorkspaceContext,
  called: string,
  id: number,
): Promise<GraphChange> {
  const { session, workspace } = context;
  const { slug, name } = await known(context, called);
  if (!(await hasRemark(session, { workspace, slug, id })))
    throw new AppError("not_found", `${name} has no such remark`);
  return { version: await deleteRemark(session, { workspace, slug, id }) };
}
