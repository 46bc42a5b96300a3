import { describe, expect, it } from "vitest";
import {
  ExportEnd,
  ExportHeader,
  ExportParameters,
  ExportRecord,
  ImportRequest,
} from "../../src/backup/contract.ts";

const HASH = "0123456789abcdef".repeat(2);
const HEADER = {
  ...{ format: "edge-recall-export", formatVersion: 1, workspace: "w", workspaceVersion: 1, chunker: 1 },
  ...{ identity: "i", withVectors: false, exportedAt: "2026-01-01T00:00:00Z" },
};
const EMBEDDING = { type: "embedding", hash: HASH, vector: "AAAAAAAA" };
const DOCUMENT = { type: "document", root: "notes", path: "a.md", hash: HASH, mtime: 1, text: "A." };
const MEMORY = {
  ...{ type: "memory", id: HASH, state: "live", text: "A boat.", hash: HASH, memoryType: "fact" },
  ...{ importance: 0.5, priority: 3, confidence: 0.5, session: null, source: null, tags: [], entities: [] },
  ...{ metadata: {}, timesObserved: 1, firstObserved: 1, lastObserved: 1, leftAt: null },
  ...{ supersedes: null, supersededBy: null },
};
const OBSERVATION = {
  ...{ type: "observation", memory: HASH, merged: null, text: "A boat.", memoryType: "fact" },
  ...{ confidence: 0.5, session: null, source: null, at: 1 },
};
const VOTE = {
  ...{ type: "vote", recallId: "0199d3f0-0000-7000-8000-000000000001", hit: "0".repeat(8), token: "t1" },
  ...{ value: "up", note: null, at: 1, root: "notes", path: "a.md", embedHash: null },
};
const END = { type: "end", records: 0, checksum: "0".repeat(64) };

type Row = readonly [rule: string, value: object, isAllowed: boolean];
interface Schema {
  readonly safeParse: (value: object) => { readonly success: boolean };
}

/** Cases of a record that is whole but for what each row says. */
const cases = (schema: Schema, whole: object, rows: readonly Row[]) =>
  rows.map(([rule, value, isAllowed]) => [rule, schema, { ...whole, ...value }, isAllowed] as const);

