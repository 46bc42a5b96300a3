import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { join } from "node:path";
import fc from "fast-check";
import { expect, it } from "vitest";
import { hashOf, readTextFile } from "../../../src/cli/folder/read-text.ts";
import { decode } from "../../../src/client/push/decode-text.ts";
import { temporaryFolder } from "../temporary-folder.ts";

const MAX_BYTES = 2_000_000;

const read = (content: string | Uint8Array, maxBytes = MAX_BYTES) => {
  const file = join(temporaryFolder({ f: content }), "f");
  return readTextFile({ path: "f", file }, maxBytes);
};

it("gives text back byte for byte, the byte order mark and line ends too", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), fc.boolean(), (text, withMark) => {
      const pushed = `${withMark ? "\ufeff" : ""}${text.replaceAll("\0", "")}\r\n`;
      const bytes = new TextEncoder().encode(pushed);
      expect(decode(bytes)).toEqual({ text: pushed });
    }),
  );
});

it("hashes the bytes with SHA-256, 32 hex characters", async () => {
  const expected = createHash("sha256").update("één\n").digest("hex").slice(0, 32);
  expect(hashOf(new TextEncoder().encode("één\n"))).toBe(expected);
  expect(await read("één\n")).toMatchObject({ kind: "text", hash: expected, bytes: 6 });
});

it("takes an empty file as a text", async () => {
  expect(await read("")).toMatchObject({ kind: "text", text: "", bytes: 0 });
});

it("calls a file with NUL binary", async () => {
  expect(await read(new Uint8Array([137, 80, 0, 71]))).toEqual({ kind: "binary" });
});

it("calls bytes full of control characters binary", async () => {
  expect(await read(new Uint8Array([1, 2, 3, 0xff, 0xfe, 4, 5, 6]))).toEqual({ kind: "binary" });
});

it.each([
  ["Latin-1", Buffer.from("d\u00e9j\u00e0 vu, caf\u00e9", "latin1")],
  ["UTF-16", Buffer.from("\ufeffhello", "utf16le")],
])("tells of text in %s instead of guessing", async (_, bytes) => {
  expect(await read(bytes)).toMatchObject({ kind: "refused", refused: { path: "f", code: "not_text" } });
});

it("tells of a text that is too large, and is silent about large binary data", async () => {
  expect(await read("x".repeat(11), 10)).toMatchObject({ kind: "refused", refused: { code: "too_large" } });
  expect(await read(new Uint8Array(11), 10)).toEqual({ kind: "binary" });
  expect(await read("x".repeat(10), 10)).toMatchObject({ kind: "text" });
});

it.runIf(process.platform === "linux")("reads on in no file that has more bytes than it says", async () => {
  // As a log that grows: its size is none, and there is always more.
  const answer = await readTextFile({ path: "f", file: "/proc/self/status" }, MAX_BYTES);
  expect(answer).toMatchObject({ kind: "refused", refused: { path: "f", code: "changing" } });
});

it.runIf(process.platform !== "win32")("waits for no pipe in the place of a file", async () => {
  const file = join(temporaryFolder(), "pipe");
  execFileSync("mkfifo", [file]);
  expect(await readTextFile({ path: "f", file }, MAX_BYTES)).toMatchObject({
    refused: { code: "unreadable" },
  });
});

it("answers a file that is gone as unreadable", async () => {
  const found = { path: "f", file: join(temporaryFolder(), "nowhere") };
  expect(await readTextFile(found, MAX_BYTES)).toMatchObject({ refused: { code: "unreadable" } });
});
