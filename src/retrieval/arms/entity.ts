import { DEFAULTS } from "../../config.ts";
import type { NamedEntity } from "../../stores/graph.ts";
import type { Scored } from "../candidate.ts";
import { queryEntities } from "../query-entities.ts";
import type { ResolvedProfile } from "../resolve-profile.ts";

/** Whether anything comes of the entity arm: kinds of fusion that have no place for it, or a weight of 0, need none. */
export const usesEntityArm = ({ arms, fusion }: Pick<ResolvedProfile, "arms" | "fusion">): boolean =>
  arms.entity &&
  (fusion.kind === "union" || (fusion.entityWeight > 0 && ["auto", "rrf", "convex"].includes(fusion.kind)));

/** The entities among some that a query names, with how: 1 by name, 0.9 by an alias, 0.6 by a part. Best first. */
export function namedIn<Entity extends Omit<NamedEntity, "mentions">>(
  query: string,
  known: readonly Entity[],
): readonly { readonly entity: Entity; readonly weight: number }[] {
  const names = known.map(({ num, slug, name, aliases }) => ({
    id: String(num),
    name,
    aliases: [...aliases, slug.replaceAll("-", " ")],
  }));
  const byId = new Map(known.map((entity) => [String(entity.num), entity]));
  return queryEntities(query, names).matches.flatMap(({ id, weight }) => {
    const entity = byId.get(id);
    return entity === undefined ? [] : [{ entity, weight }];
  });
}

/** What a place in the list takes off a score: enough to keep the order, too little to make an alias of a name. */
const STEP = 0.0001;

interface Mentioning {
  readonly id: string;
  readonly weight: number;
  /** Entities of the query that it names. */
  readonly names: number;
  readonly at: number;
}

/**
 * The entity arm's pool: chunks that name what the query names, by how that was named, by how much of it they name, then
 * by date, newest first. Undefined: the query names nothing that any chunk does, and the arm has no say.
 */
export function rankByEntity(query: string, known: readonly NamedEntity[]): readonly Scored[] | undefined {
  const found = new Map<string, Mentioning>();
  for (const { entity, weight } of namedIn(query, known))
    for (const { id, at } of entity.mentions) {
      const { weight: before = 0, names = 0 } = found.get(id) ?? {};
      found.set(id, { id, at, weight: Math.max(before, weight), names: names + 1 });
    }
  if (found.size === 0) return undefined;
  return [...found.values()]
    .sort((a, b) => b.weight - a.weight || b.names - a.names || b.at - a.at || (a.id < b.id ? -1 : 1))
    .slice(0, DEFAULTS.armPool)
    .map(({ id, weight }, place) => ({ id, score: weight - place * STEP }));
}
