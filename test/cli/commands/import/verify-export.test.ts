import { createHash } from "node:crypto";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { readLines, verifyExport } from "../../../../src/cli/commands/import/verify-export.ts";
import { exportVector } from "../../../../src/text/exported-vector.ts";
import { shortHash } from "../../../../src/text/hash.ts";
import { quantise } from "../../../../src/text/quantise.ts";
import { temporaryFolder } from "../../temporary-folder.ts";
import { exportedDocument, exportHeader } from "./exported.ts";

const HEADER = exportHeader({ withVectors: true });
const TEXT = "The heron nests.\n";
const DOCUMENT = await exportedDocument(TEXT);
const EMBEDDING = {
  type: "embedding",
  hash: "0".repeat(32),
  vector: exportVector(quantise(Float32Array.of(1, 0, 0, 1)) ?? ""),
};

/** A file of these lines with a true end. */
function exported(lines: readonly unknown[], more: { end?: object; after?: string } = {}): string {
  const body = lines.map((line) => `${typeof line === "string" ? line : JSON.stringify(line)}\n`).join("");
  const checksum = createHash("sha256").update(body).digest("hex");
  const end = JSON.stringify({ type: "end", records: lines.length - 1, checksum, ...more.end });
  return `${body}${end}\n${more.after ?? ""}`;
}

const MEMORY = {
  ...{ type: "memory", id: "a".repeat(32), state: "live", text: "Tabs.", hash: await shortHash("Tabs.") },
  ...{ memoryType: "fact", importance: 0.7, priority: 3, confidence: 0.7, session: null, source: null },
  ...{ tags: [], entities: [], metadata: {}, timesObserved: 1, firstObserved: 1, lastObserved: 1 },
  ...{ leftAt: null, supersedes: null, supersededBy: null },
};

function fileOf(content: string | Uint8Array): string {
  const file = join(temporaryFolder(), "export.ndjson");
  writeFileSync(file, content);
  return file;
}

it("takes an export that is whole, with or without the last line's end", async () => {
  const whole = exported([HEADER, EMBEDDING, DOCUMENT]);
  for (const content of [whole, whole.trimEnd()])
    expect(await verifyExport(fileOf(content))).toMatchObject({ records: 2, documents: 1, vectors: 1 });
});

it("counts a memory among the texts", async () => {
  expect(await verifyExport(fileOf(exported([HEADER, MEMORY, DOCUMENT])))).toMatchObject({
    ...{ records: 2, documents: 2, vectors: 0 },
    header: { identity: "m|cls|4|1" },
  });
});

const cut = exported([HEADER, DOCUMENT]);

it.each<readonly [string, string | Uint8Array, RegExp]>([
  ["an empty file", "", /has no end/],
  ["a file that was cut off", cut.slice(0, cut.lastIndexOf('{"type":"end"')), /has no end/],
  ["a mark of byte order before it", `\ufeff${cut}`, /line 1: this is not JSON/],
  ["another file", exported(["# Notes"]), /line 1: this is not JSON/],
  ["JSON that is no export", exported([{ hello: 1 }]), /line 1: this is no export/],
  ["null in place of a header", exported([null]), /line 1: this is no export/],
  [
    "a newer format",
    exported([{ ...HEADER, formatVersion: 2 }, DOCUMENT]),
    /line 1: it has format version 2; this recall reads 1/,
  ],
  ["a line that is no JSON", exported([HEADER, DOCUMENT, "{"]), /line 3: this is not JSON/],
  ["an empty line", exported([HEADER, "", DOCUMENT]), /line 2: this is not JSON/],
  [
    "bytes that are no UTF-8",
    Buffer.concat([Buffer.from(`${JSON.stringify(HEADER)}\n"`), Buffer.from([0xff]), Buffer.from('"\n')]),
    /line 2: this is not JSON/,
  ],
  ["an unknown record", exported([HEADER, { type: "ghost" }]), /line 2: type: /],
  ["a field that is not known", exported([HEADER, { ...DOCUMENT, owner: 1 }]), /line 2: .*owner/],
  [
    "a path that leaves its root",
    exported([HEADER, { ...DOCUMENT, path: "../a.md" }]),
    /line 2: path: .*\.\./,
  ],
  ["an absolute path", exported([HEADER, { ...DOCUMENT, path: "/etc/passwd" }]), /line 2: path: /],
  ["a root with a slash", exported([HEADER, { ...DOCUMENT, root: "a/b" }]), /line 2: root: /],
  [
    "a forged hash",
    exported([HEADER, { ...DOCUMENT, text: "Another.\n" }]),
    /line 2: the hash of notes:a.md is not that of its text/,
  ],
  [
    "a forged hash of a memory",
    exported([HEADER, { ...MEMORY, text: "Blanks." }]),
    /line 2: the hash of the memory a{32} is not that of its text/,
  ],
  [
    "a vector of other dimensions",
    exported([HEADER, { ...EMBEDDING, vector: exportVector(quantise(Float32Array.of(1, 2)) ?? "") }]),
    /line 2: a vector has 4 dimensions/,
  ],
  [
    "a zero vector",
    exported([HEADER, { ...EMBEDDING, vector: Buffer.alloc(8).toString("base64") }]),
    /line 2: a vector has a direction/,
  ],
  ["a wrong count", exported([HEADER, DOCUMENT], { end: { records: 2 } }), /line 3: it names 2 records/],
  [
    "a line that was changed",
    cut.replace('"mtime":1', '"mtime":2'),
    /line 3: the checksum is not that of the lines before it/,
  ],
  ["lines after the end", exported([HEADER, DOCUMENT], { after: "{}\n" }), /line 4: something follows/],
])("refuses %s and says where", async (_title, content, message) => {
  await expect(verifyExport(fileOf(content))).rejects.toThrow(message);
});

it("gives up on a line of any length without keeping it", async () => {
  const file = Buffer.alloc(32_000_003, 97);
  file[16_000_000] = 10;
  const lines = readLines(fileOf(file));
  expect((await lines.next()).value.bytes).toHaveLength(16_000_000);
  await expect(lines.next()).rejects.toThrow(/line 2 has over 16000000 bytes/);
  const ended = fileOf(Buffer.concat([file.subarray(16_000_001, 32_000_002), Buffer.from("\n")]));
  await expect(readLines(ended).next()).rejects.toThrow(/line 1 has over 16000000 bytes/);
});

it("reads lines across the pieces of a file", async () => {
  const lines = ["", "a".repeat(100_000), "ü".repeat(50_000), "", "end"];
  const read: string[] = [];
  for await (const { bytes, number } of readLines(fileOf(lines.join("\n")))) {
    read.push(bytes.toString());
    expect(number).toBe(read.length);
  }
  expect(read).toEqual(lines);
});

it("says that a file cannot be read", async () => {
  const folder = temporaryFolder({ file: "" });
  for (const path of [folder, join(folder, "file/below")])
    await expect(verifyExport(path), path).rejects.toMatchObject({ message: `${path} cannot be read` });
  await expect(verifyExport(join(temporaryFolder(), "none"))).rejects.toThrow(/cannot be read/);
});
