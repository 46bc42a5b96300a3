import { EntityName } from "../graph/contract.ts";
import { pageOfEntities, readEntity } from "../graph/graph.ts";
import { rootedCitation } from "../search/views/citation.ts";
import type { OpenWorkspace } from "../workspaces/open-workspace.ts";

const SCHEME = "recall-entity://";

export const ENTITY_TEMPLATE = {
  name: "entity",
  title: "A person or thing",
  uriTemplate: `${SCHEME}{entity}`,
  description: "What an entity is, its relations and remarks, with the passages that name it",
};

/** The name in an entity's URI; undefined: it is no such URI. */
export function entityIn(uri: string): string | undefined {
  if (!uri.startsWith(SCHEME)) return undefined;
  try {
    return EntityName.safeParse(decodeURIComponent(uri.slice(SCHEME.length))).data;
  } catch (error) {
    if (error instanceof URIError) return undefined;
    throw error;
  }
}

/** Mentions that are named. */
const MENTIONS = 20;

type Cited = readonly { readonly root: string; readonly citation: string }[];

const cited = (citations: Cited): string =>
  citations.length === 0
    ? ""
    : ` [${citations.map(({ root, citation }) => rootedCitation(root, citation)).join(", ")}]`;

/** An entity in lines of text: what it is, its relations with who says so, remarks. Throws `not_found`. */
export async function entityText(context: OpenWorkspace, name: string): Promise<string> {
  const entity = await readEntity(context, { name, limit: MENTIONS });
  const { aliases, type, citations, outgoing, incoming, observations } = entity;
  const also = aliases.length === 0 ? "" : ` (also ${aliases.join(", ")})`;
  return [
    `${entity.name}: ${type}${also}${cited(citations)}`,
    ...[...outgoing, ...incoming].map((one) => `${one.from} ${one.type} ${one.to}${cited(one.citations)}`),
    ...observations.map(({ text }) => `remark: ${text}`),
  ].join("\n");
}

/** Names of entities that begin so, in the order of their slugs. */
export async function entitiesFrom(context: OpenWorkspace, typed: string, limit: number): Promise<string[]> {
  const known = EntityName.safeParse(typed);
  if (typed !== "" && !known.success) return [];
  const { entities } = await pageOfEntities(context, {
    ...{ prefix: known.data ?? "", cursor: "", limit, type: undefined },
  });
  return entities.map(({ name }) => name);
}
