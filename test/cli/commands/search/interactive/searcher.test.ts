import { expect, it } from "vitest";
import { createSearcher } from "../../../../../src/cli/commands/search/interactive/searcher.ts";
import { found, hit } from "../../../../support/found.ts";
import { refusing } from "../../../answering.ts";
import { failOnce, fakeServer } from "../../../fake-server.ts";
import { capturedTerminal } from "../../../run-cli.ts";
import { temporaryFolder } from "../../../temporary-folder.ts";

async function world(flags: object = {}) {
  const server = await fakeServer();
  server.answers.set("POST /v1/search", found([hit()]));
  const cwd = temporaryFolder();
  const env = { XDG_CONFIG_HOME: cwd, APPDATA: cwd };
  const context = {
    ...capturedTerminal(env),
    env,
    cwd,
    flags: {},
    reach: () => fetch,
    interrupted: () => new AbortController().signal,
  };
  const settings = { url: server.url, token: "er_token", config: undefined };
  return { server, searcher: createSearcher({ context, settings, flags }) };
}

const KEYS = { query: "keys", profile: "keyword", typing: true } as const;

it("searches only what was asked last, as it is being typed, with the flags given, and keeps that out of the log", async () => {
  const { server, searcher } = await world({ root: ["notes"], profile: "edge" });
  const first = searcher.ask({ ...KEYS, query: "key" });
  const second = searcher.ask(KEYS);
  expect([await first, (await second)?.hits.length]).toEqual([undefined, 1]);
  const wish = { query: "keys", profile: "keyword", filters: { root: "notes" }, limit: 20, view: "snippet" };
  expect(server.seen.map((seen) => seen.body)).toEqual([{ ...wish, typing: true, log: false }]);
  // The hit that led somewhere was found by what was typed.
  const body = { ...wish, typing: true, log: true };
  searcher.log(KEYS);
  searcher.log({ ...KEYS });
  searcher.log({ ...KEYS, profile: "edge" });
  await searcher.settled();
  const logged = server.seen.slice(1).map((seen) => seen.body);
  expect(logged).toHaveLength(2);
  expect(logged).toEqual(expect.arrayContaining([body, { ...body, profile: "edge" }]));
});

it("answers nothing to what is given up, and asks nothing", async () => {
  const { server, searcher } = await world();
  const asked = searcher.ask(KEYS);
  searcher.giveUp();
  expect(await asked).toBeUndefined();
  expect(server.seen).toEqual([]);
});

it("throws why a search failed, with its own limit, and does without a log that failed", async () => {
  const { server, searcher } = await world({ limit: 3 });
  server.faults.push(refusing(403, "forbidden", "no"), refusing(403, "forbidden", "no"));
  await expect(searcher.ask(KEYS)).rejects.toMatchObject({ code: "forbidden" });
  searcher.log(KEYS);
  await searcher.settled();
  expect(server.seen.map(({ body }) => (body as { limit: number }).limit)).toEqual([3, 3]);
});

it.each([
  [{ workspace: "team", documents: 1_000 }, "1,000 documents of team"],
  [{ workspace: "team", documents: 1 }, "1 document of team"],
  [{ workspace: "team", documents: 0 }, ""],
  [undefined, undefined],
])("says of %j what is searched in: %s", async (status, place) => {
  const { server, searcher } = await world();
  if (status !== undefined) server.answers.set("GET /v1/status", status);
  expect(await searcher.place()).toBe(place);
});

it("tries a search once more that a busy server did not answer, and then gives up", async () => {
  const { server, searcher } = await world();
  server.faults.push(failOnce(503));
  expect((await searcher.ask(KEYS))?.hits).toHaveLength(1);
  server.seen.length = 0;
  server.faults.push(failOnce(503), failOnce(503), failOnce(503));
  await expect(searcher.ask(KEYS)).rejects.toMatchObject({ code: "unavailable" });
  expect(server.seen).toHaveLength(2);
});
