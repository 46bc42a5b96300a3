import { text } from "node:stream/consumers";
import { invalid } from "../failures.ts";
import type { Terminal } from "./terminal.ts";

/** All of standard input as text. Throws `invalid_input` with `missing` where a person sits there and was asked nothing. */
export async function readStandardInput(
  { input }: Pick<Terminal, "input">,
  missing: string,
): Promise<string> {
  if (input.isTTY === true) throw invalid(missing);
  return text(input);
}
