/**
 * `node --max-old-space-size=6000 scripts/token-weights.ts <folder>` writes the table of `src/text/tokens/token-weights.ts`
 * anew, and says how near it comes on texts that it was not learned from. It takes some ten minutes of CPU.
 *
 * The folder holds checkouts, each named `<owner>+<name>`, of these repositories. Their texts are read, none is copied:
 * - UniversalDependencies/UD_*: some 80 treebanks of 50 languages (CC BY-SA and others, by treebank). Those called PUD are
 *   never learned from;
 * - hermitdave/FrequencyWords: words of subtitles in 62 languages (CC BY-SA 4.0);
 * - privacyguides/i18n, github/opensource.guide, tldr-pages/tldr (CC BY-SA, CC BY), mozilla-l10n/www-l10n (MPL 2.0),
 *   tensorflow/docs-l10n (Apache 2.0), EbookFoundation/free-programming-books (CC BY), vinta/awesome-python (CC BY):
 *   documentation, messages and lists in a hundred languages;
 * - freeCodeCamp/news-translation (BSD 3-Clause), ruanyf/weekly, progit/progit2-zh, -ja, -ko and -uk (CC BY-NC-SA),
 *   javascript-tutorial/zh.javascript.info, ja. and ko. (CC BY-NC-SA), PyThaiNLP/wisesight-sentiment (CC0),
 *   vuejs-translations/docs-pl, reactjs/ar.react.dev, hi. and vi. (CC BY): articles and books;
 * - expressjs/express, honojs/hono, google/gson, gin-gonic/gin, pallets/flask, BurntSushi/ripgrep, satwikkansal/wtfpython:
 *   code (MIT, Apache 2.0, BSD, the Unlicense, WTFPL).
 */
import { readFileSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { gzipSync } from "node:zlib";
import { countTokens } from "gpt-tokenizer/encoding/o200k_base";
import { SIGNS } from "../src/text/coding/signs.ts";
import { MOST_WEIGHT, PER_TOKEN } from "../src/text/tokens/token-weights.ts";
import { Fit } from "./tokens/fit.ts";
import { type Excerpt, nearness } from "./tokens/nearness.ts";
import { Pieces, PLAIN } from "./tokens/samples.ts";
import { excerptsOf, hashOf, sourcesOf, wordListsOf } from "./tokens/texts.ts";

const TARGET = "src/text/tokens/token-weights.ts";
const LINE_CHARS = 600;
/** Of an excerpt that is learned as a whole. */
const LEAST_TOKENS = 40;
const PROSE_TIMES = 12;

const folder = process.argv[2];
if (folder === undefined) throw new Error("usage: node scripts/token-weights.ts <folder>");

const pieces = new Pieces();
pieces.addVocabulary();
pieces.addCodes();
for (const list of wordListsOf(resolve(folder))) pieces.addWords(list);
const excerpts: (Excerpt & { readonly isLearned: boolean })[] = [];
for (const source of sourcesOf(resolve(folder))) {
  if (source.part === "train") pieces.add(source.text);
  else
    for (const text of excerptsOf(source))
      excerpts.push({
        kind: source.kind,
        text,
        tokens: countTokens(text, PLAIN),
        isLearned: source.part === "test" && hashOf(text) % 2 === 0,
      });
}
const samples = pieces.samples();
console.log(`${samples.length} pieces, ${excerpts.length} excerpts`);

const fit = new Fit(samples);
fit.learnPieces(console.log);
const learned = excerpts.filter(({ isLearned, tokens }) => isLearned && tokens >= LEAST_TOKENS);
fit.learnTexts(learned, { rounds: 2, rate: 0.0067, fall: 3, pieces: 300 }, console.log);
// Most Chinese and Japanese here is of documentation, whose words are fewer than those of a newspaper.
const prose = learned.filter(({ kind }) => /^treebank:(?:Chinese|Japanese)/.test(kind));
const weighed = [...learned, ...Array.from({ length: PROSE_TIMES }, () => prose).flat()];
fit.learnTexts(weighed, { rounds: 3, rate: 0.006, fall: 2, pieces: 0 }, console.log);

const signs = Array.from(
  fit.read,
  (weight) => SIGNS[Math.round(weight * PER_TOKEN) + MOST_WEIGHT] ?? "",
).join("");
const lines = signs.match(new RegExp(`.{1,${LINE_CHARS}}`, "g")) ?? [];
const place = /(?<=const CODED = `)[^`]*(?=`)/;
writeFileSync(
  TARGET,
  readFileSync(TARGET, "utf8").replace(place, () => `\n${lines.join("\n")}\n`),
);
console.log(`${gzipSync(signs).length} bytes compressed`);
nearness(
  excerpts.filter(({ isLearned }) => !isLearned),
  (text) => fit.count(text),
  console.log,
);
