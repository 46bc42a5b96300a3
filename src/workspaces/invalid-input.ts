import { ZodError, z } from "zod";
import { translateDatabaseError } from "../database/failures/database-errors.ts";
import { AppError } from "../errors.ts";

/** Problems listed, and characters of each: an answer is not made as long as a hostile request. */
const MAX_PROBLEMS = 20;
const MAX_PROBLEM_CHARS = 200;

const UNITS: Readonly<Record<string, string>> = { array: "items", set: "items", string: "characters" };

function bound({ origin }: { readonly origin: string }, limit: string): string {
  const unit = UNITS[origin];
  return unit === undefined ? `must be ${limit}` : `must have ${limit} ${unit}`;
}

function knownKeys(shape: unknown): string {
  if (!(shape instanceof z.ZodObject)) return "";
  const keys = Object.keys(shape.shape);
  return keys.length === 0 ? ": nothing is taken" : `, only ${keys.join(", ")}`;
}

/** What zod says in its own words, in plain ones; undefined: its own, which are plain. */
function inPlainWords(issue: z.core.$ZodRawIssue): string | undefined {
  switch (issue.code) {
    case "too_small":
      if (issue.minimum === 1 && issue.inclusive !== false && issue.origin in UNITS)
        return "must not be empty";
      return bound(issue, `${issue.inclusive === false ? "more than" : "at least"} ${issue.minimum}`);
    case "too_big":
      return bound(issue, `${issue.inclusive === false ? "less than" : "at most"} ${issue.maximum}`);
    case "invalid_type":
      // What coercion makes of a text that is none.
      if (Number.isNaN(issue.input)) return `must be a ${issue.expected}`;
      return issue.input === undefined ? `is missing (${issue.expected})` : undefined;
    case "invalid_value":
      return issue.values.length === 1 ? `must be ${JSON.stringify(issue.values[0])}` : undefined;
    case "unrecognized_keys":
      return `there is no ${issue.keys.map((key) => `"${key}"`).join(", ")}${knownKeys(issue.inst)}`;
    default:
      return undefined;
  }
}

z.config({ customError: inPlainWords });

const shortened = (text: string): string =>
  text.length <= MAX_PROBLEM_CHARS ? text : `${text.slice(0, MAX_PROBLEM_CHARS)}…`;

/** The types of a choice, where the request is of none of them; undefined: it is of one, and something else is wrong. */
function typesOf(issue: z.core.$ZodIssue | undefined): readonly string[] | undefined {
  if (issue === undefined || issue.path.length > 0) return undefined;
  if (issue.code === "invalid_type") return [issue.expected];
  if (issue.code !== "invalid_union" || issue.errors.length === 0) return undefined;
  const types = issue.errors.map(([first]) => typesOf(first));
  return types.every((of) => of !== undefined) ? types.flat() : undefined;
}

/** Of a choice of forms the problems of the one that the request comes closest to: whose problems lie deepest. */
function unfolded(issue: z.core.$ZodIssue): readonly z.core.$ZodIssue[] {
  if (issue.code === "invalid_key")
    return issue.issues.map(({ message }) => ({ ...issue, message: `a key ${message}` }));
  if (issue.code !== "invalid_union") return [issue];
  const types = typesOf({ ...issue, path: [] });
  if (types !== undefined) return [{ ...issue, message: `must be a ${[...new Set(types)].join(" or ")}` }];
  const depth = (issues: readonly z.core.$ZodIssue[]): number =>
    Math.max(0, ...issues.map(({ path }) => path.length));
  // Of those as deep, one that is of another type altogether is no closer.
  const isOther = (issues: readonly z.core.$ZodIssue[]): number =>
    issues.some(({ code, path }) => code === "invalid_type" && path.length === 0) ? 1 : 0;
  const [closest] = issue.errors.toSorted((a, b) => depth(b) - depth(a) || isOther(a) - isOther(b));
  if (closest === undefined || closest.length === 0) return [issue];
  return closest.flatMap((one) => unfolded({ ...one, path: [...issue.path, ...one.path] }));
}

/** Names the first field that is wrong in the message, all of them in the details. */
export function invalidInput(error: z.core.$ZodError): AppError {
  const problems = error.issues
    .flatMap(unfolded)
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
