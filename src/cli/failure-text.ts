import { AppError, type ErrorCode } from "../errors.ts";

/** What to do about failures of which the server knows only that they are. */
const HINTS: Partial<Readonly<Record<ErrorCode, string>>> = {
  unauthorized: "recall init keeps another",
  forbidden: "recall token create --scope … makes one, with the owner's or an admin's token",
  timeout: "try again, it may only have been busy",
};

/** A server that did not answer at all, which may be another than was meant. */
const UNREACHED = /^Could not reach /;
const OTHER_SERVER = "is it the right one? recall init --list shows what is used here";

/** Another token of the same workspace would be as useless: what helps is another workspace. */
const NO_WORKSPACE = /workspace was deleted$/;
const OTHER_WORKSPACE =
  "recall workspace list shows the others, recall workspace use <name> goes on with one, both with the owner's token; " +
  "without it, recall init keeps a token of another";

/** What to do stands in the message already: a question, a command, a time. */
const SAYS_IT = /\?|recall |try again|mint one|until \d/i;

/** A failure's message, with what to do about it where the message does not say. */
export function failureText(error: Error): string {
  const { message } = error;
  if (!(error instanceof AppError) || SAYS_IT.test(message)) return message;
  const known = UNREACHED.test(message) ? OTHER_SERVER : HINTS[error.code];
  const hint = NO_WORKSPACE.test(message) ? OTHER_WORKSPACE : known;
  return hint === undefined ? message : `${message}: ${hint}`;
}
