import type { AnyHit, Hit } from "../../../search/contract/hits.ts";
import { showsRoots } from "../search-hits.ts";
import { type Format, shownScore, shownText, wholeCitation } from "./format.ts";

const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  // An XML parser would make line feeds of these.
  "\r": "&#13;",
};

/** Line feeds and tabs of an attribute, which a parser would make spaces of. */
const IN_ATTRIBUTE: Readonly<Record<string, string>> = { "\n": "&#10;", "\t": "&#9;" };

/** What XML 1.0 cannot hold in any form: controls, halves of surrogate pairs, two non-characters. */
const FORBIDDEN = /[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu;

/** Text as XML 1.0 holds it; what it cannot hold becomes U+FFFD. */
export const xmlText = (text: string): string =>
  text.replace(FORBIDDEN, "\ufffd").replace(/[&<>"\r]/g, (character) => ENTITIES[character] ?? character);

const xmlAttribute = (text: string): string =>
  xmlText(text).replace(/[\n\t]/g, (character) => IN_ATTRIBUTE[character] ?? character);

/** `<name a="1">text</name>`, or `<name a="1"/>` without a text. */
function element(name: string, attributes: Readonly<Record<string, string>>, text = ""): string {
  const written = Object.entries(attributes).map(([key, value]) => ` ${key}="${xmlAttribute(value)}"`);
  const head = `${name}${written.join("")}`;
  return text === "" ? `<${head}/>\n` : `<${head}>${xmlText(text)}</${name}>\n`;
}

function hitElement(hit: AnyHit, { withRoot }: { readonly withRoot: boolean }): string {
  const citation = wholeCitation(hit, withRoot);
  const cut = hit.cut === true ? { cut: "true" } : undefined;
  if ("tokens" in hit) {
    const { id, tokens, heading } = hit;
    const named = heading === undefined ? undefined : { heading };
    return element("hit", { id, citation, ...ratedBy(hit), tokens: `${tokens}`, ...named, ...cut });
  }
  if (!("root" in hit)) return element("hit", { citation, ...cut });
  const heading = hit.headings.join(" > ");
  const attributes = { citation, ...ratedBy(hit), ...(heading !== "" && { heading }), ...cut };
  return element("hit", attributes, shownText(hit));
}

const ratedBy = ({ relevance, score }: Pick<Hit, "relevance" | "score">) => ({
  relevance: shownScore(relevance),
  score: shownScore(score),
});

/** `<hits>` of `<hit>`, each with its citation and its text, well-formed whatever is in them. */
export const xml: Format = (answer, { clean }) => {
  const withRoot = showsRoots(answer);
  return {
    before: `<hits outcome="${answer.outcome}" confidence="${answer.confidence}">\n`,
    hits: answer.hits.map((hit) => clean(hitElement(hit, { withRoot }))),
    after: "</hits>\n",
  };
};
