import { AppError } from "../../src/errors.ts";

/** What D1 lets one account of a paid plan have: https://developers.cloudflare.com/d1/platform/limits/ (2026-11) */
const MOST = 5_000;

/** A table of bindings of the deployed Worker, up to the next one. */
const BLOCK = /^\[\[d1_databases\]\]\n(?:[^[\n][^\n]*\n)+/gm;

const bindingOf = (block: string): string => /^binding = "([^"]+)"/m.exec(block)?.[1] ?? "";

/** How many databases are asked for. Throws `invalid_input`. */
export function wantedDatabases(text: string): number {
  const count = /^\d{1,4}$/.test(text) ? Number(text) : 0;
  if (count >= 1 && count <= MOST) return count;
  throw new AppError("invalid_input", `--databases is a number from 1 to ${MOST}`);
}

/**
 * The text of wrangler.toml with so many databases: those that are missing are bound as DB_2, DB_3 … behind those that are
 * there, named after the first. Throws `invalid_input` for fewer than there are, which hold what people put in.
 */
export function withDatabases(toml: string, count: number): string {
  const blocks = [...toml.matchAll(BLOCK)];
  const [first] = blocks.map(([text]) => text).filter((text) => bindingOf(text) === "DB");
  const last = blocks.at(-1);
  if (first === undefined || last === undefined)
    throw new AppError("invalid_input", "wrangler.toml binds no database as DB");
  if (count < blocks.length)
    throw new AppError(
      "invalid_input",
      `wrangler.toml binds ${blocks.length} databases, and --databases only adds: what is in one would be out of reach`,
    );
  const more = Array.from({ length: count - blocks.length }, (_, at) => {
    const number = blocks.length + at + 1;
    return `\n${first
      .replace(/^binding = .*$/m, `binding = "DB_${number}"`)
      .replace(/^database_name = "(.*)"$/m, `database_name = "$1-${number}"`)
      .replace(/^database_id = .*\n/m, "")}`;
  });
  const end = last.index + last[0].length;
  return `${toml.slice(0, end)}${more.join("")}${toml.slice(end)}`;
}
