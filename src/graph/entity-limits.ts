import { AppError } from "../errors.ts";
import type { WorkspaceContext } from "../workspaces/context.ts";
import { ENTITY_LIMITS } from "./contract.ts";
import { type EntityLoad, entityLoad } from "./sql/graph-reads.ts";

const WHAT: Readonly<Record<keyof EntityLoad, string>> = {
  aliases: "aliases",
  remarks: "remarks",
  remarkChars: "characters of remarks",
  relations: "relations said by hand",
};

/** That an entity may have so much more by hand. Throws `limit_reached`. */
export async function checkRoom(
  { session, workspace }: Pick<WorkspaceContext, "session" | "workspace">,
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

/** The same for everything of another entity, and its name as an alias. */
export async function checkRoomForEntity(
  context: Pick<WorkspaceContext, "session" | "workspace">,
  { from, into }: { readonly from: string; readonly into: string },
): Promise<void> {
  const load = await entityLoad(context.session, context.workspace, from);
  await checkRoom(context, into, { ...load, aliases: (load?.aliases ?? 0) + 1 });
}
