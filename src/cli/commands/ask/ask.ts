import type { AskPart } from "../../../client/ask-in-parts.ts";
import { citationWithRoot } from "../../../search/views/citation.ts";
import { AppError, type ErrorCode } from "../../../errors.ts";
import type { AskAnswer, AskSource } from "../../../search/contract/ask.ts";
import { MIN_ASK_BUDGET } from "../../../search/contract/constants.ts";
import { type CommandContext, type ConfigureCommand, type ExitCode, okIf, print } from "../../command.ts";
import { wholeNumber } from "../../flags/parsers.ts";
import { addQuestionFlags, type SearchFlags, searchWish } from "../../flags/search-flags.ts";
import { answerNotes } from "../../render/answer-notes.ts";
import { withSession } from "../../session/session.ts";
import { columnsOf, cutTo, wrap } from "../../terminal/columns.ts";
import { isolatedPath, lineShower, type ShowLine } from "../../terminal/isolates.ts";
import { count } from "../../terminal/numbers.ts";
import { patiently } from "../../terminal/progress-line.ts";
import { safeLine, shellWord } from "../../terminal/terminal-safe.ts";

interface AskOptions {
  readonly columns: number;
  readonly color: boolean;
  readonly outIsTerminal: boolean;
  readonly search: string;
  readonly showLine: ShowLine;
  /** Sentences that stand there already. */
  readonly shown: number;
}

const BOLD = "\u001b[1m";
const RESET = "\u001b[0m";
const GAP = "  ";
/** Fewer columns would show nothing of a heading. */
const MIN_HEADING_COLUMNS = 12;

/** `[1] runbook.md#L1-L9  Runbook > Keys`: the citation whole, to be copied; the headings as far as they fit. */
function sourceLine(
  { number, root, citation, headings }: AskSource,
  { columns, color, withRoot, outIsTerminal, showLine }: AskOptions & { readonly withRoot: boolean },
): string {
  const cited = safeLine(withRoot ? citationWithRoot({ root, citation }) : citation);
  const room = columns - columnsOf(`[${number}] ${cited}${GAP}`);
  const trail = safeLine(headings.join(" > "));
  const shown = trail !== "" && room >= MIN_HEADING_COLUMNS ? GAP + showLine(cutTo(trail, room)) : "";
  const place = outIsTerminal ? isolatedPath(cited) : cited;
  return `[${number}] ${color ? BOLD + place + RESET : place}${shown}`;
}

const sentenceLines = (
  { text, sources }: AskAnswer["sentences"][number],
  columns: number,
): readonly string[] => wrap(`${safeLine(text)} ${sources.map((number) => `[${number}]`).join("")}`, columns);

function refusal({ outcome, passages }: AskAnswer, search: string): readonly string[] {
  if (outcome === "nothing_found") return ["Not answered: nothing was found."];
  if (passages === 0) return ["Not answered: nothing relevant enough was found."];
  const read = passages === 1 ? "the one passage that was found" : `the ${passages} passages that were found`;
  return [`Not answered: nothing in ${read} answers it. To read them:`, `  ${search}`];
}

/** Who wrote it, from how much, and what was left out of it. */
function originOf({ model, passages, dropped }: AskAnswer): string {
  const left = dropped > 0 ? ` ${count(dropped, "unsupported sentence")} left out.` : "";
  return model === null ? "" : `Written by ${safeLine(model)} from ${count(passages, "passage")}.${left}`;
}

