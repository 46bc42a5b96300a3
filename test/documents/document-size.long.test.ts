import { expect, it } from "vitest";
import { DEFAULTS } from "../../src/config.ts";
import { prepareDocument } from "../../src/documents/prepare-document.ts";
import { shortHash } from "../../src/text/hash.ts";

it("is taken up to the largest size there is", async () => {
  const text = "é".repeat(DEFAULTS.maxFileBytes / 2);
  const document = { path: "a.txt", text, hash: await shortHash(text), mtime: 1 };
  const { bytes } = await prepareDocument(document, { workspace: 1, root: "notes" });
  expect(bytes).toBe(DEFAULTS.maxFileBytes);
});
