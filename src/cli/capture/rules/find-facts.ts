import { withoutSecrets } from "../../../redaction/redact.ts";
import { modelText } from "../../../text/model-text.ts";
import type { Turn } from "../turn.ts";
import { contentWords } from "./content-words.ts";
import { isDoubtful } from "./doubts.ts";
import { ownLines, statementsOf, withoutInjected } from "./own-text.ts";
import { namedWords, onlyTakesBack, takesBack } from "./retractions.ts";
import { type FactType, signOf } from "./signs.ts";

/** A sentence of a conversation. */
export interface Statement {
  readonly text: string;
  /** What its words say that it is to later conversations; undefined: nothing. */
  readonly type: FactType | undefined;
  readonly by: Turn["by"];
  readonly line: number;
}

/** A statement that is worth remembering. */
export type Fact = Statement & { readonly type: FactType };

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

const shown = (sentence: string): string => sentence.replace(INLINE_CODE, "x");

/** Sentences of a message that read as something to be kept, whether or not they can be understood without it. */
export const statedIn = (message: string): readonly Pick<Fact, "text" | "type">[] =>
  statementsIn(message).flatMap((text) => {
    const type = isDoubtful(shown(text)) ? undefined : signOf(shown(text));
    return type === undefined ? [] : [{ text, type }];
  });

/** What only the moment explains. */
const OF_THE_MOMENT =
  /\b(?:line|step|option|item|point) \d+\b|\bthis (?:function|file|line|test|error|branch|diff|page|one)\b/iu;

const standsAlone = (sentence: string): boolean =>
  !OF_THE_MOMENT.test(sentence) && contentWords(sentence).length >= MIN_CONTENT_WORDS;

/** An instruction for now that begins as a correction does: "No, do orders first". */
const ORDERS =
  /^(?:no|nope|actually|wrong),? (?:please )?(?:do|keep|show|put|leave|try|run|make|give|take|go)\b/iu;

/** What a person states in a message, whether or not it reads as something to be kept. */
const statedBy = ({ text, line }: Turn): readonly Statement[] =>
  statementsIn(text)
    .filter((sentence) => !isDoubtful(shown(sentence)) && standsAlone(sentence) && !onlyTakesBack(sentence))
    .filter((sentence) => !ORDERS.test(sentence))
    .map((sentence) => ({ text: sentence, type: signOf(shown(sentence)), by: "person", line }));

/** How an agent says that something is agreed: at the start of a sentence, and not of itself alone. */
const AGREED = /^(?:(?:as )?(?:agreed|decided)\b|decision\s*:|we(?:'ve| have)? (?:agreed|decided)\b)/iu;
const ASSENT =
  /^(?:yes|yep|yeah|right|correct|exactly|agreed|sounds good|good|perfect|ok(?:ay)?|sure|do (?:it|that)|great|fine|confirmed|absolutely|ja|genau|sí|oui|sim)\b(?!.*\b(?:but|wait|no|not|don't|except)\b)/iu;

/** What an agent says is agreed, where the person's next words assent: alone it may repeat what a tool told it. */
function agreedIn({ text, line }: Turn, reply: Turn | undefined): readonly Statement[] {
  if (reply?.by !== "person" || !ASSENT.test(reply.text.trim())) return [];
  return statementsIn(text)
    .filter((sentence) => AGREED.test(sentence) && !isDoubtful(sentence) && standsAlone(sentence))
    .map((sentence) => ({ text: sentence, type: "decision", by: "agent", line }));
}

/** The one statement that a message takes back: what it names most, the latest of several; else what was said just before. */
function takenBack(said: readonly Statement[], { text }: Turn, previous: number): Statement | undefined {
  const most = Math.max(0, ...said.map((one) => namedWords(text, one.text)));
  if (most === 0) return said.findLast(({ line, type }) => line === previous && type !== undefined);
  return said.findLast((one) => namedWords(text, one.text) === most);
}

/** The same once, in the words in which it was said last. */
const distinct = (said: readonly Statement[]): readonly Statement[] => [
  ...new Map(said.map((one) => [contentWords(one.text).join(" "), one])).values(),
];

/**
 * What was stated in a conversation in earnest, in the order in which it was: by the person, and by the agent as agreed where
 * the person assented. Nothing that was taken back, no secret, no question, no doubt and nobody else's words.
 */
export function statementsOfTurns(turns: readonly Turn[]): readonly Statement[] {
  let said: readonly Statement[] = [];
  let previous = -1;
  for (const [at, turn] of turns.entries()) {
    if (turn.by === "agent") {
      said = [...said, ...agreedIn(turn, turns[at + 1])];
      continue;
    }
    const taken = takesBack(turn.text) ? takenBack(said, turn, previous) : undefined;
    said = [...said.filter((one) => one !== taken), ...statedBy(turn)];
    previous = turn.line;
  }
  return distinct(said);
}

/**
 * What of it reads as decided, preferred, corrected, learned, left open or told for later, by rules that would rather take
 * nothing.
 */
export const findFacts = (turns: readonly Turn[]): readonly Fact[] =>
  statementsOfTurns(turns).flatMap((one) => (one.type === undefined ? [] : [{ ...one, type: one.type }]));
