import { AppError } from "../../errors.ts";
import type { Entry } from "./entry.ts";
import { tablesOf } from "./scan-toml.ts";

type Path = readonly [key: string, name: string];

/** A JSON string is a basic string of TOML, but for what both need not escape. */
const quoted = (text: string): string => JSON.stringify(text).replaceAll("\u007f", "\\u007f");

/** A table that holds the entry, whole. */
export function tomlText([key, name]: Path, { command, args, env = {} }: Entry): string {
  const variables = Object.entries(env).map(([variable, value]) => `${variable} = ${quoted(value)}`);
  return [
    `[${key}.${name}]`,
    `command = ${quoted(command)}`,
    `args = [${args.map(quoted).join(", ")}]`,
    ...(variables.length === 0 ? [] : [`env = { ${variables.join(", ")} }`]),
    "",
  ].join("\n");
}

/**
 * A TOML text in which one table is as given, tables below it gone. Every other byte stays. Throws `invalid_input` for a
 * text that cannot be read so far, or that has the table in another form.
 */
export function setTomlEntry(text: string, path: Path, entry: Entry): string {
  const [key, name] = path;
  const newline = text.includes("\r\n") ? "\r\n" : "\n";
  const block = tomlText(path, entry).replaceAll("\n", newline);
  const tables = tablesOf(text);
  for (const { names, keys } of tables)
    if (
      (names.length === 0 && keys.some((one) => one[0] === key)) ||
      (names.length === 1 && names[0] === key && keys.some((one) => one[0] === name))
    )
      throw new AppError("invalid_input", `${key} is written without tables of its own: put it in by hand`);
  const own = tables.filter(({ names }) => names[0] === key && names[1] === name);
  const [first] = own;
  if (first === undefined) {
    const gap =
      text === "" || text.endsWith(`${newline}${newline}`)
        ? ""
        : text.endsWith("\n")
          ? newline
          : newline.repeat(2);
    return `${text}${gap}${block}`;
  }
  let edited = "";
  let at = 0;
  for (const table of own) {
    edited += text.slice(at, table.from) + (table === first ? block : "");
    at = table.to;
  }
  return edited + text.slice(at);
}
