import { lineOf, type Rule } from "./source-files.ts";

/** Code with the inside of strings and comments blanked, so that words in them are not taken for code. */
export const withoutTexts = (text: string): string =>
  text.replace(/\/\*[\s\S]*?\*\/|\/\/[^\n]*|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'/g, (match) =>
    match.replace(/[^\n]/g, " "),
  );

const FORBIDDEN_CODE: readonly (readonly [string, RegExp])[] = [
  ["any", /(?::|\bas|<|,|\|)\s*any\b(?:\[\])?(?=\s*[;,)>=|{\n\]])/g],
  ["a module mock", /\bvi\s*\.\s*(?:mock|doMock)\s*\(/g],
  ["a test that runs alone", /\b(?:it|test|describe)\s*\.\s*only\b/g],
  ["a test that is switched off", /\b(?:it|test|describe)\s*\.\s*(?:skip|todo)\b/g],
  ["an empty catch", /\bcatch\s*(?:\([^)]*\)\s*)?\{\s*\}/g],
];

const FORBIDDEN_TEXT: readonly (readonly [string, RegExp])[] = [
  ["work left for later without an issue", /\b(?:TODO|FIXME|XXX)\b(?!\s*\(?#\d)/g],
  ["a suppressed check", /@ts-(?:ignore|nocheck|expect-error)|biome-ignore|eslint-disable/g],
];

const DEFAULT_EXPORT = /^export default\b/gm;
/** Files whose runtime or tool asks for a default export. */
const HAS_DEFAULT_EXPORT = ["src/worker.ts", "src/local.ts"];

const find = (path: string, text: string, rules: readonly (readonly [string, RegExp])[]): readonly string[] =>
  rules.flatMap(([what, pattern]) =>
    [...text.matchAll(pattern)].map((match) => `${path}:${lineOf(text, match.index)} ${what}`),
  );

/** Nothing that hides a failure, from the compiler, the linter or the tests. */
export const forbiddenWords: Rule = ({ path, text }) => [
  ...find(path, withoutTexts(text), FORBIDDEN_CODE),
  ...find(path, text, FORBIDDEN_TEXT),
];

/** Things are imported by their names. */
export const namedExports: Rule = ({ path, text }) =>
  HAS_DEFAULT_EXPORT.includes(path)
    ? []
    : find(path, withoutTexts(text), [["a default export", DEFAULT_EXPORT]]);
