import { describe, expect, it } from "vitest";
import { LANGUAGES } from "../../../src/documents/chunkers/by-language.ts";
import { chunkDocument } from "../../../src/documents/chunkers/chunk-document.ts";
import { reassemble } from "../../../src/text/reassemble.ts";

/** Long enough that work growing with the square of the length would not end. */
const LENGTH = 60_000;
const fill = (pattern: string) => pattern.repeat(Math.ceil(LENGTH / pattern.length));

const HOSTILE = {
  "openers without an end": fill('/* """ ` <!-- <script $$ <<A '),
  "lines that open": fill('/*\n"""\n`\n<!--\n<script>\n::a\n---\n```\n'),
  "unended tags": Array.from({ length: 5_000 }, (_, index) => `$a${index}$ <<E${index}\n`).join(""),
  "nested quotes": fill("> "),
  "nested brackets": fill("[a]("),
  "empty headings": fill("# \n"),
  "one line of slashes": fill("(/["),
  "modifiers only": fill("public static export default create or replace "),
  "a staircase": Array.from({ length: 500 }, (_, depth) => `${" ".repeat(depth)}class A${depth}:`).join("\n"),
  "one word": fill("a"),
  "one line of spaces": fill(" "),
  "blank lines": fill("\n"),
  "lone surrogates": fill("\ud800"),
};

describe.each(Object.entries(LANGUAGES))("hostile input to %s", (_language, { names: [name] }) => {
  it("is cut without a failure and lost nowhere", () => {
    for (const text of Object.values(HOSTILE)) {
      const failed = ({ error }: { readonly error: unknown }) => expect.fail(String(error));
      const { chunks } = chunkDocument({ path: `a.${name}`, text }, { onFailure: failed });
      expect(reassemble(chunks, text.endsWith("\n")) === text).toBe(true);
    }
  });
});
