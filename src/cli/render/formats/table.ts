import { csv } from "./csv.ts";
import { files } from "./files.ts";
import type { Format } from "./format.ts";
import { json } from "./json.ts";
import { lines } from "./lines.ts";
import { md } from "./md.ts";
import { xml } from "./xml.ts";

/** Every way to print an answer. `isData`: it is for a program, and what the answer lacks goes to stderr. */
export const FORMATS = {
  lines: { render: lines, isData: false },
  json: { render: json, isData: true },
  md: { render: md, isData: false },
  csv: { render: csv, isData: true },
  xml: { render: xml, isData: true },
  files: { render: files, isData: true },
} as const satisfies Record<string, { readonly render: Format; readonly isData: boolean }>;

export type FormatName = keyof typeof FORMATS;
