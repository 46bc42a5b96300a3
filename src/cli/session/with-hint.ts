import { AppError, type ErrorCode } from "../../errors.ts";
import { safeLine } from "../terminal/terminal-safe.ts";

/** Does the work; a failure of this code also says what a person can do about it, which the server cannot know. */
export async function withHint<T>(code: ErrorCode, hint: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== code) throw error;
    const { details, cause = error } = error;
    throw new AppError(code, `${safeLine(error.message)}: ${hint}`, { details, cause });
  }
}
