import type { PassageSource } from "../../../documents/passages/fetch-document.ts";
import { findPassages, type Passage } from "../../../documents/passages/fetch-passages.ts";
import { AppError } from "../../../errors.ts";
import { type CommandContext, type ConfigureCommand, type ExitCode, okIf } from "../../command.ts";
import { findStale, reportStale, staleMark } from "../../pushed/report-stale.ts";
import { withHint, withSession } from "../../session/session.ts";
import { isolatedText } from "../../terminal/isolates.ts";
import type { Terminal } from "../../terminal/terminal.ts";
import { safeJson, safeLine, safeText, withoutMark } from "../../terminal/terminal-safe.ts";

interface GetFlags {
  readonly root?: string;
}

interface Failure {
  readonly place: string;
  readonly code: string;
  readonly message: string;
}

interface Collected {
  readonly passages: readonly Passage[];
  readonly failed: readonly Failure[];
  /** One place, no pattern, named it: it is printed exactly as it is. */
  readonly isOne: boolean;
}

/** Failures of one place of several: the others are printed all the same. */
const ITS_OWN: readonly string[] = ["not_found", "ambiguous", "invalid_input"];

async function collect(
  client: PassageSource,
  places: readonly string[],
  { root }: GetFlags,
): Promise<Collected> {
  const passages: Passage[] = [];
  const failed: Failure[] = [];
  let isOne = places.length === 1;
  const unless = async (isAlone: boolean, place: string, work: () => Promise<void>): Promise<void> =>
    work().catch((error: unknown) => {
      const isItsOwn = error instanceof AppError && ITS_OWN.includes(error.code);
      if (isAlone || !isItsOwn) throw error;
      failed.push({ place, code: error.code, message: error.message });
    });
  for (const place of places)
    await unless(places.length === 1, place, async () => {
      const { found, isPattern } = await findPassages(client, place, { root });
      if (isPattern) isOne = false;
      for (const { name, read } of found)
        await unless(!isPattern && places.length === 1, isPattern ? name : place, async () => {
          passages.push(await read());
        });
    });
  return { passages, failed, isOne };
}

/** Whole lines of a document end with the end of a line, which their text in an answer is without. */
const isLines = (passage: Passage): boolean =>
  !("id" in passage) && /#L\d+(?:-L\d+)?$/.test(passage.citation);

/** One passage exactly as pushed; several each under its citation, as `head` prints files. */
function printTexts({ passages, isOne }: Collected, terminal: Terminal): void {
  const shown = (text: string): string =>
    terminal.outIsTerminal
      ? isolatedText(safeText(withoutMark(text.endsWith("\n") ? text : `${text}\n`)))
      : text;
  const withRoot = new Set(passages.map(({ root }) => root)).size > 1;
  for (const [at, passage] of passages.entries()) {
    const { root, citation, text } = passage;
    if (isOne) {
      terminal.out(shown(isLines(passage) ? `${text}\n` : text));
      return;
    }
    const head = `==> ${safeLine(withRoot ? `${root}:${citation}` : citation)} <==\n`;
    const body = shown(text);
    terminal.out(`${at === 0 ? "" : "\n"}${head}${body}${body.endsWith("\n") ? "" : "\n"}`);
  }
}

const shownOf = (passage: Passage) => ({
  root: passage.root,
  path: passage.path,
  hash: "documentHash" in passage ? passage.documentHash : passage.hash,
});

async function get(context: CommandContext, places: readonly string[], flags: GetFlags): Promise<ExitCode> {
  const { terminal } = context;
  const hint = "recall search finds passages, recall status counts the documents of each root";
  const { collected, settings } = await withHint("not_found", hint, () =>
    withSession(context, async ({ client, settings: used }) => ({
      collected: await collect(client, places, flags),
      settings: used,
    })),
  );
  const { passages, failed, isOne } = collected;
  const stale = await findStale(context, settings, passages.map(shownOf));
  if (context.flags.json === true) {
    const marked = passages.map((passage) => ({ ...passage, ...staleMark(stale, passage) }));
    terminal.out(`${safeJson(isOne ? marked[0] : { passages: marked, failed })}\n`);
  } else {
    printTexts(collected, terminal);
    for (const { message } of failed) terminal.err(`recall: ${safeLine(message)}\n`);
    reportStale(context, stale);
  }
  return okIf(failed.length === 0);
}

/** `recall get <place…>` */
export const configure: ConfigureCommand = (command, start) => {
  command
    .description("Prints documents, lines of them or passages, exactly as pushed.")
    .argument(
      "<place...>",
      "path, path:10-40, a citation such as notes:guides/keys.md#L3-L9, a glob, or a passage's id or its first 8 characters",
    )
    .option("--root <name>", "the pushed folder that the path is in")
    .action(start(get));
};