describe("a file of an export", () => {
  it.each([
    ...cases(ExportHeader, HEADER, [
      ["its header", {}, true],
      ["no header of another format", { format: "other" }, false],
      ["no header of another version", { formatVersion: 2 }, false],
      ["an identity of 300 characters", { identity: "i".repeat(300) }, true],
      ["no longer identity", { identity: "i".repeat(301) }, false],
    ]),
    ...cases(ExportRecord, EMBEDDING, [
      ["a vector of eight characters", {}, true],
      ["a vector with one sign of its end", { vector: "AAAAAAAA=" }, true],
      ["a vector with two", { vector: "AAAA+/z09==" }, true],
      ["no vector with three", { vector: "AAAAAAAA===" }, false],
      ["no shorter vector", { vector: "AAAAAAA" }, false],
      ["a vector of 5,600 characters", { vector: "A".repeat(5_600) }, true],
      ["no longer vector", { vector: "A".repeat(5_601) }, false],
      ["no vector of other signs", { vector: "AAAA-_AAA" }, false],
      ["no vector behind white space", { vector: " AAAAAAAA" }, false],
      ["no vector of a short hash", { hash: "0" }, false],
    ]),
    ...cases(ExportRecord, DOCUMENT, [
      ["a document", {}, true],
      ["a document with a title of any length", { title: "t".repeat(10_000) }, true],
      ["a document with a source of 500 characters", { source: "s".repeat(500) }, true],
      ["no document with a longer source", { source: "s".repeat(501) }, false],
      ["no document out of its root", { path: "../a.md" }, false],
      ["no document with anything else", { bytes: 2 }, false],
    ]),
    ...cases(ExportRecord, MEMORY, [
      ["a live memory", {}, true],
      ["a superseded memory", { state: "superseded", leftAt: 1, supersededBy: HASH }, true],
      ["no superseded memory that does not say when", { state: "superseded" }, false],
      ["no forgotten memory", { state: "forgotten", leftAt: 1 }, false],
      ["no memory that was never observed", { timesObserved: 0 }, false],
      ["no memory that was observed by halves", { timesObserved: 1.5 }, false],
      ["no memory with the start of an id", { id: HASH.slice(0, 31) }, false],
      ["no memory with a longer id", { id: `${HASH}0` }, false],
      ["no memory with an id in capitals", { id: HASH.toUpperCase() }, false],
      ["no memory that superseded the start of an id", { supersedes: "0" }, false],
      ["no memory of before 1970", { firstObserved: -1 }, false],
      ["no memory without a type", { memoryType: undefined }, false],
    ]),
    ...cases(ExportRecord, OBSERVATION, [
      ["an older text", {}, true],
      ["an older text of a memory that was merged", { merged: HASH }, true],
      ["no older text of the start of an id", { memory: "0" }, false],
      ["no older text of more than certainty", { confidence: 1.1 }, false],
    ]),
    ...cases(ExportRecord, VOTE, [
      ["a vote", {}, true],
      ["a vote on a text", { embedHash: HASH }, true],
      ["a vote on a hit of 64 characters", { hit: "a".repeat(64) }, true],
      ["no vote on a longer hit", { hit: "a".repeat(65) }, false],
      ["no vote on a rank", { hit: "1" }, false],
      ["no vote on a hit in capitals", { hit: "A".repeat(8) }, false],
      ["no vote on the start of a search", { recallId: "0199d3f0" }, false],
      ["no vote on a longer search", { recallId: `${VOTE.recallId}0` }, false],
      ["a vote of a token of 64 characters", { token: `${"t-_".repeat(21)}t` }, true],
      ["no vote of a longer token", { token: "t".repeat(65) }, false],
      ["no vote of no token", { token: "" }, false],
      ["no vote of a token with a space", { token: "a b" }, false],
      ["no vote taken back", { value: "none" }, false],
      ["a vote with a note that redaction made longer", { note: "n".repeat(2_500) }, true],
      ["no vote with a longer note", { note: "n".repeat(2_501) }, false],
      ["no vote with controls in its note", { note: "a\nb" }, false],
      ["no vote with half a character in its note", { note: "\ud800" }, false],
    ]),
    ...cases(ExportEnd, END, [
      ["its end", {}, true],
      ["no end with fewer than no records", { records: -1 }, false],
      ["no end with half a record", { records: 0.5 }, false],
      ["no end with a short checksum", { checksum: "0".repeat(63) }, false],
      ["no end with a long checksum", { checksum: "0".repeat(65) }, false],
      ["no end with a checksum of other letters", { checksum: "g".repeat(64) }, false],
    ]),
  ])("may hold %s", (_, schema, value, isAllowed) => {
    expect(schema.safeParse(value).success).toBe(isAllowed);
  });
});

describe("a request", () => {
  it.each([
    ...cases(ImportRequest, { identity: "i", records: [] }, [
      ["to import 1,000 records", { records: Array.from({ length: 1_000 }, () => EMBEDDING) }, true],
      ["to import no more", { records: Array.from({ length: 1_001 }, () => EMBEDDING) }, false],
      ["to import vectors of an identity of 300 characters", { identity: "i".repeat(300) }, true],
      ["to import none of a longer identity", { identity: "i".repeat(301) }, false],
      ["to import nothing of no identity", { identity: undefined }, false],
      ["to import no end", { records: [END] }, false],
    ]),
    ...cases(ExportParameters, {}, [
      ["for the first page", {}, true],
      ["for a page behind a cursor of 8,000 characters", { cursor: "c".repeat(8_000) }, true],
      ["for no page behind a longer one", { cursor: "c".repeat(8_001) }, false],
      ["for nothing else", { limit: "1" }, false],
    ]),
  ])("may be one %s", (_, schema, value, isAllowed) => {
    expect(schema.safeParse(value).success).toBe(isAllowed);
  });

  it("neither merges nor has vectors where it does not say", () => {
    expect(ImportRequest.parse({ identity: "i", records: [] }).merge).toBe(false);
    expect(ExportParameters.parse({})).toEqual({ vectors: false });
  });
});
