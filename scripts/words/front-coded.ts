import { readFileSync, writeFileSync } from "node:fs";

const LINE_CHARS = 110;
/** More would not be one capital. */
const MAX_SHARED = 25;

/** Each word after the letters that it shares with the one before it, their number as a capital: A for none. */
export function frontCoded(sorted: readonly string[]): string {
  let before = "";
  return sorted
    .map((word) => {
      let shared = 0;
      while (shared < Math.min(before.length, MAX_SHARED) && before[shared] === word[shared]) shared++;
      before = word;
      return String.fromCharCode("A".charCodeAt(0) + shared) + word.slice(shared);
    })
    .join("");
}

/** Writes words in the place of those of a constant in a source file. Answers how many characters they take. */
export function writeWords(target: string, constant: string, words: Iterable<string>): number {
  const sorted = [...new Set(words)].filter((word) => word !== "").sort();
  const lines = frontCoded(sorted).match(new RegExp(`.{1,${LINE_CHARS}}`, "gu")) ?? [];
  const place = new RegExp(`(?<=const ${constant} = \`)[^\`]*(?=\`)`);
  writeFileSync(target, readFileSync(target, "utf8").replace(place, `\n${lines.join("\n")}\n`));
  return lines.join("").length;
}
