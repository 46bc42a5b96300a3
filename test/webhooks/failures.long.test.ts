import { describe, expect, it } from "vitest";
import type { Session } from "../../src/database/session.ts";
import { pauseWebhook } from "../../src/webhooks/sql/webhook-store.ts";
import { added, deliveryWorld, files, ID, NOW_MS } from "./delivery-world.ts";

const OTHER = "00000000-0000-7000-8000-000000000002";
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const { here, all, write, clock, receiver, hook, deliver, deliverAll, row, newFeed, remove } =
  deliveryWorld();

const asAdmin = (workspace: number, isPaused: boolean) =>
  pauseWebhook(here.db, { workspace, id: ID }, { isPaused, nowMs: clock.ms });

describe("a receiver that fails", () => {
  it.each<[string, Parameters<typeof receiver>[0], string, number | null]>([
    ["with a status", (response) => response.writeHead(503).end("sorry"), "It answered 503", 503],
    ["by refusing", (response) => response.writeHead(400).end(), "It answered 400", 400],
    ["in the middle of the request", (response) => response.destroy(), "It cannot be reached", null],
    [
      "by leading elsewhere",
      (response) => response.writeHead(307, { location: "/other" }).end(),
      "It answered 307: redirects are not followed",
      307,
    ],
    ["to answer in time", () => undefined, "It did not answer in time", null],
  ])("%s is asked again with the same message, and goes on from there", async (_, answer, error, status) => {
    const feed = await newFeed();
    const { url, received, changes, state } = await receiver(answer);
    await hook(feed, url);
    await write(feed, files(2));
    expect(await deliver({ timeoutMs: 300 })).toMatchObject({ delivered: 0, failed: 1, againInMs: 5_000 });
    expect(await row()).toMatchObject({ last_error: error, last_status: status, attempts: 1, seq: 0 });
    expect(await row()).toMatchObject({ next_at: NOW_MS + 5_000, lease: null, disabled_at: null });
    expect(await deliver()).toBeUndefined();
    clock.ms += 5_000;
    state.answer = (response) => response.writeHead(200).end();
    await deliverAll();
    expect(received.map(({ id }) => id)).toEqual([received[0]?.id, received[0]?.id]);
    expect(changes()).toEqual([...added(2), ...added(2)]);
    expect(await row()).toMatchObject({ last_error: null, attempts: 0 });
  });

  it("by an answer without end is not waited for, and has taken its message with the status", async () => {
    const feed = await newFeed();
    const { url } = await receiver((response) => {
      response.writeHead(200);
      response.write("x".repeat(100_000));
    });
    await hook(feed, url);
    await write(feed, files(1));
    expect(await deliver({ timeoutMs: 5_000 })).toMatchObject({ delivered: 1, failed: 0 });
  });

  it("keeps its repeated message to what the first one told, and what changed since comes behind it", async () => {
    const feed = await newFeed();
    const { url, received, changes, state } = await receiver((response) => response.destroy());
    await hook(feed, url);
    await write(feed, files(3));
    await deliver();
    await write(feed, { "f0.md": "Changed.\n", "new.md": "New.\n" });
    await remove("f1.md");
    clock.ms += 5_000;
    state.answer = (response) => response.writeHead(200).end();
    await deliverAll();
    const [first, second, third] = received;
    expect([received.length, first?.id === second?.id, second?.id === third?.id]).toEqual([3, true, false]);
    expect(changes().slice(0, 4)).toEqual([...added(3), "added f2.md"]);
    expect(changes().slice(4).toSorted()).toEqual(["added new.md", "changed f0.md", "removed f1.md"]);
  });

  it("has a message skipped of which nothing is left to tell", async () => {
    const feed = await newFeed();
    const { url, received, changes, state } = await receiver((response) => response.destroy());
    await hook(feed, url);
    await write(feed, files(1));
    await deliver();
    await write(feed, { "f0.md": "Changed.\n" });
    clock.ms += 5_000;
    state.answer = (response) => response.writeHead(200).end();
    await deliverAll();
    expect(received[0]?.id).not.toBe(received[1]?.id);
    expect(changes()).toEqual(["added f0.md", "changed f0.md"]);
  });

  it("is asked again when it says, within a day", async () => {
    const feed = await newFeed();
    const { url, state } = await receiver();
    await hook(feed, url);
    await write(feed, files(1));
    const waits: number[] = [];
    for (const after of ["600", String(9 * 86_400), "1"]) {
      state.answer = (response) => response.writeHead(429, { "retry-after": after }).end();
      await deliver();
      const nextAt = Number(((await row()) as unknown as { next_at: number }).next_at);
      waits.push(nextAt - clock.ms);
      clock.ms = nextAt;
    }
    expect(waits).toEqual([10 * MINUTE, DAY, 30 * MINUTE]);
  });

  it("for three days is asked no more, until an admin says so", async () => {
    const feed = await newFeed();
    const { url, received, changes, state } = await receiver((response) => response.writeHead(500).end());
    await hook(feed, url);
    await write(feed, files(1));
    for (let tries = 0; tries < 20; tries++) {
      await deliver();
      clock.ms += DAY;
    }
    expect(received).toHaveLength(10);
    expect(await row()).toMatchObject({ disabled_reason: "failing", disabled_at: NOW_MS + 9 * DAY });
    state.answer = (response) => response.writeHead(200).end();
    await asAdmin(feed, false);
    await deliverAll();
    expect([changes().length, new Set(received.map(({ id }) => id)).size]).toEqual([11, 1]);
  });

  it("because it is gone is asked no more", async () => {
    const feed = await newFeed();
    const { url, received } = await receiver((response) => response.writeHead(410).end());
    await hook(feed, url);
    await write(feed, files(1));
    expect(await deliver()).toMatchObject({ failed: 1, againInMs: undefined });
    clock.ms += 9 * DAY;
    expect([await deliver(), received.length]).toEqual([undefined, 1]);
    expect(await row()).toMatchObject({ disabled_reason: "gone", last_status: 410 });
  });

  it("holds no other one up, and is not posted to at an address that is refused by now", async () => {
    const feed = await newFeed();
    const slow = await receiver(() => undefined);
    const quick = await receiver();
    await hook(feed, slow.url);
    await hook(feed, quick.url, { id: OTHER });
    await write(feed, files(150));
    await deliver({ timeoutMs: 400 });
    await deliver({ timeoutMs: 400 });
    expect([quick.changes().length, slow.received.length]).toEqual([150, 1]);
    clock.ms += HOUR;
    await deliver({ allowsLoopback: false });
    expect(slow.received).toHaveLength(1);
    expect(await row()).toMatchObject({ last_error: "This address is no longer posted to" });
  });
});

