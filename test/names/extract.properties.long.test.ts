import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ENTITY_TYPES } from "../../src/contract/entity-types.ts";
import { namesOfDocument } from "../../src/names/extract.ts";
import { titleName } from "../../src/names/prose/title-name.ts";
import { MAX_NAMES_A_CHUNK, MAX_RELATIONS_A_CHUNK, type NamedDocument } from "../../src/names/types.ts";
import { slugOf } from "../../src/text/slug.ts";
import { anyText } from "../documents/any-text.ts";

const NAMES = [
  "Ana López",
  "Marlin",
  "`armDriver`",
  "[[Test bench]]",
  "ROB-482",
  "Dmitri",
  "[Zephyr](z.md)",
  "田中さん",
];
const BETWEEN = [
  " uses ",
  " works at ",
  " and ",
  ". ",
  "\n- ",
  " → ",
  ", who leads ",
  "\n\n# ",
  ": ",
  " (",
  ") ",
  "\n```\n",
];
const LEADS = [
  "---\nowner: Ana López\ntags: [Zephyr, Marlin]\n---\n",
  "- Owns ",
  "Her deputy is ",
  "Owner: ",
  "",
];
const statement = fc
  .tuple(
    fc.constantFrom(...LEADS),
    fc.array(fc.tuple(fc.constantFrom(...NAMES), fc.constantFrom(...BETWEEN))),
  )
  .map(([lead, parts]) => lead + parts.flat().join(""));

const text = fc.oneof(statement, anyText);
const document: fc.Arbitrary<NamedDocument> = fc.record({
  path: fc.constantFrom("people/ana.md", "a.ts", "b.json", "c.txt", "", "projects/ü/x.vue"),
  title: fc.option(fc.oneof(fc.constantFrom("Ana López", "Marlin", "Some notes"), fc.string()), {
    nil: null,
  }),
  language: fc.option(fc.constantFrom("markdown", "typescript", "json", "text", "klingon"), { nil: null }),
  kind: fc.constantFrom("file", "memory"),
  chunks: fc
    .array(text, { maxLength: 4 })
    .map((texts) => texts.map((text, at) => ({ id: String(at), headings: [], text }))),
});

const flat = (text: string) => text.replace(/\s+/g, " ");

describe("what is found in any document", () => {
  it("is bounded, stands in its chunk, and is the same again", () => {
    fc.assert(
      fc.property(document, (source) => {
        const found = namesOfDocument(source);
        expect(found.map(({ chunkId }) => chunkId)).toEqual(source.chunks.map(({ id }) => id));
        for (const [at, { names }] of found.entries()) {
          expect(names.length).toBeLessThanOrEqual(MAX_NAMES_A_CHUNK);
          expect(new Set(names.map(({ slug }) => slug)).size).toBe(names.length);
          for (const [place, { name, slug, type, evidence }] of names.entries()) {
            expect(slug).toBe(slugOf(name));
            expect(slug).not.toBe("");
            expect(ENTITY_TYPES).toContain(type);
            expect(evidence > 0 && evidence <= 1).toBe(true);
            const isTitle = at === 0 && place === 0 && slug === titleName(source)?.slug;
            // Files of code are names of their own, and a relative module is known by its path.
            if (!isTitle && type !== "path") expect(flat(source.chunks[at]?.text ?? "")).toContain(name);
          }
        }
        expect(namesOfDocument(source)).toEqual(found);
      }),
    );
  });

  it("relates only names of the chunk, or one of them and the title", () => {
    let related = 0;
    fc.assert(
      fc.property(document, (source) => {
        const title = titleName(source)?.slug;
        for (const [at, { names, relations }] of namesOfDocument(source).entries()) {
          expect(relations.length).toBeLessThanOrEqual(MAX_RELATIONS_A_CHUNK);
          related += relations.length;
          const body = flat(source.chunks[at]?.text ?? "");
          const isHere = (slug: string) =>
            names.some((name) => name.slug === slug && (name.type === "path" || body.includes(name.name)));
          for (const { from, to, type } of relations) {
            expect(from).not.toBe(to);
            expect(type).toMatch(/^[a-z][a-z_]*$/);
            expect(isHere(from) || isHere(to)).toBe(true);
            expect((isHere(from) || from === title) && (isHere(to) || to === title)).toBe(true);
          }
        }
      }),
    );
    expect(related).toBeGreaterThan(0);
  });
});

/** Long enough that work which grows with the square of the text would not end within a test run's patience. */
const SIZE = 400_000;
const PIECES = [
  ..."`|``|[|[[|[a](|[a|](b|http://|https://a.b/|@|@a/|#|A |Ab |A.b |a_|a-b|aB|/|./|../a|~|**A** |---\n|```\n|~~~\n|- A".split(
    "|",
  ),
  ..."# A\n|Owner: |A uses B |A → B |A (A) |from  |import  |export  |class  |env.|$|${A|E1|A-1 |'|\"|: |key: \n|<A |田|田中|ア|アさん|김".split(
    "|",
  ),
  " ",
  "\n",
  "\t",
  "|",
  "Ana López ",
  "von der ",
];

describe.each(["note.md", "code.ts", "data.yaml"])("a very long text of one piece in %s", (path) => {
  const language = { "note.md": "markdown", "code.ts": "typescript", "data.yaml": "yaml" }[path] ?? null;
  it("is read to its end", () => {
    for (const piece of PIECES) {
      const text = piece.repeat(Math.ceil(SIZE / piece.length));
      const chunks = [
        { id: "whole", headings: [], text },
        { id: "again", headings: [], text: text.slice(0, 4000) },
      ];
      const found = namesOfDocument({ path, title: "Ana López", language, kind: "file", chunks });
      expect(found[0]?.names.length).toBeLessThanOrEqual(MAX_NAMES_A_CHUNK);
    }
    for (const piece of ["from ", "import ", "A", "`a", "[a](", "class ", "Owner", "http://a.b"]) {
      const text = `${piece}${" ".repeat(SIZE)}`;
      const found = namesOfDocument({
        path,
        title: null,
        language,
        kind: "file",
        chunks: [{ id: "spaces", headings: [], text }],
      });
      expect(found).toHaveLength(1);
    }
  });
});
