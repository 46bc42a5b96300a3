import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { join } from "node:path";
import fc from "fast-check";
import { expect, it } from "vitest";
import { hashOf, readTextFile } from "../../../src/cli/folder/read-text.ts";
import { decode } from "../../../src/text/coding/decode-text.ts";
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
  ["UTF-16 without a mark", Buffer.from("hello, world", "utf16le")],
  ["big-endian UTF-16", Buffer.from("\ufeffhello", "utf16le").swap16()],
])("sends text in %s as UTF-8, with the hash of that", async (_, bytes) => {
  const text = bytes.includes(0) ? /^hello/ : /^d\u00e9j\u00e0 vu, caf\u00e9$/;
  const answer = await read(bytes);
  expect(answer).toMatchObject({
    kind: "text",
    text: expect.stringMatching(text),
    encoding: expect.any(String),
  });
  if (answer.kind === "text")
    expect([answer.hash, answer.bytes]).toEqual([
      hashOf(Buffer.from(answer.text)),
      Buffer.byteLength(answer.text),
    ]);
});

it("refuses a text that is too large as UTF-8", async () => {
  const bytes = Buffer.from("caf\u00e9 ".repeat(3), "latin1");
  expect(await read(bytes, bytes.length)).toMatchObject({ refused: { code: "too_large" } });
});

it.each([
  ["Cyrillic", Buffer.from([0xcf, 0xf0, 0xe8, 0xe2, 0xe5, 0xf2, 0x2c, 0x20, 0xec, 0xe8, 0xf0])],
  ["Shift-JIS", Buffer.from([0x93, 0xfa, 0x96, 0x7b, 0x8c, 0xea, 0x0a])],
])("tells of text in %s instead of guessing", async (_, bytes) => {
  expect(await read(bytes)).toMatchObject({ kind: "refused", refused: { path: "f", code: "not_text" } });
});

it.each([
  [
    "odd zeros of a table of small numbers",
    Buffer.from(Uint16Array.from({ length: 64 }, (_, at) => at).buffer),
  ],
  [
    "half a character at the end",
    Buffer.concat([Buffer.from("\ufeffa", "utf16le"), Buffer.from([0x3d, 0xd8])]),
  ],
])("takes %s for binary", async (_, bytes) => {
  expect(await read(bytes)).toEqual({ kind: "binary" });
});

it("gives any text of UTF-16 back", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme" }), fc.boolean(), (text, isBig) => {
      const bytes = Buffer.from(`\ufeff${text}`, "utf16le");
      expect(decode(isBig ? bytes.swap16() : bytes)).toEqual({
        text,
        encoding: isBig ? "utf-16be" : "utf-16le",
      });
    }),
  );
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
