import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import {
  putWaiting,
  readWaiting,
  settle,
  type Waiting,
  waitingId,
} from "../../../src/cli/capture/waiting/waiting.ts";
import { temporaryFolder, writeInto } from "../temporary-folder.ts";

const FOLDER = "edge-recall/captured";
const waiting = (text: string, more: Partial<Waiting> = {}): Waiting => ({
  id: waitingId(text),
  text,
  type: "decision",
  source: "codex",
  tags: [],
  at: "2026-03-02T09:00:00.000Z",
  place: "here",
  ...more,
});
const world = () => {
  const folder = temporaryFolder();
  const env = { XDG_CONFIG_HOME: folder };
  const texts = async () => (await readWaiting(env)).map(({ text }) => text);
  return { folder, env, texts };
};

it("keeps what waits where only its owner can look, a file a session", async () => {
  const { folder, env, texts } = world();
  await putWaiting(env, "one", { items: [waiting("We decided on A.")], read: "" });
  await putWaiting(env, "two", { items: [waiting("We decided on B.")], read: "" });
  const names = readdirSync(join(folder, FOLDER));
  expect(names).toHaveLength(2);
  expect(statSync(join(folder, FOLDER)).mode & 0o777).toBe(0o700);
  for (const name of names) expect(statSync(join(folder, FOLDER, name)).mode & 0o777).toBe(0o600);
  expect((await texts()).sort()).toEqual(["We decided on A.", "We decided on B."]);
});

it("drops what is taken back later in the same text", async () => {
  const { folder, env, texts } = world();
  const read = "we decided on A!\nWe decided on B.\nNo, not on A.";
  await putWaiting(env, "one", { items: [waiting("We decided on A."), waiting("We decided on B.")], read });
  await putWaiting(env, "one", { items: [waiting("We decided on B.")], read });
  expect(await texts()).toEqual(["We decided on B."]);
  await putWaiting(env, "one", { items: [], read });
  expect(readdirSync(join(folder, FOLDER))).toEqual([]);
});

it("goes on waiting where what it was taken from is not read again", async () => {
  const { env, texts } = world();
  await putWaiting(env, "one", { items: [waiting("We decided on A.")], read: "We decided on A." });
  await putWaiting(env, "one", {
    items: [waiting("We decided on B.")],
    read: "We decided on Ab. We decided on B.",
  });
  expect(await texts()).toEqual(["We decided on A.", "We decided on B."]);
  await putWaiting(env, "one", { items: [], read: "" });
  expect(await texts()).toHaveLength(2);
});

it("asks about a text once, whatever its case and marks, in however many sessions it was said", async () => {
  const { env, texts } = world();
  await putWaiting(env, "one", { items: [waiting("We decided on A.")], read: "" });
  await putWaiting(env, "two", {
    items: [waiting("we decided on A!", { at: "2026-03-02T10:00:00.000Z" })],
    read: "",
  });
  expect(await texts()).toEqual(["we decided on A!"]);
  await settle(env, await readWaiting(env));
  expect(await texts()).toEqual([]);
  await putWaiting(env, "three", {
    items: [waiting("We decided on A."), waiting("We decided on C.")],
    read: "",
  });
  expect(await texts()).toEqual(["We decided on C."]);
});

it("settles nothing of another server's", async () => {
  const { env } = world();
  await putWaiting(env, "one", {
    items: [waiting("We decided on A."), waiting("We decided on B.", { place: "there" })],
    read: "",
  });
  await settle(env, [waiting("We decided on B.")]);
  expect((await readWaiting(env)).map(({ place }) => place)).toEqual(["here", "there"]);
});

it("is bounded: the latest twenty of a session, two hundred sessions", async () => {
  const { folder, env, texts } = world();
  const many = Array.from({ length: 30 }, (_, at) => waiting(`We decided on number ${at}.`));
  await putWaiting(env, "one", { items: many, read: "" });
  expect(await texts()).toHaveLength(20);
  expect(await texts()).toContain("We decided on number 29.");
  for (let at = 0; at < 205; at++)
    await putWaiting(env, `s-${at}`, { items: [waiting(`We decided on item ${at}.`)], read: "" });
  expect(readdirSync(join(folder, FOLDER))).toHaveLength(200);
});

it("reads nothing of a damaged file", async () => {
  const { folder, env, texts } = world();
  await putWaiting(env, "one", { items: [waiting("We decided on A.")], read: "" });
  writeInto(folder, `${FOLDER}/x.json`, "{ half");
  writeInto(folder, `${FOLDER}/y.json`, '[{"id":"1"}, 7]');
  expect(await texts()).toEqual(["We decided on A."]);
  expect(readFileSync(join(folder, FOLDER, "x.json"), "utf8")).toBe("{ half");
});
