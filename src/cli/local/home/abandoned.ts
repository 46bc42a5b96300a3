import { lstatSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { CONFIG_FILE } from "../../settings/config-file.ts";
import { SECRET_FILE } from "../../settings/served-homes.ts";
import { ifErrno, isErrno, tryOr } from "../../failures.ts";
import { PREVIOUS_FILE } from "../local-access.ts";

/** Who serves a home. */
export const RUN_FILE = "run.json";

/** Files of a home that are written under another name first: `<file>.<the writer's process>…`, or `<file>.dead.<process>`. */
const REPLACED: ReadonlySet<string> = new Set([RUN_FILE, SECRET_FILE, PREVIOUS_FILE, CONFIG_FILE]);
const DRAFT = /^(.+?)\.(?:dead\.)?(\d+)(?:-[0-9a-f]+\.tmp|\.draft)?$/;

const isAlive = (pid: number): boolean =>
  tryOr(
    () => process.kill(pid, 0),
    (error) => isErrno(error, "EPERM"),
  );

const inodeOf = (path: string): number | undefined =>
  tryOr(() => lstatSync(path).ino, ifErrno(undefined, "ENOENT"));

/**
 * Removes what writers that were killed left beside the files they were replacing. A draft that is linked in its place
 * already is nobody's any more, whoever lives: the file must not keep a second name.
 */
export function removeAbandoned(home: string): void {
  const run = inodeOf(join(home, RUN_FILE));
  for (const name of readdirSync(home)) {
    const [, file = "", pid] = DRAFT.exec(name) ?? [];
    if (pid === undefined || !REPLACED.has(file)) continue;
    const path = join(home, name);
    const isLinked = file === RUN_FILE && run !== undefined && inodeOf(path) === run;
    if (isLinked || !isAlive(Number(pid))) rmSync(path, { force: true });
  }
}
