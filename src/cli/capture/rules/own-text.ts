// What of a message is its author's own: whatever is pasted, quoted, fenced or injected was said by others, and may have
// been written to be obeyed.

const FENCED = /^\s*(?:```|~~~)/;
/** Quotes, tables, commands, headings and log lines. */
const FOREIGN = /^\s*(?:[>|$#+<‹{[}\]]|\d{2,4}[-:/]\d{2}|at\s|[\w.$]+(?:Exception|Error)\b:)/;
/** What agents put in the person's mouth: reminders, output of commands, notes of tasks. One that never ends takes the rest. */
const INJECTED = /<([a-z][\w-]*)(?:\s[^<>]*)?>[\s\S]*?(?:<\/\1>|$)/gu;

/** A message without what its author did not type. */
export const withoutInjected = (message: string): string => message.replace(INJECTED, "");

const HEADING = /^\s{0,3}#{1,6}\s/;
const POINT = /^\s*(?:[-*•]|\d{1,2}[.)])\s+/;
const MAIL_HEADER = /^(?:from|to|cc|sent|date|subject|von|an|betreff|asunto|de|objet)\s?:\s/iu;
const GREETING = /^(?:dear|hi|hello|hallo|liebe[rs]?|hola|bonjour|olá)\b[^.!?]*[,!]?$/iu;
const SIGN_OFF =
  /^(?:(?:best|kind|warm) regards|regards|sincerely|cheers|yours|viele grüße|liebe grüße|saludos|cordialement|abraços)\b/iu;

/** A letter: two lines of a mail's head or more, or what stands between a greeting and a sign-off. */
function withoutLetters(lines: readonly string[]): readonly string[] {
  const head = lines.findIndex((line) => MAIL_HEADER.test(line));
  if (head >= 0 && lines.filter((line) => MAIL_HEADER.test(line)).length > 1) return lines.slice(0, head);
  const greeting = lines.findIndex((line) => GREETING.test(line.trim()));
  const signOff = lines.findLastIndex((line) => SIGN_OFF.test(line.trim()));
  if (greeting < 0 || signOff <= greeting) return lines;
  return [...lines.slice(0, greeting), ...lines.slice(signOff + 1)];
}

/** The lines of a message that its author wrote for it. Points below a heading are a page's. */
export function ownLines(message: string): readonly string[] {
  let isFenced = false;
  let isPage = false;
  const lines = message.split(/\r?\n/);
  return withoutLetters(lines).filter((line) => {
    if (HEADING.test(line)) isPage = true;
    if (FENCED.test(line)) {
      isFenced = !isFenced;
      return false;
    }
    return !isFenced && !FOREIGN.test(line) && !(isPage && POINT.test(line));
  });
}

/** A sentence this long says one thing; a longer one is pasted text. */
const MAX_CHARS = 300;
const MIN_CHARS = 12;

const ENDS_AS_QUESTION = /[?？؟]["')\]]*$/;

/** Four words in double quotes or more are somebody's. A name or a short string is not. */
const QUOTATION = /["“„«][^"”“»]*(?:\s+[^\s"”“»]+){3,}[^"”“»]*(?:["”“»]|$)/gu;
const QUOTED = "“…”";

/** An open question is something to be kept, not one that is asked here. */
const OPEN_QUESTION = /^(?:open question|still open|todo|to do)\b/iu;

/** The sentences of a line that say something in their author's own words: none that asks, none around a quotation. */
export const statementsOf = (line: string): readonly string[] =>
  line
    .replace(QUOTATION, QUOTED)
    .split(/(?<=[.!?。！？])\s+/u)
    .map((sentence) => sentence.replace(/^[-*•]\s+/, "").trim())
    .filter(({ length }) => length >= MIN_CHARS && length <= MAX_CHARS)
    .filter((sentence) => OPEN_QUESTION.test(sentence) || !ENDS_AS_QUESTION.test(sentence))
    .filter((sentence) => !sentence.includes(QUOTED));
