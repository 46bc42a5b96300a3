import type { LeftOut, LeftOutBy, LeftOutRow } from "../../folder/left-out.ts";
import { count, number, some } from "../../terminal/numbers.ts";
import { safeLine } from "../../terminal/terminal-safe.ts";

/** Names shown before the rest is a number. */
const MAX_NAMES = 5;
/** Lines shown of a push; a dry run shows all. */
const MAX_LINES = 8;
/** Places of a line that are named. */
const MAX_PLACES = 3;

/** Why files are not sent, after their names. */
export function because({ reason, rule, from }: LeftOutBy): string {
  switch (reason) {
    case "rule":
      return `by the rule ${rule ?? ""} of ${from ?? "every push"}`;
    case "hidden":
      return "hidden (--include-hidden sends them)";
    case "version_control":
      return "version control";
    case "binary":
      return "no text";
    case "link":
      return "symbolic links are not followed";
    case "special":
      return "sockets, pipes or devices";
    case "system":
      return "the system's own";
    case "twin":
      return "another file has the name in a different Unicode form";
  }
}

const nameOf = (path: string): string => (path === "" ? "./" : path);

/** `node_modules/: 12,003 files`, `6 PNG files`, `41 files in logs/, tmp/ and 3 more`. */
function amountOf({ files, folders, isMore, ending, places }: LeftOutRow, whole: boolean): string {
  const atLeast = isMore ? "at least " : "";
  const named = `${atLeast}${count(files, ending ? `${ending.toUpperCase()} file` : "file")}`;
  const [first] = places;
  const isCounted = files > 0;
  if (places.length === 1 && folders === 1)
    return `${nameOf(first?.path ?? "")}${isCounted ? `: ${named}` : ""}`;
  const paths = places.map(({ path }) => nameOf(path));
  const where = whole || folders > 0 ? ` in ${some(paths, whole ? places.length : MAX_PLACES)}` : "";
  return isCounted ? `${named}${where}` : `${count(folders, "folder")}${where}`;
}

function rowLine(row: LeftOutRow, whole: boolean): string {
  const amount = amountOf(row, whole);
  const mark = row.reason === "rule" ? " " : amount.includes(": ") ? ", " : ": ";
  return `  ${safeLine(amount + mark + because(row))}`;
}

/** What a push left out and why: its secrets, then the rows with most files, or with `whole` all of them. */
export function leftOutLines({ secrets, rows }: LeftOut, size: "short" | "whole"): readonly string[] {
  const whole = size === "whole";
  // Every repository has such a folder: it is no news.
  const told = rows.filter(({ reason }) => whole || reason !== "version_control");
  const lines = told.slice(0, whole ? told.length : MAX_LINES).map((row) => rowLine(row, whole));
  const more = told.length - lines.length;
  return [
    ...(secrets.length > 0
      ? [`Left out as likely secrets: ${safeLine(some(secrets, whole ? secrets.length : MAX_NAMES))}`]
      : []),
    ...(lines.length > 0 ? ["Left out (recall push --why PATH says why one file is):", ...lines] : []),
    ...(more > 0 ? [`  and ${number(more)} more reasons (--dry-run lists all)`] : []),
  ];
}
