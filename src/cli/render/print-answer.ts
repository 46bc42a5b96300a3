import type { AnyHit } from "../../contract/hits.ts";
import type { SearchAnswer } from "../../contract/search.ts";
import type { Terminal } from "../terminal.ts";
import { answerNotes } from "./answer-notes.ts";
import { budgetNote } from "./budget-note.ts";
import { FORMATS, type FormatName } from "./formats/table.ts";
import { safeText } from "./terminal-safe.ts";
import { withinBudget } from "./within-budget.ts";

export interface PrintOptions {
  readonly terminal: Terminal;
  readonly format: FormatName;
  /** Tokens that may be printed on stdout; undefined: any number. */
  readonly budget: number | undefined;
  /** Said instead of what the answer's own notes say. */
  readonly instead: string | undefined;
}

/** Prints an answer in a format; what a program would not expect among its data goes to stderr. */
export async function printAnswer(
  answer: SearchAnswer<AnyHit>,
  { terminal, format, budget, instead }: PrintOptions,
): Promise<void> {
  const { load, isData } = FORMATS[format];
  const render = await load();
  // Outside a terminal nothing acts: data stays as it was pushed.
  const clean = terminal.outIsTerminal ? safeText : (text: string) => text;
  const notesOf = (shown: SearchAnswer<AnyHit>): string | undefined =>
    [instead ?? answerNotes(shown), budgetNote(shown.budget)].filter(Boolean).join(" ") || undefined;
  const print = (shown: SearchAnswer<AnyHit>) =>
    render(shown, { ...terminal, clean, notes: isData ? undefined : notesOf(shown) });
  const shown = budget === undefined || format === "json" ? answer : withinBudget(answer, print, budget);
  const { before, hits, after } = print(shown);
  terminal.out([before, ...hits, after].join(""));
  const notes = notesOf(shown);
  if (isData && format !== "json" && notes !== undefined) terminal.err(`recall: ${notes}\n`);
}
