import { describe, expect, it } from "vitest";
import { MEMORY_ROOT } from "../../src/config.ts";
import { deleteDocument, deleteRoot, pageOfDocuments, readDocument } from "../../src/documents/documents.ts";
import { memoryDatabase, memoryId } from "../memories/memory-database.ts";

const REFUSED = { code: "invalid_input", message: expect.stringContaining("forget them by id") };

describe("documents", () => {
  const { context, create, find } = memoryDatabase();

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
});
