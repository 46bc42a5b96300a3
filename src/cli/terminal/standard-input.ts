import { text } from "node:stream/consumers";
import { AppError } from "../../errors.ts";

/** All of standard input as text. Throws `invalid_input` where a person sits there, of whom nobody has asked anything. */
export async function readStandardInput(missing: string): Promise<string> {
  if (process.stdin.isTTY === true) throw new AppError("invalid_input", missing);
  return text(process.stdin);
}
