import { describe, expect, it } from "vitest";
import { openSession, type Session } from "../../src/database/session.ts";
import { statement } from "../../src/database/statement.ts";
import { createMeter } from "../../src/models/ports.ts";
import { markWorkspace } from "../../src/workspaces/sql/workspace-store.ts";
import { added, deliveryWorld, files, ID, NOW_MS, SECRETS } from "./delivery-world.ts";

const OTHER = "00000000-0000-7000-8000-000000000002";

const { here, all, write, clock, receiver, hook, deliver, deliverAll, row, newFeed, remove, column } =
  deliveryWorld();

describe("a webhook that takes its messages", () => {
  it("gets each change once, in order, a hundred a message, and nothing more", async () => {
    const feed = await newFeed();
    const { url, received, changes } = await receiver();
    await hook(feed, url);
    await write(feed, files(230));
    await deliverAll();
    expect(changes()).toHaveLength(230);
    expect(changes().toSorted()).toEqual(added(230).toSorted());
    const seqs = await column(
      `SELECT change || ' ' || path FROM changes WHERE workspace = ${feed} ORDER BY seq`,
    );
    expect(changes()).toEqual(seqs);
    expect(received.map(({ message }) => message.type === "changes" && message.data.changes.length)).toEqual([
      ...[100, 100, 30],
    ]);
    expect(new Set(received.map(({ id }) => id)).size).toBe(3);
    expect(await deliver()).toBeUndefined();
    expect(await row()).toMatchObject({ attempts: 0, last_status: 204, last_error: null, lease: null });
  });

  it("gets messages that say whose they are and where to read on", async () => {
    const feed = await newFeed();
    const { url, received } = await receiver();
    await hook(feed, url);
    await write(feed, files(1));
    await deliver();
    const [workspace] = await column(`SELECT slug FROM workspaces WHERE num = ${feed}`);
    expect(received.map(({ message }) => message)).toEqual([
      {
        type: "changes",
        timestamp: new Date(NOW_MS).toISOString(),
        data: {
          ...{ webhook: ID, workspace, cursor: expect.stringMatching(/^[\w-]{40,300}$/) },
          changes: [
            {
              ...{ kind: "file", change: "added", root: "notes", path: "f0.md", into: null },
              ...{ hash: expect.stringMatching(/^[0-9a-f]{32}$/), at: expect.any(String) },
            },
          ],
        },
      },
    ]);
  });

  it("gets signatures that another implementation takes, by its own secret alone", async () => {
    const feed = await newFeed();
    const { url, received, verify } = await receiver();
    const secret = await hook(feed, url);
    await write(feed, { "ü.md": "Żółw 🐢.\n" });
    await deliver({ now: Date.now });
    const [message] = received;
    if (message === undefined) throw new Error("nothing came");
    expect(verify(secret, message)).toMatchObject({ type: "changes" });
    expect(() => verify(`whsec_${btoa("another secret of 24 byte")}`, message)).toThrow(
      "No matching signature",
    );
    expect(() => verify(secret, { ...message, body: `${message.body} ` })).toThrow("No matching signature");
  });

  it("gets what is gone, and of what changed again its latest change", async () => {
    const feed = await newFeed();
    const { url, changes } = await receiver();
    await hook(feed, url);
    await write(feed, files(2));
    await deliverAll();
    await write(feed, { "f0.md": "Storks.\n" });
    await remove("f1.md");
    await deliverAll();
    expect(changes()).toEqual(["added f0.md", "added f1.md", "changed f0.md", "removed f1.md"]);
  });

  it("gets what its filter wants, and no message of anything else", async () => {
    const feed = await newFeed();
    const { url, received, changes } = await receiver();
    await hook(feed, url, { roots: JSON.stringify(["wanted"]), kinds: JSON.stringify(["file"]) });
    await write(feed, files(3));
    expect(await deliver()).toEqual({ delivered: 0, failed: 0, passed: 1, againInMs: undefined });
    await write(feed, { "w.md": "Wanted.\n" }, { root: "wanted" });
    await deliverAll();
    expect([received.length, changes()]).toEqual([1, ["added w.md"]]);
    expect(await deliver()).toBeUndefined();
    await all("UPDATE webhooks SET seq = 0, roots = NULL, kinds = '[\"memory\"]'");
    await deliverAll();
    expect(received.length).toBe(1);
  });
});

