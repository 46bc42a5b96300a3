import type { AnyHit } from "../../../search/contract/hits.ts";
import { percent } from "../../../search/views/answer-words.ts";
import { showsRoots } from "../search-hits.ts";
import { type Format, shownText, wholeCitation } from "./format.ts";

const longestRun = (text: string): number =>
  Math.max(0, ...(text.match(/`+/g) ?? []).map((run) => run.length));

/** One line as code, whatever backticks it holds. */
export function codeSpan(line: string): string {
  const fence = "`".repeat(longestRun(line) + 1);
  const pad = line.startsWith("`") || line.endsWith("`") ? " " : "";
  return `${fence}${pad}${line.replaceAll("\n", " ")}${pad}${fence}`;
}

const MIN_FENCE = 3;

/** A text as a block of code that nothing in it can end. */
function codeBlock(text: string, language: string): string {
  const fence = "`".repeat(Math.max(MIN_FENCE, longestRun(text) + 1));
  return `${fence}${language}\n${text.endsWith("\n") ? text : `${text}\n`}${fence}\n`;
}

/** Foreign words in a line of Markdown: what would be markup is not. */
export const plainWords = (line: string): string =>
  line.replaceAll("\n", " ").replace(/[\\`*_[\]<>#|~!&]/g, "\\$&");

/** Languages are lower-case words; anything else would end the opening line of the fence. */
const safeLanguage = (language: string): string => (/^[a-z0-9+#-]+$/.test(language) ? language : "");

function item(hit: AnyHit, at: number, { withRoot }: { readonly withRoot: boolean }): string {
  const cited = codeSpan(wholeCitation(hit, withRoot));
  if ("tokens" in hit) {
    const { id, relevance, tokens, heading } = hit;
    const words = [
      percent(relevance),
      `${tokens} tokens`,
      ...(heading === undefined ? [] : [plainWords(heading)]),
    ];
    return `- ${codeSpan(id)} ${cited} ${words.join(", ")}\n`;
  }
  if (!("root" in hit)) return `- ${cited}\n`;
  const headings = plainWords(hit.headings.join(" > "));
  const title = `### ${at + 1}. ${cited} ${percent(hit.relevance)}\n\n`;
  const under = headings === "" ? "" : `${headings}\n\n`;
  return `${at === 0 ? "" : "\n"}${title}${under}${codeBlock(shownText(hit), safeLanguage(hit.language))}`;
}

/** Markdown: a heading and a block of code for each passage, a list of citations in the shorter views. */
export const md: Format = (answer, { clean, notes }) => {
  const withRoot = showsRoots(answer);
  const hits = answer.hits.map((hit, at) => clean(item(hit, at, { withRoot })));
  const gap = hits.length > 0 ? "\n" : "";
  return { before: "", hits, after: notes === undefined ? "" : `${gap}${plainWords(clean(notes))}\n` };
};