describe("a run", () => {
  it("posts to a webhook that no other run posts to", async () => {
    const feed = await newFeed();
    const { url, changes, state } = await receiver((response) => {
      setTimeout(() => response.writeHead(200).end(), 30);
    });
    await hook(feed, url);
    await write(feed, files(420));
    await Promise.all(Array.from({ length: 6 }, () => deliverAll()));
    await deliverAll();
    expect([state.mostOpen, changes().length, new Set(changes()).size]).toEqual([1, 420, 420]);
  });

  it("that dies leaves its webhook to another once its lease has run out", async () => {
    const feed = await newFeed();
    const { url, received } = await receiver();
    await hook(feed, url);
    await write(feed, files(1));
    await all(`UPDATE webhooks SET lease = 'dead', lease_until = ${NOW_MS + 120_000}`);
    expect(await deliver()).toBeUndefined();
    clock.ms += 120_000;
    expect([await deliver(), received.length]).toMatchObject([{ delivered: 1 }, 1]);
  });

  it("sends nothing of what was paused or removed while it got ready, and gives it back", async () => {
    const feed = await newFeed();
    const { url, received } = await receiver();
    await hook(feed, url);
    await write(feed, files(1));
    // What comes between the page that is read and the note that it will be sent.
    const meanwhile = (change: () => Promise<unknown>): Session => ({
      ...here.db,
      batch: async (statements) => {
        const answers = await here.db.batch(statements);
        await change();
        return answers;
      },
    });
    await deliver({ db: meanwhile(() => asAdmin(feed, true)) });
    expect([received.length, await row()]).toMatchObject([0, { lease: null, disabled_reason: "paused" }]);
    await asAdmin(feed, false);
    await deliver({ db: meanwhile(() => all("DELETE FROM webhooks")) });
    expect(received).toHaveLength(0);
  });

  it("that is told of a pause while it sends notes what was taken, and stops there", async () => {
    const feed = await newFeed();
    const { url, received, state } = await receiver();
    await hook(feed, url);
    await write(feed, files(150));
    state.answer = (response) => void asAdmin(feed, true).then(() => response.writeHead(200).end());
    await deliverAll();
    expect(received).toHaveLength(1);
    expect(await row()).toMatchObject({ disabled_reason: "paused", message: null, lease: null });
  });
});

/** The session of an isolate that dies after so many calls of the database, before or after the last is carried out. */
function dying(
  db: Session,
  { calls, isDone }: { readonly calls: number; readonly isDone: boolean },
): Session {
  let left = calls;
  const mortal =
    <Args extends readonly unknown[], Answer>(call: (...args: Args) => Promise<Answer>) =>
    async (...args: Args): Promise<Answer> => {
      left -= 1;
      if (left > 0) return call(...args);
      if (left === 0 && isDone) await call(...args);
      throw new Error("killed");
    };
  return { ...db, all: mortal(db.all), first: mortal(db.first), batch: mortal(db.batch) as Session["batch"] };
}

it("over runs that are killed at each of their calls, every change comes at least once, and in order", async () => {
  const feed = await newFeed();
  const { url, received, state } = await receiver();
  await hook(feed, url);
  const places = Array.from({ length: 8 }, (_, at) =>
    [false, true].map((isDone) => ({ calls: at + 1, isDone })),
  );
  let written = 0;
  for (const place of [...places.flat(), ...places.flat()]) {
    await write(feed, files(3, written));
    written += 3;
    // Every fourth answer is lost on its way.
    state.answer = (response, at) => (at % 4 === 0 ? response.destroy() : response.writeHead(200).end());
    await deliverAll({ db: dying(here.db, place) }).catch((error: Error) =>
      expect(error.message).toBe("killed"),
    );
    clock.ms += 2 * DAY;
  }
  state.answer = (response) => response.writeHead(200).end();
  await deliverAll();
  const told = new Map<string, string[]>();
  for (const { id, message } of received) {
    if (message.type !== "changes") throw new Error(message.type);
    const paths = message.data.changes.map(({ path }) => path);
    // A repetition is the message that it repeats.
    expect(told.get(id) ?? paths).toEqual(paths);
    told.set(id, paths);
  }
  const ids = received.map(({ id }) => id);
  expect(ids).toEqual(ids.toSorted());
  expect(ids.length).toBeGreaterThan(told.size);
  expect([...told.values()].flat()).toEqual(Object.keys(files(written)));
});
