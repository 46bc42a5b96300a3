import { CONTEXT_WORDS, contextRules, contextSpans } from "./in-context.ts";
import { labelledSpans, labelRules } from "./labelled.ts";
import { plain } from "./plain.ts";
import { privateKeySpans } from "./private-keys.ts";
import { KEY_WORDS, keyRules, keySpans } from "./rules/kept-rules.ts";
import type { SecretSpan } from "./secret-span.ts";
import { wordFinder } from "./words-in.ts";

/** What stands in the place of a secret, and is none. */
export const MARK = /\[redacted:\w{1,60}\]/g;

const wordsIn = wordFinder([...KEY_WORDS, ...CONTEXT_WORDS]);

/** Secrets of a text in its order, none over another. Takes time in proportion to the text's length. */
export function secretSpans(text: string): readonly SecretSpan[] {
  const { text: read, spanOf } = plain(text);
  const present = wordsIn(read);
  const found = [
    ...privateKeySpans(read),
    ...keySpans(read, present),
    ...contextSpans(read, present),
    ...labelledSpans(read),
  ];
  return found.length === 0 ? [] : withoutMarks(apart(found), read).map(spanOf);
}

/** All rules as a text: another one when a rule changes. */
export const secretRules = (): string => [keyRules(), contextRules(), labelRules()].join("\n");

/** Spans that overlap become one, of the kind that was named first: shapes say more than labels. */
function apart(spans: readonly SecretSpan[]): SecretSpan[] {
  const kept: SecretSpan[] = [];
  const inOrder = spans
    .map((span, rank) => ({ ...span, rank }))
    .sort((a, b) => a.start - b.start || a.rank - b.rank);
  let lastRank = 0;
  for (const { rank, ...span } of inOrder) {
    const last = kept.at(-1);
    if (last === undefined || span.start >= last.end) {
      kept.push(span);
      lastRank = rank;
    } else {
      const kind = rank < lastRank ? span.kind : last.kind;
      lastRank = Math.min(rank, lastRank);
      kept[kept.length - 1] = { kind, start: last.start, end: Math.max(last.end, span.end) };
    }
  }
  return kept;
}

/** Without those over a mark: a text that was looked through once stays as it is. */
function withoutMarks(spans: readonly SecretSpan[], text: string): readonly SecretSpan[] {
  const marks = Array.from(text.matchAll(MARK), ({ index, 0: mark }) => ({
    index,
    end: index + mark.length,
  }));
  let at = 0;
  return spans.filter(({ start, end }) => {
    while ((marks[at]?.end ?? text.length) <= start) at++;
    return (marks[at]?.index ?? text.length) >= end;
  });
}
