import { describe, expect, it } from "vitest";
import { markRoot } from "../../../src/documents/sql/deletions.ts";
import { readChunks } from "../../../src/documents/sql/document-reads.ts";
import { type DocumentChoice, storedDocuments } from "../../../src/documents/sql/stored-documents.ts";
import { sqlWorld } from "../../support/worlds/sql-world.ts";

describe("stored documents", () => {
  const { here, all, newWorkspace, write } = sqlWorld();

  const chosen = async (workspace: number, choice: DocumentChoice, maxBytes = 1_000) =>
    (await storedDocuments(here.db, { workspace, choice, maxBytes })).documents.map(({ path }) => path);
  const numbers = async (workspace: number) =>
    (await all<{ num: number }>(`SELECT num FROM documents WHERE workspace = ${workspace} ORDER BY num`)).map(
      ({ num }) => num,
    );

  it("are found next to the hashes of their texts, each once, the text of a hash itself first", async () => {
    const [workspace, other] = [await newWorkspace(), await newWorkspace()];
    await write(workspace, { "a.md": "A.\n", "b.md": "B.\n", "c.md": "C.\n" });
    await write(other, { "d.md": "D.\n" });
    const setHash = (path: string, of: number, hash: string) =>
      all(`UPDATE chunks SET embed_hash = '${hash}' WHERE document IN
        (SELECT num FROM documents WHERE workspace = ${of} AND path = '${path}')`);
    await setHash("a.md", workspace, "20");
    await setHash("b.md", workspace, "40");
    await setHash("c.md", workspace, "60");
    await setHash("d.md", other, "30");
    expect(await chosen(workspace, { seeds: ["40"] })).toEqual(["b.md"]);
    expect(await chosen(workspace, { seeds: ["21", "30", "40"] })).toEqual(["b.md"]);
    expect(await chosen(workspace, { seeds: ["41", "10"] })).toEqual(["a.md", "c.md"]);
    expect(await chosen(workspace, { seeds: ["61"] })).toEqual([]);
  });

  it("are found by number in their own workspace, unless they are deleted", async () => {
    const [workspace, other] = [await newWorkspace(), await newWorkspace()];
    await write(workspace, { "x/a.md": "A.\n", "b.md": "B.\n" });
    await write(other, { "c.md": "C.\n" });
    const nums = [...(await numbers(other)), ...(await numbers(workspace))];
    expect(await chosen(workspace, { nums })).toEqual(["b.md", "x/a.md"]);
    await markRoot(here.db, { workspace, root: "notes", prefix: "x/" });
    expect(await chosen(workspace, { nums })).toEqual(["b.md"]);
  });

  it("have all that a document is, with its chunks in order", async () => {
    const workspace = await newWorkspace();
    await write(workspace, { "a.md": "# B\n\nTwo.\n\n# A\n\nOne." });
    const [num] = await numbers(workspace);
    const { documents } = await storedDocuments(here.db, {
      ...{ workspace, choice: { nums: [num ?? 0] }, maxBytes: 1 },
    });
    expect(documents).toMatchObject([
      {
        ...{ num, root: "notes", path: "a.md", bytes: 20, lines: 7, finalNewline: 0, mtime: 1, title: "B" },
        ...{ source: null, chunkCount: 2, ownChunks: 0 },
        chunks: [
          { ordinal: 0, startLine: 1, endLine: 4, headings: ["B"], prefix: null },
          { ordinal: 1, startLine: 5, endLine: 7, headings: ["B", "A"], text: "# A\n\nOne." },
        ],
      },
    ]);
    expect(documents[0]).not.toHaveProperty("memory");
  });

  it("are read by the chunks that touch the lines", async () => {
    const workspace = await newWorkspace();
    await write(workspace, { "a.md": "# A\n\nOne.\n\n# B\n\nTwo.\n\n# C\n\nThree.\n" });
    const [document = 0] = await numbers(workspace);
    const touched = async (from: number, to: number) =>
      (await readChunks(here.db, { document, from, to })).map(({ startLine }) => startLine);
    expect(await touched(4, 4)).toEqual([1]);
    expect(await touched(4, 5)).toEqual([1, 5]);
    expect(await touched(5, 8)).toEqual([5]);
    expect(await touched(8, 9)).toEqual([5, 9]);
    expect(await touched(12, 20)).toEqual([]);
  });
});
