import { DEFAULTS } from "../../../config.ts";
import { fold } from "../../../text/words/fold.ts";
import { NAME_WORD, nameParts } from "../../../text/words/name-parts.ts";
import type { Scored } from "../../fusion/lists.ts";
import type { SearchPlan } from "../../plan.ts";
import { number, toggle } from "../../setting.ts";
import { type Arm, listOf, type SearchState } from "../arm.ts";
import { NAMED, type NamedEntity, namedRead } from "./named-entities.ts";
import { queryEntities } from "./query-entities.ts";

/** Names that the workspace knows: chunks that name what the query names. */
export const entity: Arm = {
  name: "entity",
  settings: { entity: toggle(true, "names that the workspace knows") },
  // Measured on three judged sets with 0.3 and the embedded embedder: hit@1 lower on each, by .011 to .030.
  weight: number(0, [0, 10], {
    meaning: "rrf and convex: weight of the entity arm; 0: it does not run",
  }),
  isOn: ({ profile }) => usesEntityArm(profile),
  reads: { hop1: (plan) => [namedRead(plan)] },
  unread: (state) => (mentionsOf(state) ?? []).map(({ id }) => id),
  lists(state) {
    const { lists, rows } = state;
    const found = mentionsOf(state)?.filter(({ id }) => rows?.has(id) ?? true);
    const entries = rankByEntity(found, listOf(lists, "keyword") ?? listOf(lists, "vector"));
    return entries === undefined ? [] : [{ name: "entity", arm: "entity", entries }];
  },
};

const mentionsOf = ({ plan, answers }: SearchState): readonly Mentioning[] | undefined =>
  mentioning(plan.query.text, answers.of(NAMED) ?? []);

/** Whether anything comes of the entity arm: kinds of fusion that have no place for it, or a weight of 0, need none. */
export const usesEntityArm = ({ arms, fusion }: Pick<SearchPlan["profile"], "arms" | "fusion">): boolean =>
  arms.entity === true &&
  (fusion.kind === "union" ||
    ((fusion.entityWeight ?? 0) > 0 && ["auto", "rrf", "convex"].includes(fusion.kind)));

interface Named<Entity> {
  readonly entity: Entity;
  readonly weight: number;
}

/** The entities among some that a query names, with how: 1 by name, 0.9 by an alias, 0.6 by a part. Best first. */
export function namedIn<Entity extends Pick<NamedEntity, "slug" | "name" | "aliases">>(
  query: string,
  known: readonly Entity[],
): readonly Named<Entity>[] {
  const names = known.map(({ slug, name, aliases }) => ({
    id: slug,
    name,
    aliases: [...aliases, slug.replaceAll("-", " ")],
  }));
  const bySlug = new Map(known.map((entity) => [entity.slug, entity]));
  const named = queryEntities(query, names).flatMap(({ id, weight }) => {
    const entity = bySlug.get(id);
    return entity === undefined ? [] : [{ entity, weight }];
  });
  return withWholeNames(named).sort((a, b) => b.weight - a.weight);
}

/** "Ana" and "Ana López" are one where nobody else is called Ana: what names the one names the other as well. */
function withWholeNames<Entity extends Pick<NamedEntity, "slug" | "name" | "aliases">>(
  named: readonly Named<Entity>[],
): Named<Entity>[] {
  const owners = new Map<string, Entity[]>();
  for (const { entity } of named)
    for (const part of nameParts(fold(entity.name).match(NAME_WORD) ?? []))
      owners.set(part, [...(owners.get(part) ?? []), entity]);
  const raised = new Map<Entity, number>();
  for (const { entity, weight } of named) {
    const [owner, ...others] = owners.get(entity.slug) ?? [];
    if (owner !== undefined && others.length === 0)
      raised.set(owner, Math.max(raised.get(owner) ?? 0, weight));
  }
  return named.map(({ entity, weight }) => ({ entity, weight: Math.max(weight, raised.get(entity) ?? 0) }));
}

interface Mentioning {
  readonly id: string;
  /** 1, 0.9 or 0.6: the best way in which anything of the query is named. */
  readonly weight: number;
  /** Milliseconds; 0: of no date. */
  readonly at: number;
}

