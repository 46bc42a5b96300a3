/** A word of a POSIX shell; what joins or ends commands is a word of its own. */
const WORD = /(?:'[^']*'|"(?:[^"\\]|\\.)*"|\\.|[^\s'"\\;&|<>()`])+|\S/gsu;
const QUOTES = /'([^']*)'|"((?:[^"\\]|\\.)*)"|\\(.)/gsu;

/** The launcher, installed or in a checkout. */
const SCRIPT = /(?:^|[/\\])(?:recall(?:\.js)?|src\/cli\/main\.ts)$/;
const STARTS_SCRIPTS = /(?:^|[/\\])(?:node(?:\.exe)?|npx)$/;
const HOME = /^RECALL_HOME=/;

interface Word {
  readonly text: string;
  readonly at: number;
}

const wordsOf = (command: string): readonly Word[] =>
  [...command.matchAll(WORD)].map((found) => ({
    text: found[0].replace(QUOTES, "$1$2$3"),
    at: found.index,
  }));

/** How many words start `recall`, flags of it among them; undefined: they start something else. */
function startOf(words: readonly Word[], program: string): number | undefined {
  const known = wordsOf(program);
  if (known.every(({ text }, at) => words[at]?.text === text)) return known.length;
  const matches = (at: number, pattern: RegExp): boolean => pattern.test(words[at]?.text ?? "");
  let at = matches(0, HOME) ? 1 : 0;
  if (matches(at, STARTS_SCRIPTS)) at += 1;
  if (!matches(at, SCRIPT)) return undefined;
  at += 1;
  while (matches(at, /^-/)) at += words[at + 1]?.text === "hook" ? 1 : 2;
  return at;
}

/** The words from `hook` on of a command that runs one of our hooks; undefined: it is somebody else's, whatever words it has. */
export function ownWords(command: string, name: string, program: string): string | undefined {
  const words = wordsOf(command);
  const start = startOf(words, program);
  if (start === undefined) return undefined;
  const [hook, called] = words.slice(start);
  return hook?.text === "hook" && called?.text === name ? command.slice(hook.at) : undefined;
}
