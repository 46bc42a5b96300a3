import { readdirSync, readFileSync } from "node:fs";
import { countTokens } from "gpt-tokenizer/encoding/o200k_base";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createWorld, type World } from "../support/worlds/world.ts";
import { type Called, call, connect, type Door } from "./connect.ts";
import { openDoor } from "./open-door.ts";
import { passagesIn } from "./passages-in.ts";

const MAX_COMPACT_TOKENS = 300;

/** The project's own sources and pages: paths and headings as they are. */
function ownFiles(): Readonly<Record<string, string>> {
  const folders = [
    "src/search/query",
    "src/search/contract",
    "src/memories",
    "src/client",
    "src/http",
    "src/http/routes",
    "test/integration/search",
  ];
  const files = folders.flatMap((folder) =>
    readdirSync(folder)
      .filter((name) => name.endsWith(".ts"))
      .slice(0, 12)
      .map((name) => `${folder}/${name}`),
  );
  return Object.fromEntries(["README.md", ...files].map((path) => [path, readFileSync(path, "utf8")]));
}

describe("long work of /mcp", () => {
  let world: World;
  let door: Door;
  let settle: () => Promise<void>;

  beforeAll(async () => {
    world = await createWorld();
    ({ door, settle } = openDoor(world));
  });
  afterAll(() => world.dispose());

  it("get cuts what is longer than its budget, and says where it goes on, until all of it is read", async () => {
    const lines = Array.from({ length: 400 }, (_, at) => `Line ${at + 1} of a long text about nothing.\n`);
    const token = await world.client.workspace("long", "write");
    const long = `${lines.join("")}${"x".repeat(3_000)}\nend\n`;
    await world.client.upload(token, { "long.md": long });
    const reader = await connect(door, { token });
    let place: string | undefined = "long.md";
    let read = "";
    let rounds = 0;
    while (place !== undefined && rounds < 50) {
      const got: Called<unknown> = await call(reader, "get", { places: [place], budget: 1_000 });
      const [passage] = passagesIn(got.text);
      // Inside of the line that is longer than the budget each piece is shown with an end of its own.
      const shown = passage?.text ?? "";
      read += passage?.next?.includes("C") === true ? shown.slice(0, -1) : shown;
      place = passage?.next;
      rounds += 1;
    }
    expect(rounds).toBeGreaterThan(3);
    expect(read).toBe(long);
  });

  it("answers a compact search of six hits in at most 300 tokens", async () => {
    const token = await world.client.workspace("sources", "write");
    for (const [path, text] of Object.entries(ownFiles()))
      await world.client.upload(token, { [path]: text }, "edge-recall");
    const asking = await connect(door, { token });
    const counts: number[] = [];
    for (const query of [
      "how are hits ranked?",
      "delete a workspace's token",
      "bookmark header",
      "expand query",
      "push folder",
      "SearchRequest",
    ]) {
      const { text, structured } = await call<{ hits: unknown[] }>(asking, "search", { query });
      expect(structured.hits).toHaveLength(6);
      counts.push(countTokens(text));
    }
    expect(Math.max(...counts)).toBeLessThanOrEqual(MAX_COMPACT_TOKENS);
  });

  /** Memories of a workspace once they are no more in number than a moment before. */
  const settledCount = async (token: string): Promise<number> => {
    let before = -1;
    for (;;) {
      await settle();
      const { memories } = (await world.client.call("GET", "/v1/memories/statistics", { token })).body;
      if (memories === before) return memories;
      before = memories;
      await new Promise((done) => setTimeout(done, 300));
    }
  };

  it("tells progress in the call's own stream, in both versions of the protocol, and stops for who has gone", async () => {
    const texts = (about: string, length = 45) =>
      Array.from({ length }, (_, at) => `Fact number ${at} about the ${about}.`);
    const token = await world.client.workspace("progress", "write");
    for (const isModern of [false, true]) {
      const asking = await connect(door, { token, isModern });
      const seen: unknown[] = [];
      const onprogress = (progress: unknown) => void seen.push(progress);
      const args = { texts: texts(isModern ? "Wey" : "Thames") };
      const { isError } = await asking.callTool({ name: "remember", arguments: args }, { onprogress });
      expect([isError === true, seen]).toEqual([
        false,
        [20, 40, 45].map((progress) => ({ progress, total: 45 })),
      ]);
      const before = await settledCount(token);
      const gone = new AbortController();
      const left = asking.callTool(
        { name: "remember", arguments: { texts: texts(isModern ? "Rhine" : "Danube", 100) } },
        { onprogress: () => gone.abort(), signal: gone.signal },
      );
      await expect(left).rejects.toThrow();
      // What was under way is still kept.
      const kept = (await settledCount(token)) - before;
      expect(kept).toBeGreaterThanOrEqual(20);
      expect(kept).toBeLessThan(100);
    }
  });
});
