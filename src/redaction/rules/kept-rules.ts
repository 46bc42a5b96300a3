import type { SecretSpan } from "../secret-span.ts";
import { bitsPerCharacter, isPlaceholder, looksRandom } from "../values.ts";
import { KEYS } from "./gitleaks.ts";
import { OWN_KEYS } from "./own-keys.ts";
import { startOf } from "./start-of.ts";

interface KeyRule {
  readonly kind: string;
  /** Bits a character, by its own characters. */
  readonly minBits: number;
  /** The match has to look random too. */
  readonly isCommon: boolean;
  /** One of them is in every match. */
  readonly words: readonly string[];
  readonly flags: string;
  readonly source: string;
}

function ruleOf(line: string): KeyRule {
  const [kind = "", minBits = "", flags = "", words = "", source = ""] = line.split("\t");
  return {
    kind,
    minBits: Number(minBits),
    isCommon: flags.includes("r"),
    words: (words === "" ? startOf(source) : words).split(" "),
    flags: `dg${flags.replace("r", "")}`,
    source,
  };
}

const RULES: readonly KeyRule[] = `${KEYS}${OWN_KEYS}`
  .split("\n")
  .filter((line) => line !== "")
  .map(ruleOf);

/** Words of which one is in every match. */
export const KEY_WORDS: readonly string[] = RULES.flatMap(({ words }) => words);

const patterns = new Map<KeyRule, RegExp>();

/** Made when a text first needs it: few texts need any. */
function patternOf(rule: KeyRule): RegExp {
  const pattern = patterns.get(rule) ?? new RegExp(rule.source, rule.flags);
  patterns.set(rule, pattern);
  return pattern;
}

/** The rest of the word belongs to a key: keys grow longer than their rules say. */
const REST = /[A-Za-z0-9]{0,500}/y;

function wordEnd(text: string, at: number): number {
  REST.lastIndex = at;
  return at + (REST.exec(text)?.[0].length ?? 0);
}

/** What is secret of an address that is one stands behind its host. */
const SERVER = /^https?:\/\/[^/]{1,200}\//;

function matchesOf(rule: KeyRule, text: string): SecretSpan[] {
  const { kind, minBits, isCommon } = rule;
  return Array.from(text.matchAll(patternOf(rule))).flatMap((match) => {
    const [start, matched] = match.indices?.[1] ?? [match.index, match.index + match[0].length];
    const end = wordEnd(text, text.charAt(matched - 1) === "." ? matched - 1 : matched);
    const value = text.slice(start, end);
    if (isPlaceholder(value.replace(SERVER, "")) || bitsPerCharacter(value) < minBits) return [];
    return !isCommon || looksRandom(value) ? [{ kind, start, end }] : [];
  });
}

/**
 * Keys that show what they are, by gitleaks' rules and our own for what those do not have, in a text that has these of
 * their words. Takes time in proportion to the text's length.
 */
export const keySpans = (text: string, present: ReadonlySet<string>): SecretSpan[] =>
  RULES.filter(({ words }) => words.some((word) => present.has(word))).flatMap((rule) =>
    matchesOf(rule, text),
  );

/** All that decides what is found, as a text: another one when a rule changes. */
export const keyRules = (): string => KEYS + OWN_KEYS;
