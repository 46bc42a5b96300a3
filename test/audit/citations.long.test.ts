import { describe, expect, it } from "vitest";
import { lineRanges, rewriteDocuments, textHashes } from "../../src/audit/citations.ts";
import { auditDatabase } from "./audit-database.ts";

describe("the citations of a document", () => {
  const { place, all, column, write, rewritten, parts } = auditDatabase();
  /** Two chunks of two lines. */
  const push = () =>
    write(
      place.workspace,
      { "a.md": "One.\nTwo.\nThree.\nFour.\n" },
      {
        chunks: [
          { startLine: 1, endLine: 2 },
          { startLine: 3, endLine: 4 },
        ],
      },
    );
  const mine = () => `workspace = ${place.workspace}`;
  const second = () => `${mine()} AND ordinal = 1`;
  const found = async (check: typeof lineRanges, more = {}) =>
    (await check.scan(parts(more), "")).found.map(({ id, note, needsPush }) => [id, note, needsPush]);

  it.each([
    ["a number is left out", "ordinal = 2", "chunk 1 is numbered 2", undefined],
    ["a line is left out", "start_line = 4, end_line = 5", "lines 4-5 leave a gap", undefined],
    ["a line is before the first", "start_line = 0, end_line = 1", "lines 0-1 leave a gap", undefined],
    [
      "there are more lines than text",
      "end_line = 5",
      "lines 3-5 are not as many as its text has",
      undefined,
    ],
    [
      "columns are not as long as the text",
      "start_column = 1, end_column = length(text) + 1",
      "lines 3-4 have other columns than the text",
      undefined,
    ],
    ["lines are too few", "start_line = 2, end_line = 3", "chunks end at line 3 of 4", undefined],
  ])("are wrong where %s", async (_, damage, note, needsPush) => {
    await push();
    expect(await found(lineRanges)).toEqual([]);
    await all(`UPDATE chunks SET ${damage} WHERE ${second()}`);
    expect(await found(lineRanges)).toEqual([["notes:a.md", note, needsPush]]);
  });

  it.each([
    [
      "that overlap",
      "start_line = 2, end_line = 4, text = 'Two.' || char(10) || 'Three.' || char(10) || 'Four.'",
    ],
    ["that end before the one before ends", "start_line = 1, end_line = 1, text = 'One.'"],
    ["with the columns of their text", "start_column = 7, end_column = 6 + length(text)"],
  ])("may be of lines %s", async (_, damage) => {
    await push();
    await all(`UPDATE chunks SET ${damage} WHERE ${second()}`);
    if (damage.includes("'One.'")) await all(`UPDATE documents SET lines = 2 WHERE ${mine()}`);
    expect(await found(lineRanges)).toEqual([]);
  });

  it("end at the document's last line, not after it", async () => {
    await push();
    await all(`UPDATE documents SET lines = 3 WHERE ${mine()}`);
    expect(await found(lineRanges)).toEqual([["notes:a.md", "chunks end at line 4 of 3", undefined]]);
  });

  it.each([
    [
      "a text has another hash",
      "chunks SET text_hash = 'x'",
      "lines 3-4 have another text than their hash",
      undefined,
    ],
    [
      "the embedder was given another",
      "chunks SET embed_hash = 'x'",
      "lines 3-4 have another text than the models were given",
      undefined,
    ],
    [
      "the re-ranker was given another",
      "chunks SET sent_hash = 'x'",
      "lines 3-4 have another text than the models were given",
      undefined,
    ],
    [
      "the whole is not what was pushed",
      "documents SET hash = 'x'",
      "the passages are not the pushed text",
      "notes",
    ],
  ])("name texts that are wrong where %s", async (_, damage, note, needsPush) => {
    await push();
    expect(await found(textHashes)).toEqual([]);
    await all(`UPDATE ${damage} WHERE ${damage.startsWith("chunks") ? second() : mine()}`);
    expect(await found(textHashes)).toEqual([["notes:a.md", note, needsPush]]);
  });

  it("are written again where the text is whole; where not, the next push is asked for, but for a memory", async () => {
    await write(place.workspace, { "whole.md": "Whole.\n", "lost.md": "Lost.\n", "m.md": "A memory.\n" });
    await write(place.other, { "lost.md": "Lost.\n" });
    await all("UPDATE documents SET hash = 'lost' WHERE path IN ('lost.md', 'm.md')");
    await all("UPDATE documents SET kind = 'memory', root = 'memories' WHERE path = 'm.md'");
    const keys = await column("SELECT num FROM documents WHERE path IN ('whole.md', 'lost.md', 'm.md')");
    const versions = () => column(`SELECT version FROM workspaces WHERE num = ${place.workspace}`);
    const [before] = await versions();
    const findings = keys.map((num) => ({ id: "", key: String(num) }));
    await rewriteDocuments(parts({ limits: { bytes: 1 } }), findings);
    expect(rewritten).toEqual(["whole.md"]);
    expect(
      await all(
        "SELECT workspace, path, hash FROM documents WHERE path IN ('lost.md', 'm.md') ORDER BY path, workspace",
      ),
    ).toEqual([
      { workspace: place.workspace, path: "lost.md", hash: "0".repeat(32) },
      { workspace: place.other, path: "lost.md", hash: "lost" },
      { workspace: place.workspace, path: "m.md", hash: "lost" },
    ]);
    expect(await versions()).toEqual([Number(before) + 1]);
  });

  it("of a large workspace are looked at in samples", async () => {
    await push();
    await all(`UPDATE workspaces SET chunks = 2001 WHERE num = ${place.workspace}`);
    const scan = (after: string) => textHashes.scan(parts({ isFull: false }), after);
    expect([await scan(""), await scan("sample 15")]).toEqual([
      { checked: 1, found: [], next: "sample 5" },
      { checked: 1, found: [], next: undefined },
    ]);
  });
});
