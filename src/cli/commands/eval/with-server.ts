import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { createBookmarks } from "../../../client/bookmarks.ts";
import { AppError } from "../../../errors.ts";
import type { CommandContext } from "../../command.ts";
import { packageRoot } from "../../local/load-runtime.ts";
import { firstToken } from "../../local/local-access.ts";
import { STOP_SIGNALS, startServer } from "../../local/start-server.ts";
import { type RecallClient, recallClient } from "../../session/recall-client.ts";
import { placeOf, settingsOf } from "../../session/session.ts";

/** Bytes of a workspace's random name. */
const NAME_BYTES = 6;
const POLL_MS = 250;
/** Nothing became ready for so long, milliseconds: longer than a local sweep's five minutes. */
const STALLED_MS = 600_000;

/** Makes a workspace, works in it with a token of its own, and removes it, also after a failure or a stop. */
export async function withWorkspace<T>(
  { ownerToken, clientFor }: EvalServer,
  signal: AbortSignal,
  work: (client: RecallClient) => Promise<T>,
): Promise<T> {
  const owner = clientFor(ownerToken, signal);
  const slug = `eval-${randomBytes(NAME_BYTES).toString("hex")}`;
  await owner.createWorkspace({ slug, name: "Evaluation" });
  try {
    const { token } = await owner.createToken({
      scope: "write",
      workspace: slug,
      name: "recall eval",
      log: false,
    });
    const done = await work(clientFor(token, signal));
    await owner.deleteWorkspace(slug);
    return done;
  } catch (error) {
    await removeAfterFailure(clientFor(ownerToken), slug, error);
    throw error;
  }
}

/** The first failure is the one to tell; one of the removal, too, when the workspace may be left on a server. */
async function removeAfterFailure(owner: RecallClient, slug: string, failure: unknown): Promise<void> {
  try {
    await owner.deleteWorkspace(slug);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    if (error.code === "not_found" || error.code === "unavailable") return;
    throw new AppError("unavailable", `The workspace ${slug} is left over: ${error.message}`, {
      cause: failure,
    });
  }
}

/** Waits until everything pushed is embedded and visible. Throws AppError when that stands still: a quota, a failure, ten minutes. */
export async function untilIndexed(
  client: Pick<RecallClient, "status">,
  signal: AbortSignal,
  onProgress: (done: number, total: number) => void,
): Promise<void> {
  let least = Number.POSITIVE_INFINITY;
  let movedAtMs = Date.now();
  while (true) {
    const { chunks, index } = await client.status();
    const { pendingChunks, invisibleVectors, vectors, failedWork, lastError, pausedUntil } = index;
    const open = pendingChunks + (vectors === "d1" ? 0 : invisibleVectors);
    onProgress(chunks - open, chunks);
    if (open === 0) return;
    if (pausedUntil !== null)
      throw new AppError(
        "quota",
        `Embedding stands still until ${pausedUntil}: the model's quota is used up`,
      );
    if (failedWork > 0) throw new AppError("unavailable", `Embedding failed: ${lastError ?? "unknown"}`);
    if (open < least) {
      least = open;
      movedAtMs = Date.now();
    } else if (Date.now() - movedAtMs > STALLED_MS) {
      throw new AppError("timeout", `${open} of ${chunks} passages are still not indexed`);
    }
    await delay(POLL_MS, undefined, { signal });
  }
}

/** A client for a token of the server under evaluation; without a signal it outlives a stop, to clean up. */
type ClientFor = (token: string, signal?: AbortSignal) => RecallClient;

export interface EvalServer {
  readonly url: string;
  readonly ownerToken: string;
  readonly clientFor: ClientFor;
}

/** As long as the key of the HMAC-SHA-256 that signs tokens. */
const SECRET_BYTES = 32;

/** Clients of one server that read what was written before them, whichever of them wrote it. */
function clientsOf(url: string, reached: typeof fetch): ClientFor {
  const { known, take } = createBookmarks();
  return (token, signal) =>
    recallClient({ url, token, fetch: reached, signal, bookmark: known, onBookmark: take });
}

/** Starts a local server with an empty home, works with it, ends it and removes the home. `settings`: @default the environment */
export async function withLocalServer<T>(
  work: (server: EvalServer) => Promise<T>,
  settings: Readonly<Record<string, string | undefined>> = process.env,
): Promise<T> {
  const home = mkdtempSync(join(tmpdir(), "recall-eval-"));
  try {
    const secret = randomBytes(SECRET_BYTES).toString("base64url");
    const options = { root: packageRoot(), home, port: 0, secret, settings };
    const { url, fetch: reached, stop } = await startServer(options);
    try {
      const ownerToken = await firstToken({ url, fetch: reached }, secret);
      return await work({ url, ownerToken, clientFor: clientsOf(url, reached) });
    } finally {
      await stop();
    }
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}

/** Works with the server that --url or --at names, with the owner's token, or with one of its own, until `signal`. */
export async function withEvalServer<T>(
  context: CommandContext,
  work: (server: EvalServer, signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const { flags } = context;
  const controller = new AbortController();
  const { signal } = controller;
  const stop = (): void => controller.abort();
  // The first Ctrl-C also decides the exit code; later ones find the stop under way instead of leaving a server behind.
  context.interrupted();
  for (const name of STOP_SIGNALS) process.on(name, stop);
  try {
    if (flags.url === undefined && flags.at === undefined)
      return await withLocalServer((server) => work(server, signal));
    const settings = await settingsOf(context);
    const { url, token, config } = settings;
    const reached = context.reach(placeOf(settings));
    const ownerToken = flags.token ?? config?.config?.ownerToken ?? token;
    return await work({ url, ownerToken, clientFor: clientsOf(url, reached) }, signal);
  } finally {
    for (const name of STOP_SIGNALS) process.off(name, stop);
  }
}
