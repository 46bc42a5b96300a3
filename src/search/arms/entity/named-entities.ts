import { DEFAULTS } from "../../../config.ts";
import {
  countsOf,
  entitiesSql,
  entityOf,
  IS_SHOWN,
  mentioning,
  SAID,
  spotsOf,
} from "../../../database/fragments/entity-sql.ts";
import { statement } from "../../../database/statement.ts";
import { slugOf } from "../../../text/slug.ts";
import { CJK_CLASS, isCjk } from "../../../text/words/cjk.ts";
import { fold, normalise } from "../../../text/words/fold.ts";
import { isFunctionWord } from "../../../text/words/name-parts.ts";
import { answerName, type DatabaseRead, databaseRead } from "../../hops/reads.ts";
import type { SearchPlan } from "../../plan.ts";
import { filterSql } from "../../sql/filter-sql.ts";

/** An entity that the query may name, with the chunks that name it, newest first. */
export interface NamedEntity {
  readonly slug: string;
  readonly name: string;
  readonly type: string;
  readonly aliases: readonly string[];
  /** Chunks that name it, all of them. */
  readonly count: number;
  readonly mentions: readonly EntityMention[];
  /** Memories that name what a relation leads to from here, in one step, newest first. */
  readonly related?: readonly EntityMention[];
  /** Somebody made it by hand. */
  readonly isMade?: boolean;
}

interface EntityMention {
  readonly id: string;
  /** Milliseconds; 0: of no date. */
  readonly at: number;
  /** Whoever wrote the memory gave it this name. */
  readonly isGiven?: boolean;
}

/** From this place on entities are found by a part of their names. */
const PART_PLACE = 1_000;

export const NAMED = answerName<readonly NamedEntity[]>("entities");

type RawNamed = Omit<NamedEntity, "aliases" | "mentions" | "related" | "isMade"> & {
  readonly state: number;
  readonly aliases: string;
  readonly mentions: string;
  readonly related: string;
};

/** Chunks that one entity may have for its memories to be read: some rows each. */
const MAX_READ = 1_000;
/** Entities that one is related to, of which the memories are read. */
const MAX_RELATED = 10;

/** A memory's own list of names has one that the entity goes by. */
const IS_GIVEN = `(d.kind = 'memory' AND EXISTS (SELECT 1 FROM json_each(d.entities) g
  WHERE lower(g.value) = lower(e.name) OR lower(g.value) IN (SELECT lower(a.value) FROM json_each(e.aliases) a)))`;

/** What is one relation away from an entity that is named whole, not by a part: by hand first, then what texts say. */
const NEIGHBOURS = `(SELECT other FROM (
    SELECT r.to_entity AS other FROM relations r WHERE r.workspace = :workspace AND r.from_entity = e.slug
    UNION SELECT r.from_entity FROM relations r WHERE r.workspace = :workspace AND r.to_entity = e.slug
    UNION SELECT ${entityOf(SAID.other)} FROM ${spotsOf("e.slug")} n CROSS JOIN json_each('["to","by"]') side
      CROSS JOIN json_each(n.spot, '$.' || side.value) said)
  WHERE e.place < ${PART_PLACE} AND e.mentions <= ${DEFAULTS.armPool} AND other <> e.slug
    AND (SELECT coalesce(sum(${countsOf("x").passages}), 0) FROM mentions x
      WHERE x.workspace = :workspace AND x.slug = other) <= ${DEFAULTS.armPool} LIMIT ${MAX_RELATED})`;

/**
 * The entities that a query may name, with the chunks that name them where they pass the filters: of those that more
 * chunks name than an arm fetches only memories that were given the name, and beyond a thousand none. One statement that
 * reads some rows for each of these chunks.
 */
export function namedRead({ workspace, query, filters }: SearchPlan): DatabaseRead {
  const filter = filterSql(filters);
  const sql = `${entitiesSql(NAMED_SLUGS)}
    SELECT e.slug, e.name, e.type, e.state, e.mentions AS count, e.aliases,
      (SELECT json_group_array(json_array(id, at, given)) FROM (
        SELECT c.id, n.at, ${IS_GIVEN} AS given FROM ${mentioning("e.slug")} WHERE ${filter.sql})
        WHERE given OR e.mentions <= ${DEFAULTS.armPool}) AS mentions,
      (SELECT json_group_array(json(each_of)) FROM (
        SELECT (SELECT json_group_array(json_array(c.id, n.at)) FROM ${mentioning("r.other")}
          WHERE d.kind = 'memory' AND ${filter.sql}) AS each_of FROM ${NEIGHBOURS} r)) AS related
    FROM e WHERE ${IS_SHOWN} AND e.mentions <= ${MAX_READ} ORDER BY e.place`;
  return databaseRead(NAMED, {
    statement: statement<RawNamed>(sql),
    values: { ...filter.values, workspace, slugs: JSON.stringify(nameCandidates(query.text)) },
    answer: (rows) =>
      rows
        .map(({ aliases, mentions, related, state, ...entity }) => ({
          ...entity,
          aliases: JSON.parse(aliases) as string[],
          isMade: state === 1,
          mentions: newestFirst(JSON.parse(mentions) as RawMention[]),
          related: newestFirst((JSON.parse(related) as RawMention[][]).flat()),
        }))
        .filter(({ count, mentions }) => count <= DEFAULTS.armPool || mentions.length > 0),
  });
}

type RawMention = readonly [id: string, at: number, isGiven?: 0 | 1];

