import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { mintToken, newTokenId } from "../../../workspaces/token.ts";
import type { CommandContext } from "../../command.ts";
import { checkNode } from "../../local/load-runtime.ts";
import { packageRoot } from "../../local/package-root.ts";
import { STOP_SIGNALS, startServer } from "../../local/start-server.ts";
import { createClient, type RecallClient } from "../../session/recall-client.ts";
import { settingsOf } from "../../session/session.ts";

/** A client for a token of the server under evaluation; without a signal it outlives a stop, to clean up. */
export type ClientFor = (token: string, signal?: AbortSignal) => RecallClient;

export interface EvalServer {
  readonly url: string;
  readonly ownerToken: string;
  readonly clientFor: ClientFor;
}

/** As long as the key of the HMAC-SHA-256 that signs tokens. */
const SECRET_BYTES = 32;

/** Clients of one server that read what was written before them, whichever of them wrote it. */
function clientsOf(url: string): ClientFor {
  let newest: string | undefined;
  return (token, signal) =>
    createClient({
      url,
      token,
      signal,
      bookmark: () => newest,
      onBookmark: (bookmark) => {
        if (newest === undefined || bookmark > newest) newest = bookmark;
      },
    });
}

/** A signal that every request to stop ends, and a way to give up listening. */
function stopSignal(context: CommandContext): { readonly signal: AbortSignal; readonly release: () => void } {
  const controller = new AbortController();
  const stop = (): void => controller.abort();
  // The first Ctrl-C also decides the exit code; later ones find the stop under way instead of leaving a server behind.
  context.interrupted();
  for (const name of STOP_SIGNALS) process.on(name, stop);
  const release = (): void => {
    for (const name of STOP_SIGNALS) process.off(name, stop);
  };
  return { signal: controller.signal, release };
}

/** Starts a local server with an empty home, works with it, ends it and removes the home. */
export async function withLocalServer<T>(work: (server: EvalServer) => Promise<T>): Promise<T> {
  checkNode(process.versions.node);
  const home = mkdtempSync(join(tmpdir(), "recall-eval-"));
  try {
    const secret = randomBytes(SECRET_BYTES).toString("base64url");
    const { url, stop } = await startServer({ root: packageRoot(), home, port: 0, secret });
    try {
      const claims = { id: newTokenId(), workspace: null, scope: "owner", expiresAt: null } as const;
      return await work({ url, ownerToken: await mintToken(secret, claims), clientFor: clientsOf(url) });
    } finally {
      await stop();
    }
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}

/** The server named by --url or --at, with the owner's token: --token, else what the configuration holds for it. */
async function withNamedServer<T>(
  context: CommandContext,
  work: (server: EvalServer) => Promise<T>,
): Promise<T> {
  const { url, token, config } = await settingsOf(context);
  const ownerToken = context.flags.token ?? config?.config?.ownerToken ?? token;
  return work({ url, ownerToken, clientFor: clientsOf(url) });
}

/** Works with the server that --url or --at names, or with one of its own. `signal` fires when the work is asked to stop. */
export async function withServer<T>(
  context: CommandContext,
  work: (server: EvalServer, signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const { signal, release } = stopSignal(context);
  const use = (server: EvalServer): Promise<T> => work(server, signal);
  const isNamed = context.flags.url !== undefined || context.flags.at !== undefined;
  try {
    return await (isNamed ? withNamedServer(context, use) : withLocalServer(use));
  } finally {
    release();
  }
}
