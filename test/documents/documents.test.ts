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
  const push = async (path: string) => {
    const { workspace } = place;
    const upload = { path, text: "Text.", hash: await shortHash("Text."), mtime: 1 };
    const documents = [await prepareDocument(upload, { workspace, root: "notes" })];
    const of = { workspace, root: "notes", identity: LIVE_IDENTITY, nowMs: NOW_MS };
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
    async (after) => {
      const page = pageOfDocuments(await context(), { after, limit: 10 });
      await expect(page).rejects.toMatchObject({
        code: "invalid_input",
        message: "after: send the `next` of the page before",
      });
    },
  );

  it("go on after a page of which a glob left nothing over", async () => {
    const [long, here] = [`${"x".repeat(60)}?z.md`, await context()];
    const path = (end: string) => `${"x".repeat(60)}${end}z.md`;
    for (const end of ["aa", "bb", "c"]) await push(path(end));
    const found: string[] = [];
    let after: string | undefined;
    do {
      const page = await pageOfDocuments(here, {
        glob: long,
        limit: 1,
        ...(after !== undefined && { after }),
      });
      found.push(...page.documents.map((one) => one.path));
      after = page.next ?? undefined;
    } while (after !== undefined);
    expect(found).toEqual([path("c")]);
  });
});
