import { AppError, type ErrorCode } from "../../errors.ts";

/** What to do about failures of which the server knows only that they are. */
const HINTS: Partial<Readonly<Record<ErrorCode, string>>> = {
  unauthorized: "recall init keeps another",
};

/** A failure's message, with what to do about it where the message does not say. */
export function failureText(error: Error): string {
  const hint = error instanceof AppError ? HINTS[error.code] : undefined;
  return hint === undefined ? error.message : `${error.message}: ${hint}`;
}
