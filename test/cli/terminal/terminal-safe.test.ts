import fc from "fast-check";
import { expect, it } from "vitest";
import { columnsOf, cutTo, wrap } from "../../../src/cli/terminal/columns.ts";
import { safeCode, safeJson, safeLine, safeText } from "../../../src/cli/terminal/terminal-safe.ts";

/** Anything a document may hold: controls, halves of pairs, reordering marks. */
const anything = fc.oneof(
  fc.string({ unit: fc.integer({ min: 0, max: 0xffff }).map((code) => String.fromCharCode(code)) }),
  fc.string({
    unit: fc.constantFrom("\u001b", "[", "2J", "\u009b", "\r", "\n", "\t", "\u0007", "\u202e", "\ud800", "a"),
  }),
);

/** What a terminal may act on. */
const acts = (text: string): boolean =>
  [...text].some((character) => {
    const code = character.codePointAt(0) ?? 0;
    const isControl = code < 0x20 || (code >= 0x7f && code <= 0x9f);
    return isControl || (code >= 0x202a && code <= 0x202e) || (code >= 0x2066 && code <= 0x2069);
  });

it("leaves nothing in a line that a terminal would obey, and keeps every offset", () => {
  fc.assert(
    fc.property(anything, (text) => {
      const safe = safeLine(text);
      expect(acts(safe)).toBe(false);
      expect(safe).toHaveLength(text.length);
      expect(safe.isWellFormed()).toBe(true);
    }),
  );
});

it("keeps only line feeds and tabs in text, and only tabs in a line of code", () => {
  fc.assert(
    fc.property(anything, (text) => {
      const safe = safeText(text);
      expect(acts(safe.replace(/[\n\t]/g, ""))).toBe(false);
      expect(safe.split(/[\n\t]/)).toHaveLength(text.split(/[\n\t]/).length);
      expect(safeCode(text)).toBe(safe.replaceAll("\n", "␊"));
    }),
  );
});

it("shows what it took out", () => {
  expect(safeLine("\u001b[31mred\u001b]0;title\u0007")).toBe("␛[31mred␛]0;title␇");
  expect(safeLine("a\tb\r\n")).toBe("a b␍␊");
  expect(safeLine("\u009b2Jx\u202ey")).toBe("\ufffd2Jx\ufffdy");
});

it("leaves ordinary text of any script as it is", () => {
  for (const text of ["naïve café", "日本語", "한국어", "👩‍💻 works", "العربية"])
    expect(safeLine(text)).toBe(text);
});

it("prints JSON that reads back the same and acts on no terminal", () => {
  fc.assert(
    fc.property(anything, (text) => {
      const json = safeJson({ text });
      expect(acts(json)).toBe(false);
      expect(JSON.parse(json)).toEqual({ text });
    }),
  );
});

it("cuts to columns, never inside a character, and says that it cut", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme" }), fc.integer({ min: 1, max: 30 }), (text, columns) => {
      const line = safeLine(text);
      const cut = cutTo(line, columns);
      expect(columnsOf(cut)).toBeLessThanOrEqual(columns);
      expect(cut.isWellFormed()).toBe(true);
      if (columnsOf(line) <= columns) expect(cut).toBe(line);
      else expect(cut.endsWith("…")).toBe(true);
    }),
  );
  expect(columnsOf("日本a")).toBe(5);
});

it("wraps words and loses none", () => {
  const text = "one two three four-and-a-half five";
  const lines = wrap(text, 12);
  expect(lines.join(" ")).toBe(text);
  expect(lines).toEqual(["one two", "three", "four-and-a-half", "five"]);
});

/** First and last of each kind of mark that reorders, hides or ends what surrounds it. */
const MARKS = [
  ..."\u061c\u200b\u200e\u200f\u2028\u2029\u202a\u202e\u2060\u2065\u2066\u2067\u2068\u2069\ufeff\ufff9\ufffb",
];

it.each(MARKS)("shows the mark %j as U+FFFD, and escapes it in JSON", (mark) => {
  for (const safe of [safeLine, safeText, safeCode]) expect(safe(`a${mark}b`)).toBe("a\ufffdb");
  const json = safeJson({ a: mark });
  expect(JSON.parse(json)).toEqual({ a: mark });
  if (mark < "\ufff9") expect(json).toMatch(/^[\x20-\x7e]+$/);
});

it.each(["\u0080", "\u0085", "\u009b", "\u009f", "\u007f", "\u0000", "\u001b"])(
  "shows no control %j",
  (control) => {
    for (const safe of [safeLine, safeText, safeCode]) expect(acts(safe(`a${control}b`))).toBe(false);
    expect(safeJson(control)).toMatch(/^[\x20-\x7e]+$/);
  },
);
