import type { AnyHit } from "../../search/contract/hits.ts";
import type { SearchAnswer } from "../../search/contract/search.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { safeText } from "../terminal/terminal-safe.ts";
import { answerNotes } from "./answer-notes.ts";
import { FORMATS, type FormatName } from "./formats/table.ts";
import { budgetNote, withinBudget } from "./within-budget.ts";

export interface PrintOptions {
  readonly terminal: Omit<Terminal, "input" | "output">;
  readonly format: FormatName;
  /** Tokens that may be printed on stdout; undefined: any number. */
  readonly budget: number | undefined;
  /** Said instead of what the answer's own notes say. */
  readonly instead: string | undefined;
}

const RECALL_ID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/;

/** What names the search to vote on its hits; not where every token is counted, nor where there is nothing to vote on. */
function recallLine(
  { recallId, hits }: SearchAnswer<AnyHit>,
  { format, budget, after }: Pick<PrintOptions, "format" | "budget"> & { readonly after: string },
): string {
  const isShown = format === "lines" && budget === undefined && hits.some((hit) => "root" in hit);
  return isShown && RECALL_ID.test(recallId) ? `${after === "" ? "\n" : ""}Recall ${recallId}\n` : "";
}

/** Prints an answer in a format; what a program would not expect among its data goes to stderr. */
export function printAnswer(
  answer: SearchAnswer<AnyHit>,
  { terminal, format, budget, instead }: PrintOptions,
): void {
  const { render, isData } = FORMATS[format];
  // Outside a terminal nothing acts: data stays as it was pushed.
  const clean = terminal.outIsTerminal ? safeText : (text: string) => text;
  const notesOf = (shown: SearchAnswer<AnyHit>): string | undefined =>
    [instead ?? answerNotes(shown), budgetNote(shown.budget)].filter(Boolean).join(" ") || undefined;
  const print = (shown: SearchAnswer<AnyHit>) =>
    render(shown, { ...terminal, clean, notes: isData ? undefined : notesOf(shown) });
  const shown = budget === undefined || format === "json" ? answer : withinBudget(answer, print, budget);
  const { before, hits, after } = print(shown);
  terminal.out([before, ...hits, after, recallLine(answer, { format, budget, after })].join(""));
  const notes = notesOf(shown);
  if (isData && format !== "json" && notes !== undefined) terminal.err(`recall: ${notes}\n`);
}
