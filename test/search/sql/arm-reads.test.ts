import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { HELD_TERMS, heldTermsRead } from "../../../src/search/arms/keyword/held-terms.ts";
import {
  TYPED_FREQUENCY,
  typedFrequencyRead,
  vocabularyName,
  vocabularyRead,
} from "../../../src/search/arms/keyword/vocabulary.ts";
import { recent } from "../../../src/search/arms/recent/recent.ts";
import {
  CANDIDATE_VECTORS,
  candidateVectorsRead,
  FILTERED_CHUNKS,
  filteredChunksRead,
  filteredRead,
  notYetVisibleRead,
  STORED,
} from "../../../src/search/arms/vector/stored-vectors.ts";
import { answerName } from "../../../src/search/hops/reads.ts";
import type { ChunkRow } from "../../../src/search/sql/chunk-rows.ts";
import { NEURAL, planOf } from "../fakes.ts";
import { type Desk, OTHER, OWN, openDesk } from "./rows.ts";

let desk: Desk;
beforeAll(async () => {
  desk = await openDesk();
});
afterAll(() => desk.dispose());
beforeEach(async () => {
  const tables = ["embeddings", "chunks", "documents", "deletions"];
  await desk.database.batch(tables.map((table) => desk.database.prepare(`DELETE FROM ${table}`)));
});

/** A document for each chunk; the hash of a chunk's text is that of its vector. */
async function put(
  chunks: readonly (Readonly<Record<string, string | number | null>> & { readonly id: string })[],
  of: { readonly workspace?: number; readonly path?: string } = {},
): Promise<void> {
  const { workspace = OWN, path } = of;
  const [{ most = 0 } = {}] = await desk.all<{ most: number }>(
    "SELECT coalesce(max(num), 0) AS most FROM documents",
  );
  const num = (at: number) => most + at + 1;
  await desk.put({
    documents: chunks.map(({ id }, at) => ({ num: num(at), workspace, path: path ?? `${id}.md` })),
    chunks: chunks.map((chunk, at) => ({ embed_hash: chunk.id, workspace, ...chunk, document: num(at) })),
    embeddings: chunks.map(({ id }) => ({ workspace, hash: id })),
  });
}

const neural = (more: object = {}) => planOf({ query: "keys", ...more }, NEURAL());

describe("vectors that the index does not show yet", () => {
  const embedded = (id: string) => ({ id, vector_state: "embedded" });
  const found = async (limit: number, more: object = {}) =>
    (await desk.ask([notYetVisibleRead(await neural(more), limit)])).of(STORED)?.map(({ id }) => id);

  it("are read newest first, as many as are compared", async () => {
    await put(["a", "b", "c"].map(embedded));
    expect(await found(2)).toEqual(["c", "b"]);
    expect(await found(3)).toEqual(["c", "b", "a"]);
  });

  it("are those of this workspace that wait, pass the filters and are there", async () => {
    await put([embedded("own"), { id: "seen" }, { id: "due", vector_state: "pending" }]);
    await put([embedded("theirs")], { workspace: OTHER });
    await put([embedded("elsewhere")], { path: "else/a.md" });
    await put([embedded("gone")], { path: "gone/a.md" });
    await desk.put({ deletions: [{ num: 1, workspace: OWN, root: "notes", prefix: "gone/", at: 1 }] });
    expect(await found(9)).toEqual(["elsewhere", "own"]);
    expect(await found(9, { filters: { prefix: "else/" } })).toEqual(["elsewhere"]);
    expect(await found(9, { filters: { glob: "*.md" } })).toEqual(["own"]);
  });

  it("are of this embedding space, in the same workspace", async () => {
    await put([embedded("a")]);
    for (const other of ["identity = 'other|cls|2|1'", `workspace = ${OTHER}`]) {
      await desk.run(`UPDATE embeddings SET ${other} WHERE hash = 'a'`);
      expect(await found(9), other).toEqual([]);
      await desk.run("DELETE FROM embeddings");
      await desk.put({ embeddings: [{ hash: "a" }] });
    }
    expect(await found(9)).toEqual(["a"]);
  });
});

describe("vectors that pass filters of which the index knows nothing", () => {
  it("are all of this workspace that pass, whatever the index shows", async () => {
    const plan = await neural({ filters: { glob: "a*.md" } });
    await put([{ id: "a1" }, { id: "a2", vector_state: "embedded" }, { id: "b1" }]);
    await put([{ id: "a3" }], { workspace: OTHER });
    const answers = await desk.ask([filteredRead(plan), filteredChunksRead(plan)]);
    expect(
      answers
        .of(STORED)
        ?.map(({ id }) => id)
        .sort(),
    ).toEqual(["a1", "a2"]);
    expect(answers.of(FILTERED_CHUNKS)).toBe(2);
  });

  it("are counted to one more than are compared", async () => {
    const [read] = [filteredChunksRead(await neural({ filters: { after: "2026-01-01" } }))];
    expect(read.values.limit).toBe(2_001);
  });
});

describe("vectors of candidates", () => {
  it("are those of passages, of this workspace and this embedding space", async () => {
    await put(["a", "b", "c"].map((id) => ({ id })));
    await desk.run("UPDATE embeddings SET identity = 'other|cls|2|1' WHERE hash = 'b'");
    await desk.run("DELETE FROM embeddings WHERE hash = 'c'");
    await put([{ id: "d" }], { workspace: OTHER });
    const read = candidateVectorsRead(await neural(), ["a", "b", "c", "d", "none"]);
    expect((await desk.ask([read])).of(CANDIDATE_VECTORS)?.map(({ id }) => id)).toEqual(["a"]);
  });
});

