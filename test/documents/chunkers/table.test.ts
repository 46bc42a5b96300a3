import { expect, it } from "vitest";
import { chunkDocument } from "../../../src/documents/chunkers/chunk-document.ts";

const headingsOf = (header: string, path = "a.csv") =>
  chunkDocument({ path, text: `${header}\n1,2\n` }).chunks[0]?.headings;

it.each([
  ["id,name", "id, name"],
  ["\uFEFFid,name", "id, name"],
  ['"id","na me" , x', "id, na me, x"],
  ["id,n2,2x", "id, n2, 2x"],
  [`${"x".repeat(60)},b`, `${"x".repeat(60)}, b`],
  [`${"x".repeat(61)},b`, `${"x".repeat(60)}…, b`],
])("the columns of %j are %j", (header, columns) => {
  expect(headingsOf(header)).toEqual([columns]);
});

it.each(["id,,x", "id,", "id,2024", "id,-1.5", "id,2024-05-06", "id,05/06/24 10:30"])(
  "%j is a record, not a header",
  (header) => {
    expect(headingsOf(header)).toEqual([]);
  },
);

it("the columns of a table with tabs may hold commas", () => {
  expect(headingsOf("a, b\tc", "a.tsv")).toEqual(["a, b, c"]);
  expect(headingsOf("a, b\tc", "a.csv")).toEqual(["a, b\tc"]);
});
