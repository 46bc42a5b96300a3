import { safeJson } from "../../terminal/terminal-safe.ts";
import { csv } from "./csv.ts";
import { files } from "./files.ts";
import type { Format } from "./format.ts";
import { lines } from "./lines.ts";
import { md } from "./md.ts";
import { xml } from "./xml.ts";

/** The whole answer as one line of JSON, as the server gave it. */
const json: Format = (answer) => ({ before: `${safeJson(answer)}\n`, hits: [], after: "" });

interface FormatEntry {
  readonly load: () => Promise<Format>;
  /** It is for a program: what the answer lacks goes to stderr. */
  readonly isData: boolean;
}

/** Every way to print an answer; only the one that is asked for is loaded. */
export const FORMATS = {
  lines: { load: async () => lines, isData: false },
  json: { load: async () => json, isData: true },
  md: { load: async () => md, isData: false },
  csv: { load: async () => csv, isData: true },
  xml: { load: async () => xml, isData: true },
  files: { load: async () => files, isData: true },
} as const satisfies Record<string, FormatEntry>;

export type FormatName = keyof typeof FORMATS;
