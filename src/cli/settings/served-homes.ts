import { createHash } from "node:crypto";
import { existsSync, realpathSync } from "node:fs";
import { join } from "node:path";
import { isRecord } from "../../text/parse-json.ts";
import type { Environment } from "./config-folder.ts";
import { readTrusted, writeTrusted } from "./trusted-homes.ts";

/** File of a home with the secret that signs its tokens. */
export const SECRET_FILE = "signing-secret";

/** Recognises a secret without telling it: it has 256 random bits. */
const markOf = (secret: string): string =>
  createHash("sha256").update(`edge-recall home ${secret}`).digest("hex");

async function served(env: Environment): Promise<Readonly<Record<string, string>>> {
  const { served: kept } = await readTrusted(env);
  if (!isRecord(kept)) return {};
  const marks = Object.entries(kept).filter(
    (entry): entry is [string, string] => typeof entry[1] === "string",
  );
  return Object.fromEntries(marks);
}

/** Whether this user has served from a home, by its real path, and what is known of its secret. */
export async function servedHome(env: Environment, home: string) {
  const marks = await served(env);
  const mark = Object.hasOwn(marks, home) ? marks[home] : undefined;
  return { isKnown: mark !== undefined, hasSecret: (secret: string) => mark === markOf(secret) };
}

/** Notes a home as served by this user with a secret; homes that are gone leave the list. Throws AppError where that cannot be kept. */
export async function noteServed(env: Environment, home: string, secret: string): Promise<void> {
  const real = realpathSync(home);
  const others = Object.entries(await served(env)).filter(([other]) => existsSync(join(other, SECRET_FILE)));
  const marks = { ...Object.fromEntries(others), [real]: markOf(secret) };
  if ((await served(env))[real] !== marks[real]) await writeTrusted(env, { served: marks }, home);
}
