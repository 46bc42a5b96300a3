import { expect, it } from "vitest";
import { DEFAULTS } from "../../src/config.ts";
import { prepareDocument } from "../../src/documents/prepare-document.ts";
import { shortHash } from "../../src/text/hash.ts";

const prepared = async (text: string) =>
  prepareDocument(
    { path: "a.txt", text, hash: await shortHash(text), mtime: 1 },
    { workspace: 1, root: "notes" },
  );

// `document-size.long.test.ts` has one that is exactly as large as allowed: cutting it takes seconds.
it("is as long as its bytes, not its characters", async () => {
  expect((await prepared("é")).bytes).toBe(2);
  const over = `${"é".repeat(DEFAULTS.maxFileBytes / 2)}x`;
  await expect(prepared(over)).rejects.toMatchObject({ code: "too_large" });
});
