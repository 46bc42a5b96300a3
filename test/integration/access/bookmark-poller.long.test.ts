import { afterAll, beforeAll, expect, it } from "vitest";
import { createWorld, type World } from "../../support/worlds/world.ts";

// A bookmark counts what the whole database was written: whoever could compare two would know what others did between.

let world: World;
let mine: string;
let theirs: string;
beforeAll(async () => {
  world = await createWorld();
  mine = await world.client.workspace("mine", "read");
  theirs = await world.client.workspace("theirs", "write");
  await world.client.upload(theirs, { "eels.md": "# Eels\n\nEels pass the weir at night.\n" });
});
afterAll(() => world.dispose());

const ROUNDS = 8;
/** Base64 characters that two random beginnings share now and then. */
const BY_CHANCE = 5;

const common = (a: string, b: string): number => {
  const differs = [...a].findIndex((sign, at) => sign !== b[at]);
  return differs === -1 ? a.length : differs;
};

it("a poller tells a neighbour's search from a write, or from nothing, by no bookmark's value, length or order", async () => {
  const acts = {
    nothing: async () => undefined,
    search: (at: number) => world.client.search(theirs, `eels at night ${at}`),
    write: (at: number) =>
      world.client.call("POST", "/v1/memories", {
        token: theirs,
        body: { text: `Eel number ${at} of the year was caught at the weir.`, type: "fact" },
      }),
    upload: (at: number) => world.client.upload(theirs, { [`${at}.md`]: `# Night ${at}\n\nNo eels.\n` }),
  };
  const bare = async (): Promise<string> => {
    const session = world.database.withSession("first-primary");
    await session.prepare("SELECT 1").run();
    return session.getBookmark() ?? "";
  };
  const poll = async (): Promise<string> => {
    // As one who keeps no bookmark of before.
    const headers = { authorization: `Bearer ${mine}` };
    const answer = await world.client.raw("GET", "/v1/status", { headers, body: null });
    return answer.headers.get("x-recall-bookmark") ?? "";
  };
  const seen: string[] = [await poll()];
  const moved: string[] = [await bare()];
  const lengths: Record<string, Set<number>> = {};
  for (let at = 0; at < ROUNDS; at++)
    for (const [name, act] of Object.entries(acts)) {
      await act(at);
      const bookmark = await poll();
      lengths[name] = (lengths[name] ?? new Set()).add(bookmark.length);
      seen.push(bookmark);
      moved.push(await bare());
    }
  // What is sealed does tell: it never goes back, and moves where somebody wrote.
  expect(moved).toEqual(moved.toSorted());
  expect(new Set(moved).size).toBeGreaterThan(ROUNDS);
  // By length: one, whatever was done.
  expect(new Set(Object.values(lengths).flatMap((some) => [...some])).size).toBe(1);
  // By value: never twice the same, not even where nothing was done, and nothing in common at any place.
  expect(new Set(seen).size).toBe(seen.length);
  const shared = seen.flatMap((one, at) => seen.slice(at + 1).map((other) => common(one, other)));
  expect(Math.max(...shared)).toBeLessThan(BY_CHANCE);
  // By order: later ones come neither behind nor before.
  const rising = seen.slice(1).filter((one, at) => one > (seen[at] ?? "")).length;
  expect(rising).toBeGreaterThan(0);
  expect(rising).toBeLessThan(seen.length - 1);
});