const newestFirst = (mentions: readonly RawMention[]): readonly EntityMention[] =>
  mentions
    .map(([id, at, isGiven]) => ({ id, at, ...(isGiven === 1 && { isGiven: true }) }))
    .sort((a, b) => b.at - a.at || (a.id < b.id ? -1 : 1));

/** Entities that a query is taken to name, at most: the rest of a long text is read in vain. */
const MAX_NAMED = 10;
/** What more entities than this have in their names points at none of them. */
const MAX_SHARING = 10;

/** Entities that go by the slugs of the JSON list `:slugs`, in its order: names and aliases before parts. */
export const NAMED_SLUGS = `SELECT slug, min(place) AS place FROM (
    SELECT coalesce(a.entity, j.value) AS slug, j.key AS place FROM json_each(:slugs) j
      LEFT JOIN entity_names a ON a.workspace = :workspace AND a.name = j.value AND a.kind = 'alias'
      WHERE a.entity IS NOT NULL OR EXISTS (SELECT 1 FROM mentions m WHERE m.workspace = :workspace AND m.slug = j.value)
        OR EXISTS (SELECT 1 FROM entities h WHERE h.workspace = :workspace AND h.slug = j.value)
    UNION ALL
    SELECT ${entityOf("x.value")}, j.key + ${PART_PLACE} FROM json_each(:slugs) j CROSS JOIN json_each((
      SELECT iif(count(*) > ${MAX_SHARING}, '[]', json_group_array(entity)) FROM (
        SELECT p.entity FROM entity_names p WHERE p.workspace = :workspace AND p.name = j.value AND p.kind = 'part'
        LIMIT ${MAX_SHARING + 1}))) x
  ) GROUP BY slug ORDER BY place LIMIT ${MAX_NAMED}`;

/** Words of a name, the usual numbers first: a long query has more runs than are looked up. */
const WORDS = [2, 1, 3, 4, 5, 6];
/** Look-ups of one query; each may read a row. */
const MAX_CANDIDATES = 120;
/** Characters of names in Chinese, Japanese and Korean, the usual numbers first. */
const CJK_CHARS = [3, 2, 4, 5, 6, 7, 8];

/** A word with what is written in one with it: C++, C#, .NET, @ana, src/a.ts. */
const TOKEN = /\S+/gu;
const EDGE = /^[\s"'“”‘’«»([{<*_`]+|[\s"'“”‘’«»)\]}>,;:.!?*_`]+$/gu;
const POSSESSIVE = /['’]s$/u;
const ENDS_CLAUSE = /[,;:.!?)\]}"”»]$/u;
/** With the dot inside names from elsewhere: ジョン・スミス. */
const CJK_RUN = new RegExp(`${CJK_CLASS}+(?:・${CJK_CLASS}+)*`, "gv");
const CAPITALS = /\p{Lu}{2}/u;

interface Token {
  readonly text: string;
  /** No name goes on behind it. */
  readonly isEnd: boolean;
}

/**
 * Slugs of everything in a query that could be a name, longest first, at most 120: a look-up of each finds every entity
 * that `queryEntities` finds in the query, of names of up to six words.
 */
export function nameCandidates(query: string): string[] {
  const text = normalise(query);
  const tokens = (text.match(TOKEN) ?? [])
    .map((raw) => ({ text: raw.replace(EDGE, "").replace(POSSESSIVE, ""), isEnd: ENDS_CLAUSE.test(raw) }))
    .filter((token) => token.text !== "");
  const slugs = new Set<string>();
  for (const slug of byTurns(isCjk(text) ? cjkSlugs(text) : [], spanSlugs(tokens))) {
    if (slug !== "") slugs.add(slug);
    if (slugs.size === MAX_CANDIDATES) break;
  }
  return [...slugs].sort((a, b) => b.length - a.length);
}

/** One of each in turn, so that a query of several scripts has look-ups for the names of all. */
function* byTurns(...lists: readonly Iterable<string>[]): Iterable<string> {
  const waiting = lists.map((list) => list[Symbol.iterator]());
  for (let list = waiting.shift(); list !== undefined; list = waiting.shift()) {
    const { done, value } = list.next();
    if (done) continue;
    yield value;
    waiting.push(list);
  }
}

function* spanSlugs(tokens: readonly Token[]): Iterable<string> {
  for (const words of WORDS)
    for (let at = 0; at + words <= tokens.length; at++) yield* slugsOfSpan(tokens.slice(at, at + words));
}

/** A name neither begins nor ends with a word that sentences are made of, nor goes beyond a clause. */
function* slugsOfSpan(span: readonly Token[]): Iterable<string> {
  const [first, last] = [span[0], span.at(-1)];
  if (first === undefined || last === undefined || span.slice(0, -1).some(({ isEnd }) => isEnd)) return;
  if (!mayBound(first) || !mayBound(last)) return;
  yield slugOf(span.map(({ text }) => text).join(" "));
  // The words of one token each, as in "Ana/Bo" or "Ana-led".
  if (span.length === 1)
    for (const part of first.text.split(/[^\p{L}\p{N}+#]+/u))
      if (mayBound({ text: part })) yield slugOf(part);
}

const mayBound = ({ text }: Pick<Token, "text">): boolean =>
  text !== "" && (CAPITALS.test(text) || !isFunctionWord(fold(text)));

function* cjkSlugs(text: string): Iterable<string> {
  const runs = Array.from(text.matchAll(CJK_RUN), ([run]) => [...run]);
  for (const length of CJK_CHARS)
    for (const chars of runs)
      for (let at = 0; at + length <= chars.length; at++) yield slugOf(chars.slice(at, at + length).join(""));
}
