import { AppError, type ErrorCode } from "../../../errors.ts";
import { MIN_BUDGET } from "../../../search/contract/budget.ts";
import { type CommandContext, type ConfigureCommand, type ExitCode, okIf, print } from "../../command.ts";
import { wholeNumber } from "../../flags/parsers.ts";
import { addQuestionFlags, type SearchFlags, searchWish } from "../../flags/search-flags.ts";
import { withSession } from "../../session/session.ts";
import { patiently } from "../../terminal/progress-line.ts";
import { safeLine, shellWord } from "../../terminal/terminal-safe.ts";
import { renderAsk } from "./render.ts";

/** The contract's largest budget of passages, tokens. */
const MAX_BUDGET = 32_000;

type AskFlags = SearchFlags & { readonly budget?: number };

/** What keeps a text model from writing; the search behind it may be fine. */
const UNWRITTEN: readonly ErrorCode[] = ["generator_unavailable", "quota", "model_budget", "capacity"];

const searchFor = (question: string): string => `recall search ${shellWord(question)}`;

/** A failure of the text model, with the search that works without one. */
function withSearch(error: unknown, question: string): unknown {
  if (!(error instanceof AppError) || !UNWRITTEN.includes(error.code)) return error;
  const message = `${safeLine(error.message)}. The passages are there all the same: ${searchFor(question)}`;
  return new AppError(error.code, message, { cause: error });
}

async function ask(context: CommandContext, words: readonly string[], flags: AskFlags): Promise<ExitCode> {
  const { terminal } = context;
  const question = words.join(" ");
  const { limit, profile, settings, minScore, session, expand, filters } = searchWish(question, flags);
  const { budget } = flags;
  const wish = { question, limit, profile, settings, minScore, session, expand, filters, budget };
  const answer = await patiently(terminal, "asking the text model", () =>
    withSession(context, ({ client }) => client.ask(wish)),
  ).catch((error: unknown) => {
    throw withSearch(error, question);
  });
  print(context, answer, () => renderAsk(answer, { ...terminal, search: searchFor(question) }));
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
      `passages to read, ${MIN_BUDGET} to ${MAX_BUDGET} tokens (default: 3000)`,
      wholeNumber(MIN_BUDGET, MAX_BUDGET, "tokens"),
    )
    .action(start(ask));
};
