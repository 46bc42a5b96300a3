import { shortHash } from "../../src/text/hash.ts";
import type { RecallClient } from "../../src/cli/session/recall-client.ts";
import { attempt, type Oracle, ROOT, type Value } from "./oracle.ts";

const ORIGIN = "0".repeat(32);
const MTIME = 1_760_000_000_000;
const DOCUMENTS_A_WRITE = 5;
/** So many paths are written again and again. */
const PATHS = 60;
const PARAGRAPHS = 12;
const LETTERS = 26;
const WORD_LETTERS = 8;

export type Random = (limit: number) => number;

/** A word that nothing else has. */
function newWord(random: Random): string {
  const letters = Array.from({ length: WORD_LETTERS }, () => String.fromCharCode(97 + random(LETTERS)));
  return `zq${letters.join("")}x`;
}

/** A note of some passages, with its word in the first and in the last of them. */
function newText(path: string, random: Random): NonNullable<Value> {
  const word = newWord(random);
  const steps = Array.from(
    { length: PARAGRAPHS },
    (_, at) =>
      `## Step ${at}\n\nTeam-${random(40)} restarts Db-${random(9_000)} before the batch of ${random(24)}:00, and Node-${random(300)} waits for it.`,
  );
  return { word, text: `# Runbook ${path}, ${word}\n\n${steps.join("\n\n")}\n\nSee ${word}.\n` };
}

/** Each kind of write has paths of its own: two of them never write the same at once. */
async function newDocuments(kind: "pushed" | "imported", random: Random) {
  const first = random(PATHS);
  const paths = Array.from({ length: DOCUMENTS_A_WRITE }, (_, at) => `${kind}-${(first + at) % PATHS}.md`);
  const values = paths.map((path) => [path, newText(path, random)] as const);
  const documents = await Promise.all(
    values.map(async ([path, { text }]) => ({ path, text, hash: await shortHash(text), mtime: MTIME })),
  );
  return { values, documents };
}

/** A write that somebody makes: answers "ok" or a failure's code. */
export type Write = (client: RecallClient, oracle: Oracle, random: Random) => Promise<string>;

const push: Write = async (client, oracle, random) => {
  const { values, documents } = await newDocuments("pushed", random);
  return attempt(oracle, values, async () => {
    const { failed } = await client.upload(ROOT, { origin: ORIGIN, documents });
    if (failed.length > 0) throw new Error(`refused: ${JSON.stringify(failed)}`);
    return {};
  });
};

const importing: Write = async (client, oracle, random) => {
  const { values, documents } = await newDocuments("imported", random);
  const records = documents.map((document) => ({ type: "document" as const, root: ROOT, ...document }));
  return attempt(oracle, values, async () => {
    const { failed } = await client.importRecords({ identity: "", merge: true, records });
    if (failed.length > 0) throw new Error(`refused: ${JSON.stringify(failed)}`);
    return {};
  });
};

const remember: Write = async (client, oracle, random) => {
  const word = newWord(random);
  const text = `The ${word} of Team-${random(40)} is paid on day ${random(28)}.`;
  return attempt(oracle, [[`memory ${word}`, { word, text }]], async () => {
    const { memory } = await client.remember({ text, type: "fact" });
    return { id: memory.id };
  });
};

/** Forgets the oldest memory that is known to be there; the first write of all is another. */
const forget: Write = async (client, oracle, random) => {
  const [key, one] =
    [...oracle.known].find(
      ([name, { value, maybe, id }]) =>
        name.startsWith("memory ") && value !== undefined && maybe.length === 0 && id !== undefined,
    ) ?? [];
  const id = one?.id;
  if (key === undefined || id === undefined) return remember(client, oracle, random);
  return attempt(oracle, [[key, undefined]], async () => {
    await client.forget(id, { now: true });
    return {};
  });
};

const reindex: Write = (client, oracle) =>
  attempt(oracle, [], async () => {
    await client.reindex({ all: true });
    return {};
  });

export const WRITES = { push, remember, import: importing, forget, reindex } as const;
export type WriteName = keyof typeof WRITES;

interface Writer {
  readonly client: RecallClient;
  readonly oracle: Oracle;
  readonly random: Random;
}

/** Makes these writes in turn until one gets no answer, or it is told to stop. Answers how often each end came. */
export async function writeOn(
  { client, oracle, random }: Writer,
  names: readonly WriteName[],
  isOver: () => boolean,
): Promise<ReadonlyMap<string, number>> {
  const ends = new Map<string, number>();
  for (let at = 0; !isOver(); at++) {
    const end = await WRITES[names[at % names.length] ?? "push"](client, oracle, random);
    ends.set(end, (ends.get(end) ?? 0) + 1);
    if (end === "unavailable") break;
  }
  return ends;
}

/** What goes on at the same time: each of these writes its own. */
export const WRITERS: readonly (readonly WriteName[])[] = [
  ["push", "reindex", "push"],
  ["import"],
  ["remember", "remember", "forget"],
];
