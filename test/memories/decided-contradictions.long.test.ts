import { describe, expect, it } from "vitest";
import { contradictionStep } from "../../src/backup/records.ts";
import {
  ContradictionChange,
  ContradictionListParameters,
} from "../../src/memories/contract/contradictions.ts";
import { MemoryChange, MemoryMergeRequest, RememberRequest } from "../../src/memories/contract/memories.ts";
import { mergeMemories } from "../../src/memories/by-hand.ts";
import { decideContradiction, listContradictions } from "../../src/memories/contradictions/decide.ts";
import { changeMemory, readMemory } from "../../src/memories/memories.ts";
import type { MemoryRunning } from "../../src/memories/memory-document.ts";
import { countedMemories } from "../../src/memories/memory-lists.ts";
import { remember } from "../../src/memories/remember.ts";
import { memoryDatabase, NOW_MS } from "./memory-database.ts";

const RUNNING: MemoryRunning = { knowsMeaning: () => false, batch: { memories: 20, alone: 2 } };

describe("memories that may contradict each other", () => {
  const { here, context, rows } = memoryDatabase();
  let said = 0;
  const say = async (text: string) => {
    said += 1;
    const request = RememberRequest.parse({ text });
    const { memory } = await remember(await context({ nowMs: NOW_MS + said * 1_000 }), RUNNING, request);
    return memory.id;
  };
  const list = async (wish: object = {}) =>
    listContradictions(await context(), ContradictionListParameters.parse(wish));
  const texts = async () => (await list()).pairs.map(({ newer, older }) => [newer.text, older.text]);
  const decide = async (id: string, other: string, settled: boolean) =>
    decideContradiction(await context(), { id, other, ...ContradictionChange.parse({ settled }) });
  const rivals = async (id: string) =>
    (await readMemory(await context(), id, { history: false })).mayContradict.map((rival) => rival.id);
  const version = async () => (await rows("SELECT version FROM workspaces WHERE num = ?1"))[0]?.version;
  const port = (number: number) => `The port of the gateway is ${number}.`;

  it("are listed once a pair, the later one as the newer, in pages of any size", async () => {
    await say(port(1));
    await say(port(2));
    await say("2020-01-01: the mascot is a heron");
    await say("2019-01-01: the mascot is a duck");
    expect(await texts()).toEqual([
      ["2020-01-01: the mascot is a heron", "2019-01-01: the mascot is a duck"],
      [port(2), port(1)],
    ]);
    const first = await list({ limit: 1 });
    const second = await list({ limit: 1, cursor: first.nextCursor });
    expect([...first.pairs, ...second.pairs]).toEqual((await list()).pairs);
    expect(second.nextCursor).toBeNull();
    await expect(list({ cursor: "[1]" })).rejects.toMatchObject({ code: "invalid_input" });
    expect((await countedMemories(await context())).contradictions).toBe(2);
  });

  it("of which both hold are asked about no more, in either order, until that is taken back", async () => {
    const one = await say(port(1));
    const two = await say(port(2));
    const before = await version();
    expect(await decide(two, one.slice(0, 12), true)).toEqual({ memory: two, other: one, settled: true });
    expect(await version()).toBe(Number(before) + 1);
    await decide(one, two, true);
    expect(await version()).toBe(Number(before) + 1);
    expect([await texts(), await rivals(one), await rivals(two)]).toEqual([[], [], []]);
    expect((await countedMemories(await context())).contradictions).toBe(0);
    await decide(one, two, false);
    expect([await texts(), await rivals(one), await rivals(two)]).toEqual([
      ...[[[port(2), port(1)]], [two], [one]],
    ]);
  });

  it("are asked about again when one of them says something else", async () => {
    const one = await say(port(1));
    const two = await say(port(2));
    await decide(one, two, true);
    await changeMemory(await context(), RUNNING, { id: one, change: MemoryChange.parse({ text: port(3) }) });
    expect((await texts()).flat().toSorted()).toEqual([port(2), port(3)]);
  });

  it("that are settled bring nothing along into a merged memory", async () => {
    const one = await say(port(1));
    const two = await say(port(2));
    const other = await say("Ana waters the plants on Monday.");
    await decide(one, two, true);
    await mergeMemories(await context(), other, MemoryMergeRequest.parse({ other: one }));
    expect(await texts()).toEqual([]);
  });

  it("are refused where nobody noted that they may", async () => {
    const one = await say(port(1));
    const other = await say("Ana waters the plants on Monday.");
    await expect(decide(one, other, true)).rejects.toMatchObject({ code: "not_found" });
    await expect(decide(one, "0".repeat(32), true)).rejects.toMatchObject({ code: "not_found" });
  });

  it("are exported with what was decided", async () => {
    const one = await say(port(1));
    const two = await say(port(2));
    await decide(one, two, true);
    const { records } = await contradictionStep({ session: here.db, workspace: here.workspace }, "");
    const [memory, other] = [one, two].toSorted();
    expect(records).toEqual([{ type: "contradiction", memory, other, settled: true }]);
  });
});
