/**
 * `node scripts/han-variants.ts <folder>` writes the table of `src/text/languages/han-variants.ts` anew. The folder is the
 * `node_modules` of `npm install --ignore-scripts opencc-js@1.4.2`.
 *
 * Of OpenCC's pairs those whose traditional character is among the 5,401 common ones of Big5: together they take 4 KB of a
 * Worker's compressed bundle, all 2,930 half as much again.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { FIRST_SIMPLE } from "../src/text/languages/han-variants.ts";
import { SIGNS } from "../src/text/coding/signs.ts";

const TARGET = "src/text/languages/han-variants.ts";
const LINE_CHARS = 110;
const FIRST = 0x4e00;
const LAST = 0x9fff;

const folder = process.argv[2];
if (folder === undefined) throw new Error("usage: node scripts/han-variants.ts <node_modules>");

interface OpenCc {
  Converter(options: { readonly from: string; readonly to: string }): (text: string) => string;
}
const module = pathToFileURL(resolve(join(folder, "opencc-js", "dist", "esm", "full.js"))).href;
const { Converter } = (await import(module)) as OpenCc;
const simplify = Converter({ from: "t", to: "cn" });

/** Level 1 of Big5: rows A4 to C6. */
function commonCharacters(): ReadonlySet<string> {
  const decoder = new TextDecoder("big5");
  const common = new Set<string>();
  for (let high = 0xa4; high <= 0xc6; high++)
    for (let low = 0x40; low <= (high === 0xc6 ? 0x7e : 0xfe); low++)
      if (low <= 0x7e || low >= 0xa1) common.add(decoder.decode(Uint8Array.of(high, low)));
  return common;
}

const common = commonCharacters();
let traditional = "";
let simplified = "";
for (let code = FIRST; code <= LAST; code++) {
  const character = String.fromCodePoint(code);
  const simple = simplify(character);
  if (
    simple === character ||
    simple.length !== 1 ||
    simple.charCodeAt(0) < FIRST_SIMPLE ||
    !common.has(character)
  )
    continue;
  traditional += character;
  simplified += simple;
}

/**
 * Steps from one character to the next, as the text of the table: written out, characters take a bundle six bytes each. A
 * step that one sign cannot say is an exclamation mark and two signs.
 */
const stepsOf = (text: string): string => {
  let before = FIRST;
  return Array.from(text, (character) => {
    const step = character.charCodeAt(0) - before;
    before += step;
    return step < SIGNS.length
      ? (SIGNS[step] ?? "")
      : `!${SIGNS[Math.floor(step / SIGNS.length)]}${SIGNS[step % SIGNS.length]}`;
  }).join("");
};

const offsetsOf = (text: string): readonly number[] =>
  Array.from(text, (one) => one.charCodeAt(0) - FIRST_SIMPLE);
const highs = offsetsOf(simplified).map((offset) =>
  Math.floor(offset / SIGNS.length)
    .toString(16)
    .padStart(2, "0"),
);
const lows = offsetsOf(simplified).map((offset) => SIGNS[offset % SIGNS.length] ?? "");

const lines = (text: string) => (text.match(new RegExp(`.{1,${LINE_CHARS}}`, "gu")) ?? []).join("\n");
const source = [
  ["STEPS", stepsOf(traditional)],
  ["HIGHS", highs.join("")],
  ["LOWS", lows.join("")],
].reduce(
  (text, [name, value = ""]) =>
    text.replace(new RegExp(`(?<=const ${name} = \`)[^\`]*(?=\`)`), () => `\n${lines(value)}\n`),
  readFileSync(TARGET, "utf8"),
);
writeFileSync(TARGET, source);
console.log(`${traditional.length} pairs`);
