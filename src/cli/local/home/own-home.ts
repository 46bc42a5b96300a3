import { chmodSync, lstatSync, readdirSync, readFileSync, realpathSync, rmSync, type Stats } from "node:fs";
import { join } from "node:path";
import type { AppError } from "../../../errors.ts";
import { ifErrno, invalid, tryOr } from "../../failures.ts";
import { CONFIG_FILE } from "../../settings/config-file.ts";
import type { Environment } from "../../settings/config-folder.ts";
import { PRIVATE_FOLDER_MODE } from "../../settings/private-file.ts";
import { SECRET_FILE, servedHome } from "../../settings/served-homes.ts";
import { isTrustedHome } from "../../settings/trusted-homes.ts";
import { RUN_FILE, removeAbandoned } from "./abandoned.ts";
import { isBareClaim } from "./claim-home.ts";

/** What only a server leaves in its home, and what it believes there. */
const SERVERS = ["state", "server.log", "server.log.1", RUN_FILE, SECRET_FILE, "socket", "page"] as const;
/** What of it says who may do what: all this is made anew for a home that is taken over. */
const BELIEVED = [SECRET_FILE, CONFIG_FILE, RUN_FILE, "socket", "page"] as const;
/** Write for group and others. */
const OTHERS_WRITE = 0o022;

const lookAt = (path: string): Stats | undefined =>
  tryOr(() => lstatSync(path), ifErrno(undefined, "ENOENT", "ENOTDIR"));

const ELSEWHERE = "Or give the server another place: RECALL_HOME=/another/folder";

const refuse = (home: string, why: string, how: string): AppError =>
  invalid(`${home} cannot be this server's home: ${why}. ${how}`);

/** What is in a home that a server of this user does not make: a link, another user's file, a file with a second name. */
function foreignIn(path: string): string | undefined {
  const stats = lookAt(path);
  if (stats === undefined || stats.isSocket()) return undefined;
  if (stats.isDirectory()) {
    if (process.getuid !== undefined && stats.uid !== process.getuid()) return path;
    return readdirSync(path)
      .map((name) => foreignIn(join(path, name)))
      .find((found) => found !== undefined);
  }
  const isOwn = process.getuid === undefined || stats.uid === process.getuid();
  return stats.isFile() && stats.nlink === 1 && isOwn ? undefined : path;
}

export interface HomeWish {
  readonly env: Environment;
  /** The person named this folder, not the one that they happen to be in. */
  readonly isNamed: boolean;
  /** Take over a home that this machine does not know. */
  readonly adopt: boolean;
  /** How to ask for that: `recall serve --adopt`. */
  readonly adoptCommand: string;
}

/** The folder itself: this user's, and nobody else's to write in. Answers its real path and what is in it. */
function ownFolder(
  home: string,
  isNamed: boolean,
): { readonly real: string; readonly names: readonly string[] } {
  const real = realpathSync(home);
  if (lookAt(home)?.isSymbolicLink() === true && !isNamed)
    throw refuse(home, `it is a link to ${real}`, `To use that folder: RECALL_HOME=${real}`);
  const stats = lstatSync(real);
  const names = readdirSync(real);
  if (process.getuid === undefined) return { real, names };
  if (stats.uid !== process.getuid()) throw refuse(home, "it belongs to another user", ELSEWHERE);
  if ((stats.mode & OTHERS_WRITE) === 0) return { real, names };
  if (names.length > 0)
    throw refuse(
      home,
      "other users can write in it",
      `If all in it is yours: chmod go-w ${real}. ${ELSEWHERE}`,
    );
  chmodSync(real, PRIVATE_FOLDER_MODE);
  return { real, names };
}

const ownNames = (names: readonly string[]): readonly string[] =>
  [...SERVERS, CONFIG_FILE].filter((name) => names.includes(name));

/** What in a home says something: a claim that names neither an address nor a runtime has nothing to be believed. */
const saying = (real: string, names: readonly string[]): readonly string[] =>
  isBareClaim(real) ? names.filter((name) => name !== RUN_FILE) : names;

async function whyUnknown(
  real: string,
  names: readonly string[],
  env: Environment,
): Promise<string | undefined> {
  const { isKnown, hasSecret } = await servedHome(env, real);
  const isServers = SERVERS.some((name) => names.includes(name));
  if (!isKnown && !isServers && names.includes(CONFIG_FILE) && (await isTrustedHome(env, real)))
    return undefined;
  if (!isKnown)
    return "it holds what a server left, and this machine does not know it as yours; it may have come with a clone or an archive";
  if (!names.includes(SECRET_FILE)) return undefined;
  const secret = readFileSync(join(real, SECRET_FILE), "utf8").trim();
  return secret === "" || hasSecret(secret)
    ? undefined
    : "its signing-secret is not the one that was made here";
}

/**
 * Makes sure that a home is this user's before a server believes its secret: a folder that is new or holds nothing of a
 * home, or one that this user's own commands have served from, with the secret that they made. With `adopt` a home that is
 * not known is taken over: its database stays, its secret, tokens and settings go. Throws AppError that says what to do.
 */
export async function assertOwnHome(
  home: string,
  { env, isNamed, adopt, adoptCommand }: HomeWish,
): Promise<void> {
  const stats = lookAt(home);
  if (stats === undefined || !(stats.isDirectory() || stats.isSymbolicLink())) return;
  const { real, names } = ownFolder(home, isNamed);
  removeAbandoned(real);
  const own = ownNames(names);
  const foreign = own.map((name) => foreignIn(join(real, name))).find((found) => found !== undefined);
  if (foreign !== undefined)
    throw refuse(
      home,
      `${foreign} is a link, another user's, or has a second name`,
      `Remove it. ${ELSEWHERE}`,
    );
  const said = saying(real, names);
  const why = ownNames(said).length === 0 ? undefined : await whyUnknown(real, said, env);
  if (why === undefined) return;
  if (!adopt)
    throw refuse(
      home,
      why,
      `To take it over with a new secret, which ends its tokens: ${adoptCommand}. ${ELSEWHERE}`,
    );
  for (const name of BELIEVED) rmSync(join(real, name), { recursive: true, force: true });
}