/** An answer as lines for a person: sentences, unless they are shown already, their sources, and what it lacks. */
function renderAsk(answer: AskAnswer, options: AskOptions): readonly string[] {
  const { sentences, sources, index } = answer;
  const withRoot = index.severalRoots ?? new Set(sources.map(({ root }) => root)).size > 1;
  const isAnswered = sentences.length > 0;
  const lacks = answerNotes({ ...answer, outcome: "found", use: { repaired: [] } });
  const notes = [isAnswered ? originOf(answer) : "", lacks ?? ""].filter((note) => note !== "").join(" ");
  return [
    ...(isAnswered
      ? sentences
          .slice(options.shown)
          .flatMap((sentence) => sentenceLines(sentence, options.columns).map(options.showLine))
      : refusal(answer, options.search)),
    ...(isAnswered ? ["", ...sources.map((source) => sourceLine(source, { ...options, withRoot }))] : []),
    ...(notes === "" ? [] : ["", ...wrap(notes, options.columns)]),
  ];
}

/** The contract's largest budget of passages, tokens. */
const MAX_BUDGET = 32_000;

type AskFlags = SearchFlags & { readonly budget?: number };

/** What keeps a text model from writing; the search behind it may be fine. */
const UNWRITTEN: readonly ErrorCode[] = [
  "generator_unavailable",
  "quota",
  "model_budget",
  "workspace_quota",
  "capacity",
];

const searchFor = (question: string): string => `recall search ${shellWord(question)}`;

/** A failure of the text model, with the search that works without one. */
function withSearch(error: unknown, question: string): unknown {
  if (!(error instanceof AppError) || !UNWRITTEN.includes(error.code)) return error;
  const message = `${safeLine(error.message)}. The passages are there all the same: ${searchFor(question)}`;
  return new AppError(error.code, message, { cause: error });
}

/** Shows each sentence once it is written; answers all of it, and how many stand there. */
async function shownAsItComes(
  { terminal }: CommandContext,
  parts: AsyncIterable<AskPart>,
  endProgress: () => void,
): Promise<{ readonly answer: AskAnswer; readonly shown: number }> {
  const showLine = lineShower(terminal.outIsTerminal);
  let shown = 0;
  for await (const part of parts) {
    if (part.event === "end") return { answer: part, shown };
    if (part.event !== "sentence") continue;
    endProgress();
    const { text, sources } = part;
    terminal.out(
      sentenceLines({ text, sources: [...sources] }, terminal.columns)
        .map((line) => `${showLine(line)}\n`)
        .join(""),
    );
    shown += 1;
  }
  throw new AppError("unavailable", "The answer ended before it was whole");
}

async function ask(context: CommandContext, words: readonly string[], flags: AskFlags): Promise<ExitCode> {
  const { terminal } = context;
  const question = words.join(" ");
  const { limit, profile, settings, minScore, minRelevance, session, expand, filters } = searchWish(
    question,
    flags,
  );
  const { budget } = flags;
  const wish = {
    question,
    limit,
    profile,
    settings,
    minScore,
    minRelevance,
    session,
    expand,
    filters,
    budget,
  };
  const isWatched = terminal.outIsTerminal && context.flags.json !== true;
  const { answer, shown } = await patiently(terminal, "asking the text model", (end) =>
    withSession(context, ({ client }) =>
      isWatched
        ? shownAsItComes(context, client.askInParts(wish, context.interrupted()), end)
        : client.ask(wish).then((whole) => ({ answer: whole, shown: 0 })),
    ),
  ).catch((error: unknown) => {
    throw withSearch(error, question);
  });
  print(context, answer, (_, showLine) =>
    renderAsk(answer, { ...terminal, showLine, search: searchFor(question), shown }),
  );
  return okIf(answer.outcome === "answered");
}

/** `recall ask <question…>` */
export const configure: ConfigureCommand = (command, start) => {
  addQuestionFlags(command)
    .description(
      "Answers a question from your passages, each sentence with its source, or says that nothing answers it. The server needs a text model (GENERATE_MODEL).",
    )
    .argument("<question...>", "a question")
    .option(
      "--budget <tokens>",
      `passages to read, ${MIN_ASK_BUDGET} to ${MAX_BUDGET} tokens (default: 3000)`,
      wholeNumber(MIN_ASK_BUDGET, MAX_BUDGET, "tokens"),
    )
    .action(start(ask));
};
