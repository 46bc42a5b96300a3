import { join } from "node:path";
import { pushFiles } from "../../../src/cli/commands/eval/sets/passage-set.ts";
import { untilIndexed } from "../../../src/cli/commands/eval/with-server.ts";
import { packageRoot } from "../../../src/cli/local/load-runtime.ts";
import { ensureAccess, signingSecret } from "../../../src/cli/local/local-access.ts";
import { startServer } from "../../../src/cli/local/start-server.ts";
import { recallClient } from "../../../src/cli/session/recall-client.ts";
import { VERSION } from "../../../src/version.ts";
import type { Peer } from "../peer.ts";

/** Passages asked for: a document can have several, and ten documents are judged. */
const PASSAGES = 30;

/** A local server on a home of its own, without any setting, and a client of its workspace. */
async function serve(home: string) {
  const secret = await signingSecret(home);
  const server = await startServer({ root: packageRoot(), home, port: 0, secret, settings: {} });
  const { url, token } = await ensureAccess(server, home, secret);
  const none = { bookmark: () => undefined, onBookmark: () => undefined };
  return { stop: server.stop, client: recallClient({ url, token, fetch: server.fetch, ...none }) };
}

/** This program as `npm start` runs it: a server on this machine, asked over HTTP. */
export const peer: Peer = {
  name: "edge-recall",
  packages: [],
  settings: "profile edge, no model; over HTTP, passages whose documents are judged",
  version: async () => VERSION,
  index: async ({ folder, home }) => {
    const { client, stop } = await serve(join(home, "server"));
    const { signal } = new AbortController();
    const refused = await pushFiles(folder, client, { signal, onProgress: () => undefined });
    if (refused.length > 0) throw new Error(`${refused.length} files were not taken: ${refused[0]}`);
    await untilIndexed(client, signal, () => undefined);
    await stop();
  },
  open: async ({ home }) => {
    const { client, stop } = await serve(join(home, "server"));
    // With a clock of its own a round finds no answer that an earlier one has left in the cache.
    const asOf = new Date().toISOString();
    return {
      search: async (query, limit) => {
        const wish = { query, limit: PASSAGES, log: false, asOf } as const;
        const { hits } = await client.search(wish);
        return [...new Set(hits.map(({ path }) => path))].slice(0, limit);
      },
      close: stop,
    };
  },
};
