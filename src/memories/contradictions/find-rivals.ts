import { MAX_RIVALS } from "../../database/fragments/rival-sql.ts";
import type { Session } from "../../database/session.ts";
import { takingTurns } from "../../text/steps.ts";
import { compare, nearness, type Told, tell } from "../sameness/compare-texts.ts";
import { memoriesNear, type Pair } from "../sql/contradictions.ts";
import { nearExpression } from "./near-words.ts";

/** Longer texts have several passages, and are compared by nobody. */
const MAX_CHARS = 4_000;
/** Of the words that carry content, so many are in both texts of one batch before they are compared: a cheap first look. */
const LEAST_SHARED = 0.3;

/** What is to be written. */
export interface Saying {
  readonly id: string;
  readonly text: string;
  /** Ids that it does not contradict, because it takes their place. */
  readonly replaces?: readonly string[];
}

interface Near {
  readonly id: string;
  readonly told: Told;
  readonly lastObserved: number;
}

/** The nearest of the same matter, also those that say the same in other words of it, the newest of those that are as near. */
function rivalsAmong({ id, replaces = [] }: Saying, own: Told, near: readonly Near[]): readonly Pair[] {
  return near
    .filter((other) => other.id !== id && !replaces.includes(other.id))
    .filter(({ told }) => compare(own, told) !== "different")
    .map((other) => ({ ...other, nearness: nearness(own, other.told) }))
    .toSorted((a, b) => b.nearness - a.nearness || b.lastObserved - a.lastObserved || (a.id < b.id ? -1 : 1))
    .slice(0, MAX_RIVALS)
    .map((other): Pair => [id, other.id]);
}

/** For each text those of the others before it that share words with it. */
function alikeInBatch(told: ReadonlyMap<string, Told>): ReadonlyMap<string, readonly Near[]> {
  const byWord = new Map<string, Set<string>>();
  const alike = new Map<string, readonly Near[]>();
  for (const [id, own] of told) {
    const words = new Set(own.content);
    const counts = new Map<string, number>();
    for (const word of words) {
      const others = byWord.get(word) ?? new Set<string>();
      for (const other of others) counts.set(other, (counts.get(other) ?? 0) + 1);
      byWord.set(word, others.add(id));
    }
    const near = [...counts].flatMap(([other, count]): Near[] => {
      const theirs = told.get(other);
      if (theirs === undefined || count / words.size < LEAST_SHARED) return [];
      return [{ id: other, told: theirs, lastObserved: 0 }];
    });
    alike.set(id, near);
  }
  return alike;
}

/**
 * Pairs of memories that may contradict each other: what is about to be written with what is there and with each other, by
 * their words. Finds texts of one passage only. One read, none without a text to look for.
 */
export async function findRivals(
  db: Session,
  workspace: number,
  sayings: readonly Saying[],
): Promise<readonly Pair[]> {
  const short = sayings.filter(({ text }) => text.length <= MAX_CHARS);
  const sought = short.flatMap(({ id, text }) => {
    const match = nearExpression(text);
    return match === undefined ? [] : [{ key: id, match }];
  });
  if (sought.length === 0) return [];
  const found = Map.groupBy(await memoriesNear(db, workspace, sought), ({ key }) => key);
  const told = new Map(short.map(({ id, text }) => [id, tell(text)]));
  const alike = alikeInBatch(told);
  const pairs: Pair[] = [];
  const turn = takingTurns();
  for (const saying of short) {
    const own = told.get(saying.id);
    if (own === undefined) continue;
    const there = (found.get(saying.id) ?? []).map((near): Near => ({ ...near, told: tell(near.text) }));
    const near = [...there, ...(alike.get(saying.id) ?? [])];
    pairs.push(...rivalsAmong(saying, own, near));
    await turn(near.reduce((chars, other) => chars + other.told.text.length, saying.text.length));
  }
  return pairs;
}
