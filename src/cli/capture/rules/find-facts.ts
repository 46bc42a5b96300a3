import { withoutSecrets } from "../../../redaction/redact.ts";
import { modelText } from "../../../text/model-text.ts";
import type { Turn } from "../turn.ts";
import { contentWords } from "./content-words.ts";
import { isDoubtful } from "./doubts.ts";
import { ownLines, statementsOf, withoutInjected } from "./own-text.ts";
import { namedWords, takesBack } from "./retractions.ts";
import { type FactType, signOf } from "./signs.ts";

/** Something that was said and may be worth remembering. */
export interface Fact {
  readonly text: string;
  readonly type: FactType;
  readonly by: Turn["by"];
  readonly line: number;
}

/** Of a longer message this much of its start and its end is looked at: what stands between is pasted. */
const MAX_MESSAGE_CHARS = 8_000;
/** A text without these says nothing by itself ("let's go with the second option"). */
const MIN_CONTENT_WORDS = 2;

/** The start and the end of a message, as a reader sees it, without what an agent put in. */
function looked(message: string): string {
  const text = modelText(withoutInjected(message)).text;
  if (text.length <= MAX_MESSAGE_CHARS) return text;
  const half = MAX_MESSAGE_CHARS / 2;
  return `${text.slice(0, half)}\n${text.slice(-half)}`;
}

const MARK = "[redacted:";
/** Code in a sentence names things: what it seems to say is not said. */
const INLINE_CODE = /`[^`]*`/gu;

/** Own sentences of a message that state something: none with a secret, and nothing that only code says. */
const statementsIn = (message: string): readonly string[] =>
  ownLines(withoutSecrets(looked(message)).text)
    .flatMap(statementsOf)
    .filter((sentence) => !sentence.includes(MARK));

/** What a sentence reads as; undefined where it doubts, supposes, quotes or jokes. */
export function readsAs(sentence: string): FactType | undefined {
  const said = sentence.replace(INLINE_CODE, "x");
  return isDoubtful(said) ? undefined : signOf(said);
}

/** What only the moment explains. */
const OF_THE_MOMENT =
  /\b(?:line|step|option|item|point) \d+\b|\bthis (?:function|file|line|test|error|branch|diff|page|one)\b/iu;

const standsAlone = (sentence: string): boolean =>
  !OF_THE_MOMENT.test(sentence) && contentWords(sentence).length >= MIN_CONTENT_WORDS;

/** An instruction for now that begins as a correction does: "No, do orders first". */
const ORDERS = /^(?:no|nope|actually|wrong),? (?:please )?(?:do|keep|show|put|leave|try|run|make|give|take|go)\b/iu;

/** What a person states in a message. */
const statedBy = ({ text, line }: Turn): readonly Fact[] =>
  statementsIn(text).flatMap((sentence) => {
    const type = readsAs(sentence);
    if (type === undefined || !standsAlone(sentence)) return [];
    return type === "correction" && ORDERS.test(sentence) ? [] : [{ text: sentence, type, by: "person", line }];
  });

/** How an agent says that something is agreed: at the start of a sentence, and not of itself alone. */
const AGREED = /^(?:(?:as )?(?:agreed|decided)\b|decision\s*:|we(?:'ve| have)? (?:agreed|decided)\b)/iu;
const ASSENT =
  /^(?:yes|yep|yeah|right|correct|exactly|agreed|sounds good|good|perfect|ok(?:ay)?|sure|do (?:it|that)|great|fine|confirmed|absolutely|ja|genau|sí|oui|sim)\b(?!.*\b(?:but|wait|no|not|don't|except)\b)/iu;

/** What an agent says is agreed, where the person's next words assent: alone it may repeat what a tool told it. */
function agreedIn({ text, line }: Turn, reply: Turn | undefined): readonly Fact[] {
  if (reply?.by !== "person" || !ASSENT.test(reply.text.trim())) return [];
  return statementsIn(text)
    .filter((sentence) => AGREED.test(sentence) && !isDoubtful(sentence) && standsAlone(sentence))
    .map((sentence) => ({ text: sentence, type: "decision", by: "agent", line }));
}

/** The one fact that a message takes back: what it names most, the latest of several; else what was said just before. */
function takenBack(facts: readonly Fact[], { text }: Turn, previous: number): Fact | undefined {
  const most = Math.max(0, ...facts.map((fact) => namedWords(text, fact.text)));
  if (most === 0) return facts.findLast(({ line }) => line === previous);
  return facts.findLast((fact) => namedWords(text, fact.text) === most);
}

/** The same once, in the words in which it was said last. */
const distinct = (facts: readonly Fact[]): readonly Fact[] => [
  ...new Map(facts.map((fact) => [contentWords(fact.text).join(" "), fact])).values(),
];

/**
 * What of a conversation reads as decided, preferred, corrected, learned, left open or told for later, by rules that would
 * rather take nothing: what the person stated, and what the agent stated as agreed and the person assented to; nothing
 * that was taken back, no secret, no question, no doubt and nobody else's words. In the order of the conversation.
 */
export function findFacts(turns: readonly Turn[]): readonly Fact[] {
  let facts: readonly Fact[] = [];
  let previous = -1;
  for (const [at, turn] of turns.entries()) {
    if (turn.by === "agent") {
      facts = [...facts, ...agreedIn(turn, turns[at + 1])];
      continue;
    }
    const taken = takesBack(turn.text) ? takenBack(facts, turn, previous) : undefined;
    facts = [...facts.filter((fact) => fact !== taken), ...statedBy(turn)];
    previous = turn.line;
  }
  return distinct(facts);
}
