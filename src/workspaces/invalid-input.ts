import { ZodError, type z } from "zod";
import { translateDatabaseError } from "../database/session.ts";
import { AppError } from "../errors.ts";

/** Problems listed, and characters of each: an answer is not made as long as a hostile request. */
const MAX_PROBLEMS = 20;
const MAX_PROBLEM_CHARS = 200;

const shortened = (text: string): string =>
  text.length <= MAX_PROBLEM_CHARS ? text : `${text.slice(0, MAX_PROBLEM_CHARS)}…`;

/** Names the first field that is wrong in the message, all of them in the details. */
export function invalidInput(error: z.core.$ZodError): AppError {
  const problems = error.issues
    .slice(0, MAX_PROBLEMS)
    .map(({ path, message }) => ({ field: shortened(path.join(".")), message: shortened(message) }));
  const [first] = problems;
  const where = first?.field ? `${first.field}: ` : "";
  return new AppError(
    "invalid_input",
    `${where}${first?.message ?? "the request does not have the expected form"}`,
    { details: { problems } },
  );
}

/** What the engine says where something takes more stack or memory than there is. */
const TOO_MUCH =
  /call stack|Invalid (?:array|string|typed array|array buffer) length|allocation failed|out of memory/i;

/** Whether the work on a request was more than the isolate can do: its input was, whatever limit it slipped through. */
const isTooMuch = (error: unknown): boolean => error instanceof RangeError && TOO_MUCH.test(error.message);

/** Anything thrown, as a failure that can be told: no SQL, no stack. What nobody expected is logged whole. */
export function knownError(thrown: unknown): AppError {
  const error = translateDatabaseError(thrown);
  if (error instanceof AppError) return error;
  if (error instanceof ZodError) return invalidInput(error);
  console.error(error);
  if (isTooMuch(error))
    return new AppError("too_large", "This is too much to be worked on at once: send less", { cause: error });
  return new AppError("internal", "Something went wrong on our side", { cause: error });
}