/** A name is more than a word: a capital, a digit or a sign, or several words. */
const IS_NAME = /[\p{Lu}\p{Lo}\p{N}\s_./:@-]/u;
/** Words that structure texts are words. */
const OF_STRUCTURE: ReadonlySet<string> = new Set(["heading", "key"]);

/**
 * Not what more chunks name than the arm's pool holds, which would be the newest of them whatever the question, nor what
 * queries write without meaning a name. Measured on judged sets: without either `dual` loses a fifth of its first hits.
 * What somebody gave a memory as a name, or made, is one however it is written and however often it occurs.
 */
const isTelling = ({ name, type, count }: NamedEntity): boolean =>
  count <= DEFAULTS.armPool && IS_NAME.test(name) && (!OF_STRUCTURE.has(type) || /\s/.test(name));

const isByHand = ({ isMade, mentions }: NamedEntity): boolean =>
  isMade === true || mentions.some(({ isGiven }) => isGiven);

/** What a relation leads to is less sure than any name. */
const RELATED_WEIGHT = 0.5;

/** The chunks that name what the query names. Undefined: it names nothing that any chunk does, and the arm has no say. */
export function mentioning(query: string, known: readonly NamedEntity[]): readonly Mentioning[] | undefined {
  const found = new Map<string, Mentioning>();
  const add = ({ id, at }: Pick<Mentioning, "id" | "at">, weight: number) => {
    if (weight > (found.get(id)?.weight ?? 0)) found.set(id, { id, at, weight });
  };
  for (const { entity, weight } of namedIn(
    query,
    known.filter((one) => isTelling(one) || isByHand(one)),
  )) {
    for (const mention of entity.mentions)
      if (mention.isGiven || entity.isMade || isTelling(entity)) add(mention, weight);
    if (weight >= WHOLE) for (const mention of entity.related ?? []) add(mention, RELATED_WEIGHT);
  }
  return found.size === 0 ? undefined : [...found.values()];
}

/**
 * What no likeness to the query takes off a score. Measured with `dual` on three judged sets: at .09 the first hits of
 * documentation fall from .74 to .58, at .5 to .72, and questions about people are answered best.
 */
const LIKENESS = 0.5;
/** A whole name or an alias, and nothing less. */
const WHOLE = 0.9;
/** What is found by a whole name, an alias or a relation has this, however unlike the query it is: `dual` shows no less. */
const LEAST = 0.5;
/** What an earlier place adds, where nothing else tells two apart; the scores leave room for as many as there are. */
const STEP = 0.000001;
const ROOM = DEFAULTS.armPool * STEP;

/**
 * The entity arm's list: by how the query names what a chunk names, then by what another arm says of the chunk, then by
 * date, newest first. By date alone, of forty notes that name a person the one that answers came last. Only a part of a
 * name falls below .5.
 */
export function rankByEntity(
  found: readonly Mentioning[] | undefined,
  likeness: readonly Scored[] | undefined,
): readonly Scored[] | undefined {
  const scores = new Map(likeness?.map(({ id, score }) => [id, score]));
  const most = Math.max(0, ...scores.values());
  const share = (id: string) => (most > 0 ? Math.max(0, scores.get(id) ?? 0) / most : 1);
  return found
    ?.map(({ id, at, weight }) => {
      const score = weight - LIKENESS * (1 - share(id));
      const isSure = weight >= WHOLE || weight === RELATED_WEIGHT;
      return { id, at, weight, score: isSure ? Math.max(LEAST, score) : score };
    })
    .sort((a, b) => b.score - a.score || b.weight - a.weight || b.at - a.at || (a.id < b.id ? -1 : 1))
    .slice(0, DEFAULTS.armPool)
    .map(({ id, score }, place) => ({ id, score: withinRoom(score) + (DEFAULTS.armPool - place) * STEP }));
}

/** Scores from .5 to 1 drawn together, and lower ones moved down, so that a place lifts none over either bound. */
const withinRoom = (score: number): number =>
  score < LEAST ? score - ROOM : LEAST + (score - LEAST) * (1 - ROOM / (1 - LEAST));
