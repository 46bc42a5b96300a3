import { AppError } from "../../errors.ts";
import { invalid } from "../failures.ts";

export interface Deletion {
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
