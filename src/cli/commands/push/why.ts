import { realpath } from "node:fs/promises";
import { basename, dirname, join, relative, resolve, sep } from "node:path";
import { type CommandContext, type ExitCode, okIf, print } from "../../command.ts";
import { invalid } from "../../failures.ts";
import { explainPath, type PathVerdict } from "../../folder/explain-path.ts";
import { ownFolders } from "../../folder/own-folders.ts";
import { converting } from "../../formats/converting.ts";
import type { FolderOptions } from "../../push/folder-options.ts";
import { count } from "../../terminal/numbers.ts";
import { wrapLines } from "../../terminal/columns.ts";
import { safeLine } from "../../terminal/terminal-safe.ts";
import { because } from "./render-left-out.ts";

/** A path below the folder, as given from the working folder, or else from the folder itself. */
async function pathBelow(folder: string, cwd: string, given: string): Promise<string> {
  for (const from of [cwd, folder]) {
    const full = resolve(from, given);
    // The name itself may be a link: only the folder around it is looked up.
    const real = join(await realpath(dirname(full)).catch(() => dirname(full)), basename(full));
    const below = relative(folder, real);
    const isBelow = below !== "" && below !== ".." && !below.startsWith(`..${sep}`);
    if (isBelow) return below.split(sep).join("/");
  }
  throw invalid(`${given} is not below ${folder}`);
}

/** What is left out is the path itself, or a folder around it. */
const subject = (path: string, at: string): string =>
  at.replace(/\/$/, "") === path.normalize("NFC")
    ? `${path} is not sent`
    : `${path} is not sent: ${at} is left out`;

/** The verdict in a sentence. */
function whyText(verdict: PathVerdict): string {
  const { path } = verdict;
  switch (verdict.kind) {
    case "sent": {
      const { encoding, secrets } = verdict;
      const how = [
        encoding && `as UTF-8, it is in ${encoding}`,
        secrets > 0 && `without ${count(secrets, "secret")}`,
      ];
      return [`${path} is sent`, ...how.filter((part) => typeof part === "string")].join(", ");
    }
    case "entered":
      return `${path}/ is a folder whose files are sent, but for those that rules leave out`;
    case "left_out": {
      const { by, at } = verdict;
      return `${subject(path, at)}${by.reason === "rule" ? " " : ": "}${because(by)}`;
    }
    case "secret":
      return `${subject(path, verdict.at)}: it is, or its name says, secret`;
    case "refused":
      return `${path} is not sent: ${verdict.message}`;
    case "missing":
      return `${path} is not sent: there is no ${verdict.at}`;
  }
}

/** `--json`: the path, whether it is sent, and the reason. */
function answerOf(verdict: PathVerdict): object {
  const { kind, ...rest } = verdict;
  const sent = kind === "sent" || kind === "entered";
  const by = kind === "left_out" ? verdict.by : { reason: kind };
  const { by: _, ...plain } = { by: undefined, ...rest };
  return { ...plain, sent, ...(!sent && by), why: whyText(verdict) };
}

/** Says of one path whether a push of the folder sends it, and if not, why. Asks no server. */
export async function why(context: CommandContext, options: FolderOptions, given: string): Promise<ExitCode> {
  const { folder, includeHidden } = options;
  const path = await pathBelow(folder, context.cwd, given);
  const convert = converting(context.env);
  const verdict = await explainPath(folder, path, {
    includeHidden,
    own: await ownFolders(context.env),
    convert,
  });
  print(context, answerOf(verdict), (columns) => wrapLines([safeLine(whyText(verdict))], columns));
  return okIf(verdict.kind === "sent" || verdict.kind === "entered");
}