it("a message costs three rows written, and a change none more than without a webhook", async () => {
  const feed = await newFeed();
  const { url, received } = await receiver();
  const written = async (work: (db: Session) => Promise<unknown>): Promise<number> => {
    const meter = createMeter();
    await work(openSession(here.opened.database, { from: "primary", meter }));
    return meter.rowsWritten;
  };
  const insert = (seq: number) =>
    written((db) =>
      db.all(
        statement(`INSERT INTO changes (workspace, root, path, seq, added, kind, change, at)
          VALUES (${feed}, 'r', 'p${seq}', ${seq}, ${seq}, 'file', 'added', 1)`),
      ),
    );
  const without = await insert(1);
  await hook(feed, url, { seq: 1 });
  expect(await insert(2)).toBe(without);
  expect(await written((db) => deliver({ db }))).toBe(3);
  expect(received).toHaveLength(1);
  expect(await written((db) => deliver({ db }))).toBe(0);
});

describe("whose changes a webhook gets", () => {
  it("are its own workspace's, side by side with another's", async () => {
    const [one, other] = [await newFeed(), await newFeed()];
    const [first, second] = [await receiver(), await receiver()];
    await hook(one, first.url);
    await hook(other, second.url, { id: OTHER });
    await write(one, { "one.md": "One.\n" });
    await write(other, { "other.md": "Other.\n" });
    await deliverAll();
    expect([first.changes(), second.changes()]).toEqual([["added one.md"], ["added other.md"]]);
  });

  it("are no more once the workspace is deleted, also before it is emptied", async () => {
    const feed = await newFeed();
    const { url, received } = await receiver();
    await hook(feed, url);
    await write(feed, files(1));
    const slug = String((await column(`SELECT slug FROM workspaces WHERE num = ${feed}`))[0]);
    await markWorkspace(here.db, { slug, nowMs: NOW_MS });
    expect([await deliver(), received.length]).toEqual([undefined, 0]);
  });
});

describe("a feed that has dropped what a webhook has not read", () => {
  const drop = (feed: number) =>
    all(`UPDATE workspaces SET feed_from = (SELECT max(seq) - 1 FROM changes) WHERE num = ${feed}`);

  it("is told once, and goes on from where it was told", async () => {
    const feed = await newFeed();
    const { url, received, changes } = await receiver();
    await hook(feed, url);
    await write(feed, files(3));
    await drop(feed);
    await deliverAll();
    expect(received.map(({ message }) => [message.type, message.data])).toEqual([
      ["changes.expired", expect.objectContaining({ webhook: ID, keptDays: 30, cursor: expect.any(String) })],
    ]);
    await write(feed, files(1, 3));
    await deliverAll();
    expect(changes()).toEqual(["added f3.md"]);
  });

  it("takes the place of a message that had failed, with an id of its own that stays", async () => {
    const feed = await newFeed();
    const { url, received, state } = await receiver((response) => response.writeHead(500).end());
    await hook(feed, url);
    await write(feed, files(3));
    await deliver();
    await drop(feed);
    clock.ms += 3_600_000;
    await deliver();
    clock.ms += 24 * 3_600_000;
    state.answer = (response) => response.writeHead(200).end();
    await write(feed, files(1, 3));
    await deliverAll();
    const [first, second, third, ...rest] = received.map(({ id, message }) => `${id} ${message.type}`);
    expect([second, rest.length]).toEqual([third, 1]);
    expect(second).toMatch(/changes\.expired$/);
    expect(first?.split(" ")[0]).not.toBe(second?.split(" ")[0]);
    // Everything up to what was told is the receiver's to read; what came in later comes as it is.
    expect(received.at(-1)?.message).toMatchObject({ data: { changes: [{ path: "f3.md" }] } });
  });
});

it("the signing secret may be replaced once: from the next message on the new one keeps the webhook's", async () => {
  const feed = await newFeed();
  const { url, received, verify } = await receiver();
  const secret = await hook(feed, url);
  clock.ms = Date.now();
  await write(feed, files(1));
  const fresh = "a fresh signing secret, long enough";
  await deliver({ secrets: [fresh, ...SECRETS] });
  await write(feed, files(1, 1));
  await deliver({ secrets: [fresh] });
  expect(received.map((message) => verify(secret, message))).toHaveLength(2);
  await write(feed, files(1, 2));
  expect(await deliver({ secrets: ["quite another secret, long enough"] })).toMatchObject({ failed: 1 });
  expect(await row()).toMatchObject({ disabled_reason: "secret_lost", disabled_at: clock.ms });
});
