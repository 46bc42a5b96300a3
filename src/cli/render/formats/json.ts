import { safeJson } from "../../terminal/terminal-safe.ts";
import type { Format } from "./format.ts";

/** The whole answer as one line of JSON, as the server gave it. */
export const json: Format = (answer) => ({ before: `${safeJson(answer)}\n`, hits: [], after: "" });
