import type { Format } from "./format.ts";

interface FormatEntry {
  readonly load: () => Promise<Format>;
  /** It is for a program: what the answer lacks goes to stderr. */
  readonly isData: boolean;
}

/** Every way to print an answer; only the one that is asked for is loaded. */
export const FORMATS = {
  lines: { load: async () => (await import("./lines.ts")).lines, isData: false },
  json: { load: async () => (await import("./json.ts")).json, isData: true },
  md: { load: async () => (await import("./md.ts")).md, isData: false },
  csv: { load: async () => (await import("./csv.ts")).csv, isData: true },
  xml: { load: async () => (await import("./xml.ts")).xml, isData: true },
  files: { load: async () => (await import("./files.ts")).files, isData: true },
} as const satisfies Record<string, FormatEntry>;

export type FormatName = keyof typeof FORMATS;
