import { remembered } from "../../text/words/remembered.ts";
import { isStopWord } from "../../text/words/stop-words.ts";
import type { Mention } from "../types.ts";
import { isKnownProduct } from "../words/known-names.ts";
import { isOrdinaryWord } from "../words/ordinary-words.ts";

const MIN_TOOL_CHARS = 4;
const KEBAB = /^[a-z][a-z\d]*(?:-[a-z\d]+)+$/;
/** Before these a hyphen makes a word, no name: multi-tenant, re-run. */
const PREFIX =
  /^(?:anti|auto|co|counter|cross|de|ex|half|hyper|inter|meta|micro|mid|mini|multi|non|off|on|over|post|pre|pro|re|self|semi|sub|super|un|[ex])-/;
const NUMBER = /^\d+(?:st|nd|rd|th|[a-z])?$/;
/** A hyphen alone makes no name: with something said of it it is one. */
const WEIGHT = { tool: 1, strange: 0.6, plain: 0.1 } as const;

type LowerName = Pick<Mention, "name" | "type" | "evidence">;

/** What a word without capitals names: nginx, tern-import; undefined for an ordinary word. */
export function lowerName(word: string): LowerName | undefined {
  if (word.includes("-")) return kebabName(word);
  if (word.length < MIN_TOOL_CHARS || !isKnownProduct(word) || isOrdinaryWord(word)) return undefined;
  return { name: word, type: "product", evidence: WEIGHT.tool };
}

const STRANGE = /^[a-z][a-z\d]{2,30}$/;

/** A word that is none of the language's: with something said of it, "requires zlib", it is a name. */
export const strangeName = (word: string): LowerName | undefined =>
  STRANGE.test(word) && !isOrdinaryWord(word) && !isStopWord(word, "english")
    ? { name: word, type: "code", evidence: WEIGHT.plain }
    : undefined;

const kebabName = remembered((word): LowerName | undefined => {
  if (!KEBAB.test(word) || PREFIX.test(word)) return undefined;
  const parts = word.split("-").filter((part) => part.length > 1 && !NUMBER.test(part));
  if (parts.length === 0) return undefined;
  const isStrange = parts.some((part) => !isOrdinaryWord(part));
  return { name: word, type: "code", evidence: isStrange ? WEIGHT.strange : WEIGHT.plain };
});
