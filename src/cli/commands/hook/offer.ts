import { shellWord } from "../../terminal/shell-word.ts";
import { safeLine } from "../../terminal/terminal-safe.ts";
import type { HookInput } from "./hook-input.ts";
import { lastTurn } from "./transcript.ts";
import { type Suggestion, worthKeeping } from "./worth-keeping.ts";

/** The command that keeps a suggestion, for a POSIX shell. */
function rememberCommand({ text, type }: Suggestion, session: string | undefined): string {
  const inSession = session === undefined ? "" : ` --session ${shellWord(session)}`;
  return `recall remember --type ${type}${inSession} -- ${shellWord(safeLine(text))}`;
}

async function suggestionsFor({ isJson, prompt, transcript }: HookInput): Promise<readonly Suggestion[]> {
  if (!isJson || transcript === undefined) return worthKeeping(prompt);
  const turn = await lastTurn(transcript);
  return turn === undefined || turn.hasRemembered ? [] : worthKeeping(turn.prompt);
}

/** What is offered to be remembered of the last turn. */
export interface Offer {
  readonly suggestions: readonly Suggestion[];
  /** For the agent: what to do with them. */
  readonly reason: string;
}

/**
 * An offer to remember what the person said last; undefined: there is nothing, or the agent was asked already. Asks no
 * server.
 */
export async function offerFor(input: HookInput): Promise<Offer | undefined> {
  if (input.isAskedAlready) return undefined;
  const suggestions = await suggestionsFor(input);
  if (suggestions.length === 0) return undefined;
  const reason = [
    "Before you stop: the user said what later sessions may want to know.",
    "Keep what lasts beyond this task, in words that stand alone, unless it is known already:",
    ...suggestions.map((one) => `  ${rememberCommand(one, input.session)}`),
    "Then end your turn, whether or not you kept anything.",
  ].join("\n");
  return { suggestions, reason };
}
