import type { RecallClient } from "../../src/cli/session/recall-client.ts";
import { AppError } from "../../src/errors.ts";

/** A text, with the word that nothing else has; undefined: nothing is there. */
export type Value = { readonly text: string; readonly word: string } | undefined;

interface Known {
  readonly value: Value;
  /** What was sent since and never answered: each may be there in its place. */
  readonly maybe: readonly Value[];
  /** Of a memory, once the server has told it. */
  readonly id?: string;
}

/** What a server must hold: what it has acknowledged, and what it may have taken without saying so. */
export interface Oracle {
  readonly known: Map<string, Known>;
  acknowledged: number;
  unanswered: number;
}

export const newOracle = (): Oracle => ({ known: new Map(), acknowledged: 0, unanswered: 0 });

/** The same knowledge, for a server that begins as a copy of another. */
export const copyOf = ({ known }: Oracle): Oracle => ({ ...newOracle(), known: new Map(known) });

export const ROOT = "notes";

type Written = readonly (readonly [key: string, value: Value])[];

/**
 * Makes a write, and notes what became of it: acknowledged, or, after a failure, unknown. Answers "ok" or the failure's
 * code. The writes of a key follow each other.
 */
export async function attempt(
  oracle: Oracle,
  written: Written,
  call: () => Promise<{ readonly id?: string }>,
): Promise<string> {
  const { known } = oracle;
  for (const [key, value] of written) {
    const before = known.get(key) ?? { value: undefined, maybe: [] };
    known.set(key, { ...before, maybe: [...before.maybe, value] });
  }
  try {
    const { id } = await call();
    for (const [key, value] of written) {
      const kept = id ?? known.get(key)?.id;
      known.set(key, { value, maybe: [], ...(kept !== undefined && { id: kept }) });
    }
    oracle.acknowledged += written.length;
    return "ok";
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    oracle.unanswered += written.length;
    return error.code;
  }
}

const isMemory = (key: string): boolean => key.startsWith("memory ");

const ifMissing = (error: unknown): undefined => {
  if (error instanceof AppError && error.code === "not_found") return undefined;
  throw error;
};

/** The text that a key has on the server. Throws AppError where it cannot be read. */
async function textOf(
  client: RecallClient,
  key: string,
  { id, value: sure, maybe }: Known,
): Promise<string | undefined> {
  if (!isMemory(key)) return (await client.document(key, { root: ROOT }).catch(ifMissing))?.text;
  if (id !== undefined) return (await client.memory(id, { history: false }).catch(ifMissing))?.memory.text;
  // One whose answer was lost is known by its word only.
  for (const value of [sure, ...maybe])
    if (value !== undefined) {
      const [text] = (await found(client, value.word)).flatMap((hit) =>
        hit.text?.includes(value.word) ? hit.text : [],
      );
      if (text !== undefined) return text;
    }
  return undefined;
}

const SEARCHED = 3;

/** The first hits for a word. */
const found = async (client: RecallClient, word: string) =>
  (await client.search({ query: word, limit: SEARCHED, log: false, view: "full" })).hits;

/** Whether a word leads to what is kept under a key: its document is among the first hits, or its text. */
const leadsTo = async (client: RecallClient, word: string, key: string): Promise<boolean> =>
  (await found(client, word)).some(({ path, text = "" }) => path === key || text.includes(word));

/** What came of a look at a key. */
interface Looked {
  readonly problem?: string;
  /** It cannot be read, and the server says so. */
  readonly unreadable?: string;
}

const same = (value: Value, text: string | undefined): boolean => value?.text === text;

/** What is wrong with a key, when the server holds this text of it. Learns which of the unanswered writes it has. */
async function problemOf(
  { known }: Oracle,
  client: RecallClient,
  [key, one]: readonly [string, Known],
): Promise<string | undefined> {
  const text = await textOf(client, key, one);
  const values = [one.value, ...one.maybe];
  const now = values.find((value) => same(value, text));
  if (now === undefined && text !== undefined) return `${key} is there in parts, or with another text`;
  if (now === undefined && !values.includes(undefined)) return `${key} was acknowledged and is gone`;
  for (const value of values) {
    if (value === undefined) continue;
    const isFound = await leadsTo(client, value.word, key);
    if (value.word === now?.word && !isFound) return `${key} is there, and a search does not find it`;
    if (value.word !== now?.word && isFound) return `a search finds what ${key} does not hold`;
  }
  known.set(key, { ...one, value: now, maybe: [] });
  return undefined;
}

async function look(oracle: Oracle, client: RecallClient, key: string): Promise<Looked> {
  const one = oracle.known.get(key);
  try {
    const problem = one && (await problemOf(oracle, client, [key, one]));
    return problem === undefined ? {} : { problem };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return { unreadable: error.code };
  }
}

/** Looks at some keys, or at all; answers what is wrong. */
export async function lookAt(
  oracle: Oracle,
  client: RecallClient,
  keys: Iterable<string> = oracle.known.keys(),
): Promise<{
  readonly looked: number;
  readonly problems: readonly string[];
  readonly unreadable: readonly string[];
}> {
  const problems: string[] = [];
  const unreadable: string[] = [];
  let looked = 0;
  for (const key of [...keys]) {
    const one = await look(oracle, client, key);
    looked += 1;
    if (one.problem !== undefined) problems.push(one.problem);
    if (one.unreadable !== undefined) unreadable.push(`${key}: ${one.unreadable}`);
  }
  return { looked, problems, unreadable };
}
