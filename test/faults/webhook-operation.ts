import { shortHash } from "../../src/text/hash.ts";
import { type Received, webhookReceiver } from "../support/webhook-receiver.ts";
import {
  DOCUMENTS,
  type Files,
  type Operation,
  remove,
  SETTLE,
  type Stage,
  Unacknowledged,
  upload,
} from "./operations.ts";

const BEFORE: Files = {
  "heron.md": "The heron nests by the weir.\n",
  "eel.md": "Eels pass the weir in autumn.\n",
  "lunch.md": "The kitchen serves soup on Mondays.\n",
};
const PUSHED: Files = {
  "heron.md": "The heron takes frogs in summer.\n",
  "otter.md": "The otter swims upstream at night.\n",
};
const AFTER: Files = { ...PUSHED, "lunch.md": BEFORE["lunch.md"] ?? "" };

/** Path and hash of each document, by the messages alone. */
type Replica = Map<string, string>;

/** That of each trial, which has a map of its own. */
const replicas = new WeakMap<Stage["known"], Replica>();

/** Takes messages as the documentation says: one whose id came before is dropped. */
function replicate(replica: Replica, seen: Set<string>, { id, message }: Received): void {
  if (seen.has(id) || message.type !== "changes") return;
  seen.add(id);
  for (const { change, path, hash } of message.data.changes)
    if (change === "removed") replica.delete(path);
    else replica.set(path, hash ?? "");
}

async function follow({ client, token, known }: Stage): Promise<void> {
  const replica: Replica = new Map();
  const seen = new Set<string>();
  replicas.set(known, replica);
  const { url, received } = await webhookReceiver((response, at) => {
    const message = received[at - 1];
    if (message !== undefined) replicate(replica, seen, message);
    response.writeHead(204).end();
  });
  const { status } = await client.call("POST", "/v1/webhooks", { token, body: { url } });
  if (status !== 200) throw new Unacknowledged(`POST webhooks: ${status}`);
}

const textsByHash = async (): Promise<ReadonlyMap<string, string>> =>
  new Map(
    await Promise.all(
      [...Object.values(BEFORE), ...Object.values(PUSHED)].map(
        async (text): Promise<[string, string]> => [await shortHash(text), text],
      ),
    ),
  );

/** What a receiver knows in the end is what the index has. */
export const WEBHOOK_OPERATION: Operation = {
  name: "push and delete, followed by a webhook",
  before: BEFORE,
  after: AFTER,
  // The receiver is on this machine.
  always: { PLATFORM: "local" },
  sweepsByMessage: true,
  holding: {
    ...DOCUMENTS,
    query: "heron eels kitchen otter",
    async prepare(stage, before) {
      await follow(stage);
      await DOCUMENTS.prepare(stage, before);
    },
    async read({ known }) {
      const texts = await textsByHash();
      return [...(replicas.get(known) ?? [])].map(([path, hash]) => [path, texts.get(hash) ?? hash]);
    },
  },
  steps: [upload(PUSHED), remove("documents/eel.md", "eel.md"), ...SETTLE],
};
