import { ENTITY_KINDS } from "../contract/entity-types.ts";
import type { WorkspaceContext } from "../workspaces/context.ts";
import { hasNamesOff } from "../workspaces/workspace-settings.ts";
import { entityOf } from "./answers.ts";
import type { OverviewAnswer, OverviewParameters } from "./contract.ts";
import { closestLinks } from "./links.ts";
import { mostMentioned, placesOf } from "./sql/overview-reads.ts";

type Row = WorkspaceContext & { readonly row: { readonly version: number; readonly settings: string } };

/** What the workspace speaks of most, and what of it stands together. Two round trips. */
export async function overview(
  { session, workspace, row }: Row,
  { kind, limit }: ReturnType<typeof OverviewParameters.parse>,
): Promise<OverviewAnswer> {
  const types = kind && ENTITY_KINDS[kind];
  const found = await mostMentioned(session, workspace, { types, limit: limit + 1 });
  const shown = found.slice(0, limit);
  const { places, related } = await placesOf(
    session,
    workspace,
    shown.map(({ slug }) => slug),
  );
  return {
    entities: shown.map(entityOf),
    links: closestLinks(places, related),
    truncated: found.length > limit,
    ...(hasNamesOff(session, row) && { namesOff: true }),
    version: row.version,
  };
}
