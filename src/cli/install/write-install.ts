import { mkdir, readFile, realpath, stat } from "node:fs/promises";
import { basename, dirname, join, sep } from "node:path";
import { AppError } from "../../errors.ts";
import { type CommandContext, type ExitCode, print } from "../command.ts";
import { invalid, isErrno } from "../failures.ts";
import { PRIVATE_FILE_MODE, replaceFile } from "../settings/private-file.ts";
import { safeLine } from "../terminal/terminal-safe.ts";
import type { InstallPlan } from "./plan-install.ts";

interface Installed {
  readonly file: string;
  /** What belongs into the file, as it would hold it. */
  readonly text: string;
  readonly done: "written" | "unchanged" | undefined;
}

/** Prints where something was written, or what a person can add to the file; with `--json` the answer. */
export function printInstall(
  context: CommandContext,
  answer: object,
  { file, text, done }: Installed,
): ExitCode {
  const place = safeLine(file);
  if (done === undefined && context.flags.json !== true)
    context.terminal.err(`recall: add this to ${place}; --write does it and keeps everything else\n`);
  return print(context, { ...answer, written: done !== undefined }, () =>
    done === undefined
      ? [text.replace(/\n$/, "")]
      : [`${done === "unchanged" ? "Already there" : "Written"}: ${place}`],
  );
}

type InstallPlace = Pick<InstallPlan, "file" | "within">;

interface Existing {
  /** Where the text is: a symbolic link stays one. */
  readonly file: string;
  readonly bytes: Buffer | undefined;
  readonly mode: number;
}

/** Where a path leads, links followed; what of it does not exist stays as it is written. */
async function realPlace(path: string): Promise<string> {
  try {
    return await realpath(path);
  } catch (error) {
    if (!isErrno(error, "ENOENT") || dirname(path) === path) throw error;
    return join(await realPlace(dirname(path)), basename(path));
  }
}

async function existing({ file, within }: InstallPlace): Promise<Existing> {
  const real = await realPlace(file);
  // A project's files are whoever's who wrote the project: a link in it may name any file of this user's.
  if (within !== undefined && !real.startsWith(join(await realpath(within), sep)))
    throw invalid(`${file} leads out of the project, to ${real}: nothing was changed`);
  try {
    const found = await stat(real);
    if (!found.isFile()) throw invalid(`${file} is no regular file: nothing was changed`);
    return { file: real, bytes: await readFile(real), mode: found.mode & 0o777 };
  } catch (error) {
    if (isErrno(error, "ENOENT")) return { file: real, bytes: undefined, mode: PRIVATE_FILE_MODE };
    throw error;
  }
}

/** Every byte comes back as it was, a mark at the start too. Throws `invalid_input` for what is no UTF-8. */
function decode(bytes: Buffer, file: string): string {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch (cause) {
    throw invalid(`${file} is not UTF-8: nothing was changed`, { cause });
  }
}

/**
 * Puts the entry into the client's file, whole or not at all; everything else in it, its mode and a link to it stay. Throws
 * `invalid_input` for a file that cannot be read, is no regular file or is outside the project, `conflict` for one that somebody else
 * writes.
 */
export async function writeInstall({
  edit,
  ...place
}: InstallPlace & Pick<InstallPlan, "edit">): Promise<"written" | "unchanged"> {
  const { file } = place;
  const before = await existing(place);
  const text = before.bytes === undefined ? "" : decode(before.bytes, file);
  let edited: string;
  try {
    edited = edit(text);
  } catch (cause) {
    if (!(cause instanceof AppError)) throw cause;
    throw new AppError(cause.code, `${file}: ${cause.message}: nothing was changed`, { cause });
  }
  if (edited === text) return "unchanged";
  await mkdir(dirname(before.file), { recursive: true });
  const now = await existing(place);
  if (!(now.bytes ?? Buffer.alloc(0)).equals(before.bytes ?? Buffer.alloc(0)))
    throw new AppError("conflict", `${file} has just changed: try again`);
  await replaceFile(before.file, before.mode, (handle) => handle.writeFile(edited));
  return "written";
}
