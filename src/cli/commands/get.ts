import type { DocumentAnswer } from "../../contract/documents.ts";
import { AppError } from "../../errors.ts";
import type { RecallClient } from "../client.ts";
import type { CommandContext, ConfigureCommand } from "../command.ts";
import type { Columns } from "../cut-columns.ts";
import { EXIT, type ExitCode } from "../exit-codes.ts";

/** Where a passage is: what a citation says. */
export interface Place extends Columns {
  readonly root?: string;
  readonly path: string;
  /** `10-40`, `10-` or `10`, 1-based, inclusive. */
  readonly lines?: string;
}

const CITED_LINES = /#L(\d{1,9})(?:C(\d{1,9}))?(?:-L?(\d{1,9})(?:C(\d{1,9}))?)?$/;
const PLAIN_LINES = /:(\d{1,9}(?:-(?:\d{1,9})?)?)$/;

/** Lines and columns that a citation names: line, column, last line, its column. */
function citedRange([, from, startColumn, to = from, endColumn]: RegExpExecArray): Partial<Place> {
  return {
    lines: `${from}-${to}`,
    ...(startColumn !== undefined && { startColumn: Math.max(1, Number(startColumn)) }),
    ...(endColumn !== undefined && { endColumn: Number(endColumn) }),
  };
}

/** Reads `path`, `path:10-40`, `path:10-`, `path#L10-L40`, `path#L1C5-L1C90`, each also with `root:` before it. A path may hold colons itself. */
export function parsePlace(text: string): Place {
  const cited = CITED_LINES.exec(text);
  const plain = cited === null ? PLAIN_LINES.exec(text) : null;
  const whole = text.slice(0, (cited ?? plain)?.index);
  const plainRange = plain?.[1] === undefined ? {} : { lines: plain[1] };
  const range = cited === null ? plainRange : citedRange(cited);
  const colon = whole.indexOf(":");
  const path = whole.slice(colon + 1).replace(/^\.\//, "");
  return colon > 0 && path !== ""
    ? { root: whole.slice(0, colon), path, ...range }
    : { path: whole.replace(/^\.\//, ""), ...range };
}

/** A URL would fold these parts away and name another document. */
function assertRelative(path: string): void {
  if (path.split("/").some((part) => part === "" || part === "." || part === ".."))
    throw new AppError("invalid_input", "A path is relative to its root and has no empty, . or .. part");
}

const isNotFound = (error: unknown): boolean => error instanceof AppError && error.code === "not_found";

/** Asks for the place as it reads; when there is none and it has a colon, for a path with a colon in it. */
async function fetchPlace(
  client: RecallClient,
  place: Place,
  root: string | undefined,
): Promise<DocumentAnswer> {
  const { path, lines } = place;
  const range = lines === undefined ? {} : { lines };
  const literal = place.root === undefined ? path : `${place.root}:${path}`;
  assertRelative(path);
  if (root !== undefined) return client.document(literal, { root, ...range });
  if (place.root === undefined) return client.document(path, range);
  try {
    return await client.document(path, { root: place.root, ...range });
  } catch (error) {
    if (!isNotFound(error) && !(error instanceof AppError && error.code === "invalid_input")) throw error;
    return client.document(literal, range).catch((second: unknown) => {
      throw isNotFound(second) ? error : second;
    });
  }
}

/** The answer with only the columns that the place names. */
async function withinColumns(answer: DocumentAnswer, place: Place): Promise<DocumentAnswer> {
  const { startColumn, endColumn } = place;
  if (startColumn === undefined && endColumn === undefined) return answer;
  const { cutColumns } = await import("../cut-columns.ts");
  const { path, startLine, endLine, text } = answer;
  const end = endColumn === undefined ? `L${endLine}` : `L${endLine}C${endColumn}`;
  const citation = `${path}#L${startLine}C${startColumn ?? 1}-${end}`;
  return { ...answer, citation, text: cutColumns(text, endLine - startLine + 1, place) };
}

async function get(
  text: string,
  flags: { readonly root?: string },
  context: CommandContext,
): Promise<ExitCode> {
  const [{ withSession }, { safeJson, safeText, withoutMark }] = await Promise.all([
    import("../connect.ts"),
    import("../render/terminal-safe.ts"),
  ]);
  const { terminal } = context;
  const place = parsePlace(text.normalize("NFC"));
  const whole = await withSession(context, ({ client }) => fetchPlace(client, place, flags.root));
  const answer = await withinColumns(whole, place);
  if (context.flags.json === true) terminal.out(`${safeJson(answer)}\n`);
  else if (!terminal.outIsTerminal) terminal.out(answer.text);
  else terminal.out(safeText(withoutMark(answer.text.endsWith("\n") ? answer.text : `${answer.text}\n`)));
  return EXIT.ok;
}

/** `recall get <path[:10-40]>` */
export const configureGet: ConfigureCommand = (command, start) => {
  command
    .description("Prints a document, or some of its lines, exactly as pushed.")
    .argument("<place>", "path, path:10-40 or a citation such as notes:guides/keys.md#L3-L9")
    .option("--root <name>", "the pushed folder that the path is in")
    .action((text: string, flags: { readonly root?: string }) =>
      start((context) => get(text, flags, context)),
    );
};
