import type { AnyHit } from "../../search/contract/hits.ts";
import type { BudgetUse, SearchAnswer } from "../../search/contract/search.ts";
import { cutHit, shortened } from "../../search/views/budget.ts";
import { countTokens } from "../../text/tokens/count-tokens.ts";
import { count } from "../terminal/numbers.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { safeText } from "../terminal/terminal-safe.ts";
import { answerNotes } from "./answer-notes.ts";
import type { Pieces } from "./formats/format.ts";
import { FORMATS, type FormatName } from "./formats/table.ts";

/** What a budget left out, as one sentence; undefined: nothing. */
export function budgetNote(budget: BudgetUse | undefined): string | undefined {
  if (budget === undefined) return undefined;
  const { tokens, left, cut } = budget;
  const lost = [cut && "the last hit is cut", left > 0 && `${count(left, "more hit")} left out`].filter(
    (part) => part !== false,
  );
  return lost.length === 0 ? undefined : `Budget of ${tokens} tokens: ${lost.join(", ")}.`;
}

type Printer = (answer: SearchAnswer<AnyHit>) => Pieces;

const costOf = ({ before, hits, after }: Pieces): number =>
  [before, ...hits, after].reduce((sum, piece) => sum + countTokens(piece), 0);

/** The first hits of an answer, with what its budget says of the rest. */
function firstHits(answer: SearchAnswer<AnyHit>, count: number): SearchAnswer<AnyHit> {
  const left = answer.hits.length - count;
  const hits = answer.hits.slice(0, count);
  const { budget } = answer;
  return budget === undefined || left === 0
    ? { ...answer, hits }
    : { ...answer, hits, budget: { ...budget, left: budget.left + left } };
}

/**
 * The answer with as many of its first hits as stay within the tokens as they are printed, notes included, the last one
 * cut if it must be: a format may take more than the server's count of plain lines. Of the first hit there is always
 * something.
 */
export function withinBudget(
  answer: SearchAnswer<AnyHit>,
  print: Printer,
  tokens: number,
): SearchAnswer<AnyHit> {
  const fits = (shown: SearchAnswer<AnyHit>): boolean => costOf(print(shown)) <= tokens;
  const { length } = answer.hits;
  const counts = Array.from({ length }, (_, at) => length - at);
  const count = counts.find((some) => fits(firstHits(answer, some))) ?? 0;
  const next = answer.hits[count];
  if (next === undefined) return answer;
  const withPart = (hit: AnyHit): SearchAnswer<AnyHit> => {
    const hits = [...answer.hits.slice(0, count), hit];
    return { ...cutOf(firstHits(answer, count + 1), true), hits };
  };
  const isSmall = (hit: AnyHit): boolean => fits(withPart(hit));
  const severalRoots = answer.index.severalRoots === true;
  const part = count === 0 ? cutHit(next, { fits: isSmall, severalRoots }) : shortened(next, isSmall);
  return part === undefined ? cutOf(firstHits(answer, count), false) : withPart(part);
}

/** The answer, saying whether its last hit is cut: the one that the server cut may not be shown. */
const cutOf = (answer: SearchAnswer<AnyHit>, cut: boolean): SearchAnswer<AnyHit> =>
  answer.budget === undefined ? answer : { ...answer, budget: { ...answer.budget, cut } };

interface PrintOptions {
  readonly terminal: Omit<Terminal, "input" | "output">;
  readonly format: FormatName;
  /** Tokens that may be printed on stdout; undefined sets no limit. */
  readonly budget: number | undefined;
  /** Said instead of what the answer's own notes say. */
  readonly instead: string | undefined;
  /** Said of a server without a model, where it is time to say so. */
  readonly modelNote?: string | undefined;
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
  { terminal, format, budget, instead, modelNote }: PrintOptions,
): void {
  const { render, isData } = FORMATS[format];
  // Outside a terminal nothing acts: data stays as it was pushed.
  const clean = terminal.outIsTerminal ? safeText : (text: string) => text;
  const notesOf = (shown: SearchAnswer<AnyHit>): string | undefined =>
    [instead ?? answerNotes(shown, modelNote), budgetNote(shown.budget)].filter(Boolean).join(" ") ||
    undefined;
  const print = (shown: SearchAnswer<AnyHit>) =>
    render(shown, { ...terminal, clean, notes: isData ? undefined : notesOf(shown) });
  const shown = budget === undefined || format === "json" ? answer : withinBudget(answer, print, budget);
  const { before, hits, after } = print(shown);
  terminal.out([before, ...hits, after, recallLine(answer, { format, budget, after })].join(""));
  const notes = notesOf(shown);
  if (isData && format !== "json" && notes !== undefined) terminal.err(`recall: ${notes}\n`);
}
