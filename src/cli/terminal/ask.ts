import type { AppError } from "../../errors.ts";
import { invalid } from "../failures.ts";

interface Deletion {
  /** What has to be named again. */
  readonly name: string;
  /** The name as a flag gave it. */
  readonly yes: string | undefined;
  /** Asks a person, who may cancel; undefined: there is nobody to ask. */
  readonly ask: (() => Promise<string | undefined>) | undefined;
}

const nothing = (why: string): AppError => invalid(`${why}: nothing was deleted`);

/** Returns when what is to be deleted was named once more. Throws AppError when it was not, with what was missing. */
export async function confirmDeletion({ name, yes, ask }: Deletion): Promise<void> {
  if (yes === undefined && ask === undefined)
    throw invalid(`Deleting cannot be undone: repeat the name with --yes ${name}`);
  const named = yes ?? (await ask?.());
  if (named === undefined) throw nothing("Stopped");
  if (named !== name) throw nothing(`The name is ${name}, not ${named}`);
}

// Questions go to stderr: stdout is for what was asked for.
const output = process.stderr;

/** The library that asks: loaded when a person is asked something, which few command lines do. */
const prompts = () => import("@clack/prompts");

/** A line of text, `initialValue` to begin with; undefined when the person cancels. */
export async function askText(
  message: string,
  placeholder = "",
  initialValue = "",
): Promise<string | undefined> {
  const { isCancel, text } = await prompts();
  const validate = (value: string | undefined) => (value?.trim() ? undefined : "Please type an answer");
  const answer = await text({ message, placeholder, initialValue, validate, output });
  return isCancel(answer) ? undefined : answer.trim();
}

/** A secret, not shown; undefined when the person cancels. */
export async function askSecret(message: string): Promise<string | undefined> {
  const { isCancel, password } = await prompts();
  const answer = await password({ message, output });
  return isCancel(answer) || answer === undefined ? undefined : answer.trim();
}

/** Yes or no; no when the person only presses Enter, or cancels. */
export async function askYes(message: string): Promise<boolean> {
  const { confirm } = await prompts();
  return (await confirm({ message, initialValue: false, output })) === true;
}

/** One of some choices; undefined when the person cancels. */
export async function askChoice<Value extends string>(
  message: string,
  choices: Readonly<Record<Value, string>>,
): Promise<Value | undefined> {
  const { isCancel, select } = await prompts();
  const options = Object.entries<string>(choices).map(([value, label]) => ({ value, label }));
  const answer = await select({ message, options, output });
  return isCancel(answer) ? undefined : (answer as Value);
}

/** One of some choices, each by its key; undefined when the person cancels. */
export async function askKey<Key extends string>(
  message: string,
  keys: Readonly<Record<Key, string>>,
): Promise<Key | undefined> {
  const { isCancel, selectKey } = await prompts();
  const options = Object.entries<string>(keys).map(([value, label]) => ({ value, label }));
  const answer = await selectKey({ message, options, output });
  return isCancel(answer) ? undefined : (answer as Key);
}
