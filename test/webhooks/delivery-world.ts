import { afterEach, beforeEach } from "vitest";
import { type DeliverDeps, deliverDue } from "../../src/webhooks/deliver.ts";
import { newSecret, sealSecret } from "../../src/webhooks/secret.ts";
import { insertWebhook, type WebhookRow } from "../../src/webhooks/sql/webhook-store.ts";
import { type Answering, webhookReceiver } from "../support/webhook-receiver.ts";
import { NOW_MS, sqlWorld } from "../support/worlds/sql-world.ts";

export const SECRETS = ["a secret for tests only, long enough"];
export const ID = "00000000-0000-7000-8000-000000000001";
export { NOW_MS };

/** A database, receivers of this machine, and what is due posted to them under a clock that the tests set. */
export function deliveryWorld() {
  const world = sqlWorld();
  const { here, all, empty, newWorkspace } = world;
  const clock = { ms: NOW_MS };
  const opened: { close(): void }[] = [];
  beforeEach(async () => {
    clock.ms = NOW_MS;
    await empty("webhooks", "chunks", "documents", "outbox", "changes", "workspaces");
  });
  afterEach(() => {
    for (const receiver of opened.splice(0)) receiver.close();
  });
  const receiver = async (answer?: Answering) => {
    const made = await webhookReceiver(answer);
    opened.push(made);
    return made;
  };
  /** A webhook of a workspace, and its secret. */
  const hook = async (
    workspace: number,
    url: string,
    { id = ID, ...more }: Partial<Pick<WebhookRow, "id" | "kinds" | "roots" | "seq">> = {},
  ): Promise<string> => {
    const secret = newSecret();
    const kept = await sealSecret(secret, id, SECRETS[0] ?? "");
    const row = { id, workspace, url, secret: kept, kinds: null, roots: null, seq: 0, ...more };
    if (!(await insertWebhook(here.db, row, NOW_MS))) throw new Error("not kept");
    return secret;
  };
  const deps = (more: Partial<DeliverDeps> = {}): DeliverDeps => ({
    db: here.db,
    secrets: SECRETS,
    allowsLoopback: true,
    now: () => clock.ms,
    random: () => 0,
    newLease: () => crypto.randomUUID(),
    ...more,
  });
  /** One slice. */
  const deliver = (more: Partial<DeliverDeps> = {}) =>
    deliverDue(deps(more), { workspace: undefined, limit: 5 });
  /** Slices until nothing is due. */
  const deliverAll = async (more: Partial<DeliverDeps> = {}): Promise<void> => {
    while ((await deliver(more)) !== undefined);
  };
  const row = async (id = ID) => (await all<WebhookRow>(`SELECT * FROM webhooks WHERE id = '${id}'`))[0];
  const newFeed = () => newWorkspace();
  const remove = async (path: string): Promise<void> => {
    await all(`DELETE FROM chunks WHERE document = (SELECT num FROM documents WHERE path = '${path}')`);
    await all(`DELETE FROM documents WHERE path = '${path}'`);
  };
  return { ...world, clock, receiver, hook, deps, deliver, deliverAll, row, newFeed, remove };
}

/** So many files, `f0.md` and on, each with a text of its own. */
export const files = (count: number, from = 0): Record<string, string> =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [`f${from + at}.md`, `Heron ${from + at}.\n`]));

/** How they are told. */
export const added = (count: number, from = 0): string[] =>
  Object.keys(files(count, from)).map((path) => `added ${path}`);
