import { expect, it } from "vitest";
import {
  safeCode,
  safeJson,
  safeLine,
  safeText,
  shellWord,
  withoutMark,
} from "../../../src/cli/terminal/terminal-safe.ts";

const named = (code: number): [string, string] => [
  `U+${code.toString(16).padStart(4, "0")}`,
  String.fromCharCode(code),
];

/** The first and the last of each range of marks that reorder or hide text. */
const MARKS = [
  ...[0x061c, 0x200b, 0x200e, 0x200f, 0x2028, 0x2029, 0x202a, 0x202e],
  ...[0x2060, 0x2069, 0xfeff],
];

it.each([...MARKS, 0xfff9, 0xfffb, 0x80, 0x9f].map(named))("shows %s as what was taken out", (_, mark) => {
  for (const safe of [safeLine, safeCode, safeText]) expect(safe(`a${mark}b`)).toBe("a\ufffdb");
});

/** Nobody sees them beside Latin letters; JSON has them as they are. */
const HIDDEN = [0x200c, 0x200d, 0x206a, 0xfff8, 0xfe0f, 0x3164];

it.each(HIDDEN.map(named))("shows %s as what was taken out, in as many units", (_, sign) => {
  const marked = "\ufffd".repeat(sign.length);
  for (const safe of [safeLine, safeCode, safeText]) expect(safe(`a${sign}b`)).toBe(`a${marked}b`);
  expect(safeJson(sign)).toBe(JSON.stringify(sign));
});

it("shows tag characters as what was taken out, in as many units", () => {
  expect(safeLine("a\u{e0041}\u{e0042}b")).toBe("a\ufffd\ufffd\ufffd\ufffdb");
});

it("leaves what emoji and scripts need", () => {
  for (const text of ["👩‍👩‍👧‍👦 ❤️ 🏴󠁧󠁢󠁥󠁮󠁧󠁿", "می‌خواهم", "क्‍ष"]) expect(safeText(text)).toBe(text);
});

const PRINTED = [
  ...[0x20, 0x7e, 0xa0, 0x061b, 0x061d, 0x200a, 0x2010, 0x2027, 0x202f],
  ...[0x205f, 0x2070, 0xffef, 0xfffc],
];

it.each(PRINTED.map(named))("leaves %s beside those as it is, in a line and in JSON", (_, sign) => {
  for (const safe of [safeLine, safeCode, safeText]) expect(safe(`a${sign}b`)).toBe(`a${sign}b`);
  expect(safeJson(sign)).toBe(JSON.stringify(sign));
});

it.each([...MARKS, 0x7f, 0x80, 0x9f].map(named))("escapes %s in JSON by its four digits", (name, sign) => {
  expect(safeJson([sign])).toBe(`["\\u${name.slice(2)}"]`);
});

it.each([
  [0x00, "\u2400"],
  [0x1f, "\u241f"],
  [0x7f, "\u2421"],
])("shows the control %d by its picture", (code, picture) => {
  expect(safeLine(`a${String.fromCharCode(code)}b`)).toBe(`a${picture}b`);
});

it("keeps a pair of surrogates and takes halves of one out", () => {
  expect(safeLine("\u{1f98a}")).toBe("\u{1f98a}");
  expect(safeLine("\ud83ea\udd8a")).toBe("\ufffda\ufffd");
  expect(safeLine("\ud83e\ud83e\udd8a\udd8a")).toBe("\ufffd\u{1f98a}\ufffd");
});

it("takes a byte order mark from the start of a text, one and no other", () => {
  expect(withoutMark("\ufeffa\ufeff")).toBe("a\ufeff");
  expect(withoutMark("\ufeff\ufeffa")).toBe("\ufeffa");
  expect(withoutMark("a\ufeff")).toBe("a\ufeff");
});

it.each(["aZ9_", ".", "/", ":", "@", "%", "+", ",", "=", "-"])("leaves %s as a shell reads it", (text) => {
  expect(shellWord(`a${text}b`)).toBe(`a${text}b`);
});

it.each(["é", "\n", ";", "&", "|", "<", ">", "#", "?", "[", "{", "^", "\t"])("quotes %j", (text) => {
  expect(shellWord(`a${text}`)).toBe(`'a${text}'`);
  expect(shellWord(`${text}a`)).toBe(`'${text}a'`);
});