describe("the newest documents", () => {
  const NEWEST = answerName<readonly ChunkRow[]>("recent");
  const document = (num: number, more: Readonly<Record<string, string | number | null>>) => ({
    ...{ num, path: `${num}.md`, dated_at: 10 * num, last_observed: 10 * num },
    ...more,
  });
  const chunk = (document: number, ordinal = 0, workspace = OWN) => ({
    ...{ id: `${document}.${ordinal}`, document, ordinal, workspace },
  });
  const found = async (more: object = {}) => {
    const plan = await planOf({ query: "keys", profile: "code-memory", ...more });
    return (await desk.ask(recent.reads.hop1?.(plan) ?? [])).of(NEWEST)?.map(({ id }) => id);
  };

  it("come first, undated ones last, passages in the order of their document", async () => {
    await desk.put({
      documents: [document(1, {}), document(2, {}), document(3, { dated_at: null }), document(4, {})],
      chunks: [chunk(1), chunk(2, 1), chunk(2, 0), chunk(3), chunk(4)],
    });
    expect(await found()).toEqual(["4.0", "2.0", "2.1", "1.0", "3.0"]);
    expect(await found({ filters: { prefix: "2" } })).toEqual(["2.0", "2.1"]);
  });

  it("of one instant are the last pushed first, as in the list of what is new", async () => {
    const dated = { dated_at: 5 };
    await desk.put({
      documents: [document(2, dated), document(1, dated), document(3, dated)],
      chunks: [chunk(3), chunk(2), chunk(1)],
    });
    expect(await found()).toEqual(["3.0", "2.0", "1.0"]);
  });

  it("of the asking session come before newer ones, and none of another workspace's come at all", async () => {
    const session = { kind: "memory", session: "s1" };
    await desk.put({
      documents: [
        ...[document(1, session), document(2, session), document(3, { kind: "memory", session: "s2" })],
        ...[document(4, {}), document(5, { ...session, workspace: OTHER })],
      ],
      chunks: [...[1, 2, 3, 4].map((num) => chunk(num)), chunk(5, 0, OTHER)],
    });
    expect(await found()).toEqual(["4.0", "3.0", "2.0", "1.0"]);
    expect(await found({ session: "s1" })).toEqual(["2.0", "1.0", "4.0", "3.0"]);
    expect(await found({ session: "s1", filters: { session: "s2" } })).toEqual(["3.0"]);
    expect(await found({ session: "s9" })).toEqual(["4.0", "3.0", "2.0", "1.0"]);
  });
});

it("reads the words that begin with a letter and stand in two passages or more", async () => {
  const words = ["heron heath", "heron hen", "heath heron", "igel heron", "igel", "gull", "gull"];
  await desk.put({ chunks_fts_7: words.map((text, at) => ({ rowid: at + 1, text })) });
  await desk.put({ chunks_fts_8: ["hen", "hen"].map((text, at) => ({ rowid: at + 1, text })) });
  const terms = (await desk.ask([vocabularyRead(OWN, "h")])).of(vocabularyName("h")) ?? [];
  expect(terms.map(({ term, doc }) => [term, doc])).toEqual([
    ["heath", 2],
    ["heron", 4],
  ]);
});

describe("words of the keyword index", () => {
  beforeAll(async () => {
    const texts = ["rotate it", "rotation", "rotor", "robot", "rot"];
    await desk.put({ chunks_fts_7: texts.map((text, at) => ({ rowid: at + 101, text })) });
    await desk.put({ chunks_fts_8: [{ rowid: 101, text: "rotten" }] });
  });

  it.each([
    ["rot", 4],
    ["rota", 2],
    ["rotatio", 2],
    ["robots", 1],
    ["zzz", 0],
  ])("that begin with %s stand in %i passages", async (typed, chunks) => {
    expect((await desk.ask([typedFrequencyRead(OWN, typed)])).of(TYPED_FREQUENCY)).toBe(chunks);
  });

  it("are held by a passage that passes the filters, in its own text: the nearest of those", async () => {
    await put([{ id: "a", text: "a rotor" }], { path: "x/a.md" });
    await put([{ id: "b", text: "the robot", headings: '["B"]' }], { path: "y/b.md" });
    const rids = await desk.all<{ id: string; rid: number }>("SELECT id, rid FROM chunks");
    const rid = (id: string) => rids.find((one) => one.id === id)?.rid ?? 0;
    await desk.put({
      chunks_fts_7: [
        { rowid: rid("a"), text: "a rotor", context: "the robot" },
        { rowid: rid("b"), text: "the robot" },
      ],
    });
    const near = ["rotor", "robot"].map((word) => ({ word, term: word, doc: 2 }));
    const held = async (filters: object) => {
      const plan = await planOf({ query: "rotot", filters });
      const unknown = [{ word: "rotot", near, isSearched: true }];
      const rows = (await desk.ask(heldTermsRead(plan, unknown))).of(HELD_TERMS) ?? [];
      return rows.map(({ word, term, path, text }) => [word, term, path, text]);
    };
    expect(await held({})).toEqual([["rotot", "rotor", "x/a.md", "a rotor"]]);
    expect(await held({ prefix: "y/" })).toEqual([["rotot", "robot", "y/b.md", "the robot"]]);
    expect(await held({ prefix: "z/" })).toEqual([]);
  });

  it("are looked for only where one is unknown", async () => {
    expect(heldTermsRead(await planOf({ query: "rotor" }), [])).toEqual([]);
  });
});
