import { expect, it } from "vitest";
import type { ExportRecord } from "../../../../src/backup/contract.ts";
import { documentsThere } from "../../../../src/cli/commands/import/import-file.ts";
import type { RecallClient } from "../../../../src/cli/session/recall-client.ts";

type Listed = { root: string; path: string; hash: string; source: string | null };

const LISTED: readonly Listed[] = [
  { root: "a", path: "1.md", hash: "h1", source: null },
  { root: "a", path: "2.md", hash: "h2", source: "https://x.test" },
  { root: "b", path: "1.md", hash: "h3", source: null },
];

const record = (more: object = {}): ExportRecord => {
  const document = { type: "document", root: "a", path: "1.md", hash: "h1", mtime: 1, text: "" };
  return { ...document, ...more } as ExportRecord;
};

/** A list of one document a page. */
const client: Pick<RecallClient, "documents"> = {
  documents: async ({ cursor = "0" }) => {
    const at = Number(cursor);
    const next = at + 1 < LISTED.length ? String(at + 1) : null;
    return { documents: LISTED.slice(at, at + 1), nextCursor: next } as Awaited<
      ReturnType<RecallClient["documents"]>
    >;
  },
};

it.each<readonly [string, object, boolean]>([
  ["the same document", {}, true],
  ["one of a later page", { root: "b", hash: "h3" }, true],
  ["one with its source", { path: "2.md", hash: "h2", source: "https://x.test" }, true],
  ["another text", { hash: "h2" }, false],
  ["another source", { source: "https://x.test" }, false],
  ["another path", { path: "3.md" }, false],
  ["the same path of another root", { root: "b" }, false],
  ["boundaries that a client chose, which no list tells", { chunks: [] }, false],
  ["a record of another kind", { type: "memory" }, false],
])("tells whether %s is there", async (_title, more, expected) => {
  expect((await documentsThere(client))(record(more))).toBe(expected);
});
