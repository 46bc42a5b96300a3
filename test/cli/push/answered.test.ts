import { expect, it } from "vitest";
import { answered } from "../../../src/cli/push/report.ts";

it("counts of an upload the files that were taken, and the bytes of all that were sent", () => {
  const failed = [{ path: "a.md", code: "hash_mismatch" as const, message: "" }];
  const file = {
    path: "a.md",
    file: "",
    kind: "text" as const,
    text: "one",
    hash: "h",
    bytes: 3,
    mtimeMs: 0,
  };
  const counts = { indexed: 1, chunks: 4, toEmbed: 3, version: 9 };
  const files = [file, { ...file, path: "b.md", bytes: 4 }];
  expect(answered({ ...counts, unchanged: 0, failed }, files)).toEqual({
    ...{ requests: 1, uploaded: 1, bytes: 7, failed },
    ...counts,
  });
});
