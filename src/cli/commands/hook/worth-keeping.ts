/** Something a person said that later sessions may want to know. */
export interface Suggestion {
  readonly text: string;
  readonly type: "preference" | "decision" | "correction" | "fact";
}

/** A sentence this long says one thing; a longer one is pasted text. */
const MAX_CHARS = 300;
const MIN_CHARS = 12;
/** More offers than these are a burden. */
const MAX_SUGGESTIONS = 3;
/** What is looked at of a prompt: what stands in the middle of a longer one is pasted. */
const MAX_PROMPT_CHARS = 8_000;

/** First match wins. English, with the commonest phrases in Spanish and Portuguese. */
const SIGNS: readonly (readonly [Suggestion["type"], RegExp])[] = [
  [
    "preference",
    /\b(?:i|we)(?:'d| would)? (?:always |really |strongly )?prefer\b|\bfrom now on\b|\bin (?:the )?future,? (?:please|always|never|use|don't|do not)\b|\b(?:please )?(?:always|never) (?:use|write|add|run|ask|commit|push|put|name|call|make|do|include|start|deploy)\b|\bi (?:don't|do not) (?:like|want you to)\b|\bprefiero\b|\bprefiro\b|\ba partir de ahora\b|\bde agora em diante\b/iu,
  ],
  [
    "decision",
    /\b(?:we|i)(?:'ve| have)? (?:decided|agreed|settled on|chosen|chose)\b|\b(?:the|our) decision (?:is|was)\b|\blet'?s (?:go with|stick (?:with|to)|settle on)\b|\bdecidimos\b|\bhemos decidido\b/iu,
  ],
  [
    "correction",
    /^(?:no|nope|actually|wrong),? .*\b(?:is|are|was|should|must|use|not|instead)\b|\bthat(?:'s| is) (?:wrong|incorrect|not (?:right|correct|true))\b.*\S{3,}|\b(?:don't|do not|stop) (?:ever )?(?:do|doing|use|using) (?:that|this|it) again\b/iu,
  ],
  [
    "fact",
    /\bremember (?:that|this|to|:)|\bkeep in mind\b|\bfor (?:future|later) reference\b|\bnote that\b|\bdon'?t forget\b|\b(?:my|our) (?:name|email|e-mail|team|time ?zone|birthday|address|phone) (?:is|are)\b|\brecuerda que\b|\blembre(?:-se)? (?:de )?que\b/iu,
  ],
];

const FENCED = /^\s*(?:```|~~~)/;
/** Quotes, tables, commands and log lines: text of others. */
const FOREIGN = /^\s*(?:[>|$#+<{[}\]]|\d{2,4}[-:/]\d{2}|at\s)/;
const ENDS_AS_QUESTION = /[?？؟]["')\]]*$/;

function ownLines(prompt: string): readonly string[] {
  let isFenced = false;
  return prompt.split(/\r?\n/).filter((line) => {
    if (FENCED.test(line)) {
      isFenced = !isFenced;
      return false;
    }
    return !isFenced && !FOREIGN.test(line);
  });
}

const sentencesOf = (line: string): readonly string[] =>
  line
    .split(/(?<=[.!?。！？])\s+/u)
    .map((sentence) => sentence.replace(/^[-*•]\s+/, "").trim())
    .filter(({ length }) => length >= MIN_CHARS && length <= MAX_CHARS);

function suggestionOf(sentence: string): readonly Suggestion[] {
  if (ENDS_AS_QUESTION.test(sentence)) return [];
  const found = SIGNS.find(([, sign]) => sign.test(sentence));
  return found === undefined ? [] : [{ text: sentence, type: found[0] }];
}

/**
 * Sentences of a prompt that read as a preference, a decision, a correction or a fact to be kept: at most three, none
 * that asks. A guess from the words alone: it is offered, never saved.
 */
export function worthKeeping(prompt: string): readonly Suggestion[] {
  const half = MAX_PROMPT_CHARS / 2;
  const looked =
    prompt.length <= MAX_PROMPT_CHARS ? prompt : `${prompt.slice(0, half)}\n${prompt.slice(-half)}`;
  const found = ownLines(looked).flatMap(sentencesOf).flatMap(suggestionOf);
  return [...new Map(found.map((one) => [one.text, one])).values()].slice(0, MAX_SUGGESTIONS);
}
