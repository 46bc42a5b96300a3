import { statement } from "../../src/database/statement.ts";
import { describe, expect, it } from "vitest";
import { MEMORY_ROOT } from "../../src/config.ts";
import { deleteDocument, deleteRoot, pageOfDocuments, readDocument } from "../../src/documents/documents.ts";
import { prepareDocument } from "../../src/documents/prepare-document.ts";
import { writeDocuments } from "../../src/documents/sql/document-writes.ts";
import { shortHash } from "../../src/text/hash.ts";
import { memoryDatabase, memoryId, NOW_MS } from "../memories/memory-database.ts";
import { LIVE_IDENTITY } from "../support/worlds/sql-world.ts";

const REFUSED = { code: "invalid_input", message: expect.stringContaining("forget them by id") };

describe("documents", () => {
  const { here: place, context, create, find } = memoryDatabase();
  const push = async (path: string, text = "Text.", root = "notes") => {
    const { workspace } = place;
    const upload = { path, text, hash: await shortHash(text), mtime: 1 };
    const documents = [await prepareDocument(upload, { workspace, root })];
    const of = { workspace, root, identity: LIVE_IDENTITY, nowMs: NOW_MS };
    await writeDocuments(place.db, { ...of, documents });
  };

  it("that are memories leave by forgetting only", async () => {
    await create("a", "Herons nest by the weir.");
    const here = await context();
    const path = memoryId("a");
    await expect(deleteDocument(here, { root: MEMORY_ROOT, path })).rejects.toMatchObject(REFUSED);
    await expect(deleteDocument(here, { path })).rejects.toMatchObject(REFUSED);
    await expect(deleteRoot(here, { root: MEMORY_ROOT })).rejects.toMatchObject(REFUSED);
    expect((await find("a"))?.state).toBe("live");
    expect((await readDocument(here, { path })).text).toBe("Herons nest by the weir.");
  });

  it.each(["a.md", "[", '["notes"]x', "[1,2]", '{"root":"notes"}'])(
    "are not listed from %j on, where no page ended",
    async (cursor) => {
      const page = pageOfDocuments(await context(), { cursor, limit: 10 });
      await expect(page).rejects.toMatchObject({
        code: "invalid_input",
        message: expect.stringContaining("cursor: send the `nextCursor` of the page before"),
      });
    },
  );

  it("are cited with their root where there are several, and a path with a colon always", async () => {
    const here = await context();
    const cited = async (path: string, more: object = {}) =>
      (await readDocument(here, { root: "notes", path, ...more })).citation;
    await push("a.md");
    await push("std::vec.md");
    expect(await cited("a.md")).toBe("a.md");
    expect(await cited("std::vec.md")).toBe("notes:std::vec.md");
    await push("a.md", "Other text.", "work");
    expect(await cited("a.md")).toBe("notes:a.md");
    expect(await cited("a.md", { lines: [1, 1] })).toBe("notes:a.md#L1");
    const narrow = { ...here, confines: { roots: ["notes"] } } as typeof here;
    expect((await readDocument(narrow, { path: "a.md" })).citation).toBe("a.md");
  });

  it("go on after a page of which a glob left nothing over", async () => {
    const [long, here] = [`${"x".repeat(60)}?z.md`, await context()];
    const path = (end: string) => `${"x".repeat(60)}${end}z.md`;
    for (const end of ["aa", "bb", "c"]) await push(path(end));
    const found: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await pageOfDocuments(here, {
        glob: long,
        limit: 1,
        ...(cursor !== undefined && { cursor }),
      });
      found.push(...page.documents.map((one) => one.path));
      cursor = page.nextCursor ?? undefined;
    } while (cursor !== undefined);
    expect(found).toEqual([path("c")]);
  });

  it("come in pages by root and path, each with where the next begins, the last with none", async () => {
    const here = await context();
    for (const [path, root] of [
      ["b.md", "two"],
      ["c.md", "one"],
      ["a.md", "two"],
    ] as const)
      await push(path, "Text.\n", root);
    const page = async (limit: number, more = {}) => {
      const { documents, nextCursor } = await pageOfDocuments(here, { limit, ...more });
      return [documents.map(({ root, path }) => `${root}:${path}`).join(" "), nextCursor];
    };
    const [begun, cursor] = await page(2);
    expect(begun).toBe("one:c.md two:a.md");
    expect(await page(2, { cursor })).toEqual(["two:b.md", null]);
    const refused = { code: "invalid_input", message: expect.stringContaining("the same filters") };
    for (const other of [{ root: "two" }, { prefix: "b" }, { glob: "*.md" }])
      await expect(page(2, { cursor, ...other })).rejects.toMatchObject(refused);
    for (const unmade of ['["two","a.md"]', "[]", '["two"]'])
      await expect(page(2, { cursor: unmade })).rejects.toMatchObject(refused);
    expect(await page(3)).toEqual(["one:c.md two:a.md two:b.md", null]);
    expect(await page(3, { root: "two" })).toEqual(["two:a.md two:b.md", null]);
    expect(await page(3, { prefix: "a" })).toEqual(["two:a.md", null]);
    const [first] = (await pageOfDocuments(here, { limit: 1 })).documents;
    expect(first).toEqual({
      ...{ root: "one", path: "c.md", kind: "file", language: "markdown", title: null, source: null },
      ...{ hash: await shortHash("Text.\n"), bytes: 6, lines: 1, chunks: 1, mtime: 1 },
      indexedAt: new Date(NOW_MS).toISOString(),
    });
  });

  it("are read whole or by their lines, as many as there are", async () => {
    const here = await context();
    const text = `${Array.from({ length: 300 }, (_, at) => `Line ${at + 1} of the herons' log.`).join("\n")}\n`;
    await push("log.txt", text);
    const read = async (lines?: readonly [number, number]) => {
      const answer = await readDocument(here, { path: "log.txt", lines });
      return [answer.startLine, answer.endLine, answer.citation, answer.text];
    };
    const of = (from: number, to: number) =>
      text
        .split("\n")
        .slice(from - 1, to)
        .join("\n");
    expect(await read()).toEqual([1, 300, "log.txt", text]);
    expect(await read([150, 152])).toEqual([150, 152, "log.txt#L150-L152", of(150, 152)]);
    expect(await read([7, 7])).toEqual([7, 7, "log.txt#L7", of(7, 7)]);
    expect(await read([299, 999])).toEqual([299, 300, "log.txt#L299-L300", of(299, 300)]);
    expect(await read([300, 300])).toEqual([300, 300, "log.txt#L300", of(300, 300)]);
    await expect(read([301, 301])).rejects.toMatchObject({
      ...{ code: "invalid_input", message: 'lines: "log.txt" has 300 lines', details: { lines: 300 } },
    });
  });

  it("are read as they were pushed: empty, without a last newline, with what they declare", async () => {
    const here = await context();
    await push("empty.md", "");
    await push("open.md", "---\nn: 1\n---\nText");
    expect(await readDocument(here, { path: "empty.md" })).toMatchObject({
      ...{ text: "", startLine: 0, endLine: 0, citation: "empty.md" },
    });
    expect(await readDocument(here, { path: "open.md" })).toMatchObject({
      ...{ text: "---\nn: 1\n---\nText", metadata: { n: 1 } },
    });
  });

  it("without a root are deleted from the programs' usual one only, once there is one", async () => {
    const here = await context();
    await push("kept.md", "A folder has it.\n", "notes");
    await here.session.all(
      statement("INSERT INTO root_origins VALUES (:workspace, 'default', 'programs', 1)"),
      { workspace: here.workspace },
    );
    await push("kept.md", "A program sent it.\n", "default");
    expect(await deleteDocument(here, { path: "kept.md" })).toMatchObject({ deleted: 1 });
    await expect(deleteDocument(here, { path: "kept.md" })).rejects.toMatchObject({
      ...{ code: "not_found", message: 'There is no document "kept.md" in root "default"' },
    });
    expect((await readDocument(here, { path: "kept.md" })).text).toBe("A folder has it.\n");
  });

  it("of one path in several roots are named by their root", async () => {
    const here = await context();
    await push("a.md", "One.\n", "one");
    await push("a.md", "Two.\n", "two");
    const ambiguous = {
      ...{ code: "ambiguous", message: '"a.md" is in several roots: name one of one, two' },
      details: { roots: ["one", "two"] },
    };
    await expect(readDocument(here, { path: "a.md" })).rejects.toMatchObject(ambiguous);
    await expect(deleteDocument(here, { path: "a.md" })).rejects.toMatchObject(ambiguous);
    expect((await readDocument(here, { root: "two", path: "a.md" })).text).toBe("Two.\n");
    await expect(readDocument(here, { root: "three", path: "a.md" })).rejects.toMatchObject({
      ...{ code: "not_found", message: 'There is no document "a.md" in root "three"' },
    });
    expect(await deleteDocument(here, { root: "one", path: "a.md" })).toMatchObject({ deleted: 1 });
    expect((await readDocument(here, { path: "a.md" })).text).toBe("Two.\n");
    await expect(readDocument(here, { path: "b.md" })).rejects.toThrow(/^There is no document "b.md"$/);
  });

  it.each(["x", "x/", "x//"])(
    "below the folder %s are deleted with it, not those beside it",
    async (prefix) => {
      const here = await context();
      for (const path of ["x/a.md", "x/y/b.md", "xy/a.md", "x.md", "z/x/a.md"]) await push(path);
      expect(await deleteRoot(here, { root: "notes", prefix })).toMatchObject({ deleted: 2 });
      const { documents } = await pageOfDocuments(here, { limit: 10 });
      expect(documents.map(({ path }) => path)).toEqual(["x.md", "xy/a.md", "z/x/a.md"]);
      await expect(deleteRoot(here, { root: "notes", prefix })).rejects.toMatchObject({
        ...{ code: "not_found", message: `There is nothing in root "notes" below the folder "${prefix}"` },
      });
      expect(await deleteRoot(here, { root: "notes" })).toMatchObject({ deleted: 3 });
      await expect(deleteRoot(here, { root: "notes" })).rejects.toThrow(/^There is nothing in root "notes"$/);
    },
  );
});
