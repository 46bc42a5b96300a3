import { describe, expect, it } from "vitest";
import {
  Boundary,
  DeleteRootParameters,
  DocumentParameters,
  ManifestRequest,
  PruneRequest,
  UploadDocument,
  UploadRequest,
} from "../../src/documents/contract.ts";

const HASH = "0".repeat(32);
const FILE = ["a.md", HASH, 1, 1] as const;
const DOCUMENT = { path: "a.md", hash: HASH, mtime: 1, text: "A." };
const list = <Item>(count: number, item: Item): Item[] => Array.from({ length: count }, () => item);

type Row = readonly [rule: string, value: object, isAllowed: boolean];
interface Schema {
  readonly safeParse: (value: object) => { readonly success: boolean };
}

/** Cases of a request that is whole but for what each row says. */
const cases = (schema: Schema, whole: object, rows: readonly Row[]) =>
  rows.map(([rule, value, isAllowed]) => [rule, schema, { ...whole, ...value }, isAllowed] as const);

describe("a request of a push", () => {
  it.each([
    ...cases(ManifestRequest, { origin: HASH, files: [FILE] }, [
      ["a manifest", {}, true],
      ["a manifest of no files", { files: [] }, true],
      ["a manifest of 10,000 files", { files: list(10_000, FILE) }, true],
      ["no manifest of more", { files: list(10_001, FILE) }, false],
      ["no manifest without its files", { files: undefined }, false],
      ["no manifest of another origin", { origin: "0".repeat(31) }, false],
      ["a push that goes on", { push: 1 }, true],
      ["no push 0", { push: 0 }, false],
      ["no broken push", { push: 1.5 }, false],
      [
        "a file with a long path, which is refused by itself",
        { files: [["a".repeat(2_048), HASH, 1, 1]] },
        true,
      ],
      ["no file with a longer path", { files: [["a".repeat(2_049), HASH, 1, 1]] }, false],
      ["a file of no bytes", { files: [["a", HASH, 0, 0]] }, true],
      ["no file of fewer", { files: [["a", HASH, -1, 0]] }, false],
      ["no file of half a byte", { files: [["a", HASH, 0.5, 0]] }, false],
      ["a file of a thousand million bytes", { files: [["a", HASH, 1_000_000_000, 0]] }, true],
      ["no file of more", { files: [["a", HASH, 1_000_000_001, 0]] }, false],
      ["a file of a broken millisecond", { files: [["a", HASH, 1, 0.5]] }, true],
      ["no file before 1970", { files: [["a", HASH, 1, -1]] }, false],
      ["a file of the last date", { files: [["a", HASH, 1, 8.64e15]] }, true],
      ["no file after it", { files: [["a", HASH, 1, 8.65e15]] }, false],
      ["no file without its hash", { files: [["a", "0", 1, 1]] }, false],
      ["a page that begins at a long path", { after: "a".repeat(2_048) }, true],
      ["no page that begins at a longer one", { after: "a".repeat(2_049) }, false],
      ["a page up to the end", { upTo: null }, true],
      ["nothing else", { root: "notes" }, false],
    ]),
    ...cases(UploadRequest, { origin: HASH, documents: [DOCUMENT] }, [
      ["an upload", {}, true],
      ["an upload of 1,000 documents", { documents: list(1_000, DOCUMENT) }, true],
      ["no upload of more", { documents: list(1_001, DOCUMENT) }, false],
      ["no upload of none", { documents: [] }, false],
      ["no upload of a push 0", { push: 0 }, false],
      ["no upload with anything else", { root: "notes" }, false],
    ]),
    ...cases(UploadDocument, DOCUMENT, [
      ["an empty text", { text: "" }, true],
      ["a title of 500 characters", { title: "t".repeat(500) }, true],
      ["no longer title", { title: "t".repeat(501) }, false],
      ["a source of 500 characters", { source: "s".repeat(500) }, true],
      ["no longer source", { source: "s".repeat(501) }, false],
      ["10,000 chunks", { chunks: list(10_000, { startLine: 1, endLine: 1 }) }, true],
      ["no more chunks", { chunks: list(10_001, { startLine: 1, endLine: 1 }) }, false],
      ["no document with anything else", { kind: "memory" }, false],
    ]),
    ...cases(Boundary, { startLine: 1, endLine: 1 }, [
      ["no line 0", { startLine: 0 }, false],
      ["no end at line 0", { endLine: 0 }, false],
      ["no broken line", { endLine: 1.5 }, false],
      ["no start at a broken line", { startLine: 1.5 }, false],
      ["20 headings of 500 characters", { headings: list(20, "h".repeat(500)) }, true],
      ["no more headings", { headings: list(21, "h") }, false],
      ["no longer heading", { headings: ["h".repeat(501)] }, false],
      ["no chunk with anything else", { text: "A." }, false],
    ]),
    ...cases(PruneRequest, { origin: HASH, paths: ["a.md"] }, [
      ["10,000 paths to delete", { paths: list(10_000, "a.md") }, true],
      ["no more paths to delete", { paths: list(10_001, "a.md") }, false],
      ["no deletion of nothing", { paths: [] }, false],
      ["a path with a line separator", { paths: ["a\u2028b.md"] }, true],
      ["no path out of the root", { paths: ["../a.md"] }, false],
    ]),
  ])("may hold %s", (_, schema, value, isAllowed) => {
    expect(schema.safeParse(value).success).toBe(isAllowed);
  });

  it("that says nothing of it neither joins, nor only compares, nor is confirmed, and names all paths", () => {
    const { join, dryRun, after, upTo, contextualize, entities } = ManifestRequest.parse({
      origin: HASH,
      files: [],
    });
    expect({ join, dryRun, after, upTo, contextualize, entities }).toEqual({
      ...{ join: false, dryRun: false, after: "", upTo: null },
      ...{ contextualize: undefined, entities: undefined },
    });
    expect(PruneRequest.parse({ origin: HASH, paths: ["a"] }).confirm).toBe(false);
  });
});

describe("what is asked of documents", () => {
  it.each([
    ...cases(DocumentParameters, {}, [
      ["a page of 1,000", { limit: "1000" }, true],
      ["no page of more", { limit: "1001" }, false],
      ["no page of none", { limit: "0" }, false],
      ["a folder of no name, which is all", { prefix: "" }, true],
      ["a folder of 512 characters", { prefix: "p".repeat(512) }, true],
      ["no longer folder", { prefix: "p".repeat(513) }, false],
      ["a glob of 256 characters", { glob: "g".repeat(256) }, true],
      ["no longer glob", { glob: "g".repeat(257) }, false],
      ["no empty glob", { glob: "" }, false],
      ["a cursor of 8,000 characters", { cursor: "c".repeat(8_000) }, true],
      ["no longer cursor", { cursor: "c".repeat(8_001) }, false],
      ["no root without a name", { root: "" }, false],
      ["nothing else", { kind: "memory" }, false],
    ]),
    ...cases(DeleteRootParameters, {}, [
      ["a deletion of a root", {}, true],
      ["a deletion of a folder", { prefix: "p".repeat(512) }, true],
      ["no deletion of a longer folder", { prefix: "p".repeat(513) }, false],
      ["no deletion of a folder without a name", { prefix: "" }, false],
      ["no deletion of anything else", { path: "a.md" }, false],
    ]),
  ])("may be %s", (_, schema, value, isAllowed) => {
    expect(schema.safeParse(value).success).toBe(isAllowed);
  });

  it("is a page of 100 where it does not say", () => {
    expect(DocumentParameters.parse({})).toEqual({ limit: 100 });
  });
});
