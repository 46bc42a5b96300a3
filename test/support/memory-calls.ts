import { expect } from "vitest";
import type { Memory } from "../../src/memories/contract/memories.ts";
import type { SimulatedWorld } from "./worlds/world.ts";

interface Place {
  readonly world: SimulatedWorld;
  readonly token: string;
  /** Of the token's workspace. */
  readonly slug: string;
}

/** What tests ask of memories, in whatever workspace they are in when they ask. */
export function memoryCalls(place: () => Place) {
  const world = () => place().world;
  const token = () => place().token;
  const call = async (method: string, path: string, body?: object) =>
    world().client.call(method, `/v1/memories${path}`, { token: token(), ...(body && { body }) });
  const remember = async (text: string, more: object = {}) => {
    const answer = await call("POST", "", { text, ...more });
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    return answer.body;
  };
  const read = async (id: string): Promise<Memory> => (await call("GET", `/${id}`)).body.memory;
  /** Ids of the memories that a search finds. */
  const found = async (query: string, more: object = {}): Promise<string[]> => {
    const { body } = await world().client.search(token(), query, { log: false, ...more });
    return [...new Set(body.hits.map(({ path }: { path: string }) => path))] as string[];
  };
  /** Votes for a memory through a search, as anyone does. */
  const vote = async (id: string, query: string, value: "up" | "down" = "up") => {
    const { body } = await world().client.search(token(), query);
    const hit = body.hits.find(({ path }: { path: string }) => path === id);
    const given = { recallId: body.recallId, chunk: hit?.id, value };
    const { status, body: answer } = await world().client.call("POST", "/v1/feedback", {
      token: token(),
      body: given,
    });
    expect([status, hit === undefined], JSON.stringify(answer)).toEqual([200, false]);
  };
  const netVotes = async (id: string) =>
    (
      await world()
        .database.prepare(
          "SELECT round(sum(votes_net), 3) AS net FROM chunks c JOIN documents d ON d.num = c.document WHERE path = ?",
        )
        .bind(id)
        .first<{ net: number | null }>()
    )?.net;
  return { call, remember, read, found, vote, netVotes, ...wholeIndex(place) };
}

/** What tests ask of all that there is. */
function wholeIndex(place: () => Place) {
  const world = () => place().world;
  const token = () => place().token;
  const slug = () => place().slug;
  /** Background work, until there is none. */
  const settle = async () => {
    for (let at = 0; at < 3; at++) {
      world().clock.advance(600_000);
      await world().client.sweep();
    }
  };
  const exported = async (): Promise<readonly { type: string; state?: string }[]> => {
    const records = [];
    for (let cursor: string | null = ""; cursor !== null; ) {
      const query = cursor === "" ? "" : `?cursor=${encodeURIComponent(cursor)}`;
      const { body } = await world().client.call("GET", `/v1/export${query}`, { token: token() });
      records.push(...body.records);
      cursor = body.nextCursor;
    }
    return records;
  };
  /** Checks of a full audit that find something wrong. */
  const clean = async () => {
    const wrong = [];
    for (let cursor: string | null = ""; cursor !== null; ) {
      const query = new URLSearchParams({ full: "true", ...(cursor !== "" && { cursor }) });
      const { body } = await world().client.call("GET", `/v1/audit?${query}`, { token: token() });
      wrong.push(...body.checks.filter(({ failed }: { failed: number }) => failed > 0));
      cursor = body.nextCursor;
    }
    return wrong;
  };

  const rows = async (table: string) => {
    const sql = `SELECT count(*) AS n FROM ${table} t JOIN workspaces w ON w.num = t.workspace WHERE w.slug = ?`;
    return (await world().database.prepare(sql).bind(slug()).first<{ n: number }>())?.n;
  };

  return { settle, exported, clean, rows };
}
