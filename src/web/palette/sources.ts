import { answerOf } from "../../client/client.ts";
import type { Api } from "../api.ts";
import { inWords } from "../components/format.ts";
import type { IconName } from "../components/icon.tsx";
import { type Place, searchFor } from "../state/place.ts";
import { memoryAt } from "../views/memory/titles.ts";

/** Something that the palette leads to. */
export interface Thing {
  readonly id: string;
  readonly icon: IconName;
  readonly name: string;
  /** What tells it from others of that name. */
  readonly beside?: string;
  readonly to: Place;
}

export interface Things {
  readonly documents: readonly Thing[];
  readonly memories: readonly Thing[];
  readonly people: readonly Thing[];
}

/** What is loaded of each kind: more pages would take longer than anyone waits, and searching finds the rest. */
const DOCUMENTS = 1_000;
const PAGE = 100;
const PAGES = 5;
/** Things are loaded anew when the palette is opened after so long, milliseconds. */
const FRESH_MS = 60_000;

interface Listed<One> {
  readonly all: readonly One[];
  readonly nextCursor: string | null;
}

/** The first pages of a list. */
async function pages<One>(
  load: (cursor: string | undefined) => Promise<Listed<One>>,
): Promise<readonly One[]> {
  const all: One[] = [];
  let cursor: string | undefined;
  for (let page = 0; page < PAGES; page++) {
    const listed = await load(cursor);
    all.push(...listed.all);
    if (listed.nextCursor === null) break;
    cursor = listed.nextCursor;
  }
  return all;
}

/** A text on one line, without marks of Markdown. */
const plain = (text: string): string =>
  text
    .replace(/^#+\s|[`*]/gm, "")
    .replace(/\s+/g, " ")
    .trim();

const nameOf = (path: string): string => path.slice(path.lastIndexOf("/") + 1);

async function documentsOf({ v1 }: Api): Promise<readonly Thing[]> {
  const { documents } = await answerOf(v1.documents.$get({ query: { limit: DOCUMENTS } }));
  return documents
    .filter(({ kind }) => kind === "file")
    .map(({ root, path, title }) => ({
      ...{ id: `${root}:${path}`, icon: "file", name: title ?? nameOf(path), beside: `${root}:${path}` },
      to: searchFor(undefined, `${root}:${path}`),
    }));
}

async function memoriesOf({ v1 }: Api): Promise<readonly Thing[]> {
  const memories = await pages(async (cursor) => {
    const query = { limit: PAGE, ...(cursor !== undefined && { cursor }) };
    const { memories: all, nextCursor } = await answerOf(v1.memories.$get({ query }));
    return { all, nextCursor };
  });
  return memories.map(({ id, type, text }) => ({
    ...{ id: `memory ${id}`, icon: "memory", name: plain(text), beside: inWords(type) },
    to: memoryAt(id),
  }));
}

async function peopleOf({ v1 }: Api): Promise<readonly Thing[]> {
  const entities = await pages(async (cursor) => {
    const query = { limit: PAGE, ...(cursor !== undefined && { cursor }) };
    const { entities: all, nextCursor } = await answerOf(v1.entities.$get({ query }));
    return { all, nextCursor };
  });
  return entities
    .toSorted((one, other) => other.mentions - one.mentions)
    .map(({ slug, name, type }) => ({
      ...{ id: `entity ${slug}`, icon: type === "person" ? "person" : "graph", name, beside: type },
      to: { view: "graph", parameters: { q: name } },
    }));
}

/** Each kind by itself: a token may see a part of them. Rejects where none could be listed. */
async function allThings(api: Api): Promise<Things> {
  const lists = await Promise.allSettled([documentsOf(api), memoriesOf(api), peopleOf(api)]);
  const [first] = lists;
  if (first?.status === "rejected" && lists.every(({ status }) => status === "rejected")) throw first.reason;
  const [documents = [], memories = [], people = []] = lists.map((list) =>
    list.status === "fulfilled" ? list.value : [],
  );
  return { documents, memories, people };
}

const loaded = new WeakMap<Api, { readonly atMs: number; readonly things: Promise<Things> }>();

/** What the workspace has, by name. Loaded once and kept for a minute; what failed is tried again. */
export function thingsOf(api: Api, nowMs = Date.now()): Promise<Things> {
  const known = loaded.get(api);
  if (known !== undefined && nowMs - known.atMs < FRESH_MS) return known.things;
  const things = allThings(api);
  loaded.set(api, { atMs: nowMs, things });
  things.catch(() => loaded.delete(api));
  return things;
}
