import { describe, expect, it } from "vitest";
import { UNDO_MS } from "../../src/config.ts";
import { AppError } from "../../src/errors.ts";
import { MemoryChange, RememberRequest } from "../../src/memories/contract/memories.ts";
import { joinMemories } from "../../src/memories/duplicates/duplicates.ts";
import { forgetMemory, undoForget } from "../../src/memories/forget.ts";
import { changeMemory, readMemory } from "../../src/memories/memories.ts";
import { type MemoryRunning, retrying } from "../../src/memories/memory-document.ts";
import { remember } from "../../src/memories/remember.ts";
import { rememberMany } from "../../src/memories/remember-many.ts";
import { listMemories, newestDocuments } from "../../src/memories/sql/memory-lists.ts";
import { LIVE_IDENTITY } from "../support/worlds/sql-world.ts";
import { memoryDatabase, memoryId, NOW_MS } from "./memory-database.ts";

const RUNNING: MemoryRunning = { knowsMeaning: () => true, batch: { memories: 6, alone: 2 } };
const LATER_MS = NOW_MS + 1_000;

describe("what is remembered", () => {
  const { here, context, create, read, retire } = memoryDatabase();
  const say = async (text: string, more: object = {}, nowMs = NOW_MS, running = RUNNING) =>
    remember(await context({ nowMs }), running, RememberRequest.parse({ text, ...more }));
  const forget = async (id: string, { nowMs = NOW_MS, now = false } = {}) =>
    forgetMemory(await context({ nowMs }), id, { now });
  const undo = async (id: string, nowMs = NOW_MS) => undoForget(await context({ nowMs }), id);
  const history = async (id: string) => readMemory(await context(), id, { history: true });

  it("again with no confidence given keeps the one that was said", async () => {
    await say("Herons nest by the weir.", { confidence: 0.2 });
    const { memory } = await say("Herons nest by the weir.", {}, LATER_MS);
    expect(memory).toMatchObject({ confidence: 0.2, timesObserved: 2 });
    const other = await say("Herons  nest by the weir", {}, LATER_MS + 1);
    expect([other.memory.confidence, other.action]).toEqual([0.2, "merged"]);
  });

  it("waits for its embedding with the time at which it was said", async () => {
    await say("Eels pass the weir.");
    await say("Herons nest by the weir.", {}, LATER_MS);
    const { results } = await here.database
      .prepare("SELECT text, modified_at AS at FROM chunks WHERE workspace = ? ORDER BY at DESC")
      .bind(here.workspace)
      .all();
    expect(results).toEqual([
      { text: "Herons nest by the weir.", at: LATER_MS },
      { text: "Eels pass the weir.", at: NOW_MS },
    ]);
  });

  it("waits for its comparison only where its text is new and embeddings tell meaning", async () => {
    const first = await say("Herons nest by the weir.");
    expect(first.dedupe).toBe("pending");
    const blind = { ...RUNNING, knowsMeaning: () => false };
    expect((await say("Eels pass the weir.", {}, NOW_MS, blind)).dedupe).toBe("done");
    // Its text is the same: no comparison begins by it, and none that waits is called off.
    const tagged = await say("Eels pass the weir.", { tags: ["eel"] });
    expect([tagged.dedupe, tagged.memory.tags]).toEqual(["done", ["eel"]]);
    expect((await say("Herons nest by the weir.", { tags: ["bird"] }, LATER_MS)).dedupe).toBe("pending");
    expect((await history(tagged.memory.id)).observations).toEqual([]);
  });

  it("in the place of another, and said by a third already, joins that one", async () => {
    const old = (await say("The port is 8080.")).memory;
    const third = (await say("The port is 9090.")).memory;
    const { memory, action } = await say("the port is 9090", { supersedes: old.id }, LATER_MS);
    expect([memory.id, memory.supersedes, action]).toEqual([third.id, old.id, "merged"]);
    const { history: chain } = await history(old.id);
    expect(chain?.map(({ id, state }) => [id, state])).toEqual([
      [old.id, "superseded"],
      [third.id, "live"],
    ]);
  });

  it("in the place of another, and said by a third word for word, still takes its place", async () => {
    const old = (await say("The port is 8080.")).memory;
    const third = (await say("The port is 9090.")).memory;
    const { memory } = await say("The port is 9090.", { supersedes: old.id }, LATER_MS);
    expect([memory.id, memory.supersedes]).toEqual([third.id, old.id]);
    expect((await history(old.id)).memory.state).toBe("superseded");
    // Said once more with something new, it goes on standing in that place.
    const again = await say("The port is 9090.", { tags: ["port"] }, LATER_MS);
    expect([again.memory.id, again.memory.supersedes]).toEqual([third.id, old.id]);
  });

  it("in the place of a superseded memory takes that place only when its successor is gone for good", async () => {
    const old = (await say("The port is 8080.")).memory;
    const next = (await say("The port is 9090.", { supersedes: old.id })).memory;
    await expect(say("The port is 7070.", { supersedes: old.id })).rejects.toMatchObject({
      details: { supersededBy: next.id },
    });
    await forget(next.id, { now: true });
    const { memory } = await say("The port is 7070.", { supersedes: old.id });
    expect((await history(old.id)).memory).toMatchObject({ state: "superseded", supersededBy: memory.id });
    await forget(old.id);
    await expect(say("The port is 6060.", { supersedes: old.id })).rejects.toMatchObject({
      code: "not_found",
    });
  });

  it("comes back until a day has passed, to the millisecond, and forgetting it again starts no new day", async () => {
    const { memory } = await say("Herons nest by the weir.");
    const { undoUntil } = await forget(memory.id);
    expect(Date.parse(undoUntil ?? "")).toBe(NOW_MS + UNDO_MS);
    expect((await forget(memory.id, { nowMs: LATER_MS })).undoUntil).toBe(undoUntil);
    await expect(undo(memory.id, NOW_MS + UNDO_MS)).rejects.toMatchObject({ code: "not_found" });
    const back = await undo(memory.id, NOW_MS + UNDO_MS - 1);
    expect(back.memory).toMatchObject({ id: memory.id, state: "live", supersededBy: null });
    expect((await undo(memory.id)).memory.version).toBe(back.memory.version);
  });

  it("does not come back where another memory says it by now", async () => {
    const { memory } = await say("Herons nest by the weir.");
    await forget(memory.id);
    const other = (await say("Herons nest  by the weir")).memory;
    await expect(undo(memory.id)).rejects.toMatchObject({ code: "conflict", details: { id: other.id } });
  });

  it("and superseded, then forgotten, is superseded again after undo", async () => {
    const old = (await say("The port is 8080.")).memory;
    const next = (await say("The port is 9090.", { supersedes: old.id })).memory;
    await expect(undo(old.id)).rejects.toMatchObject({ details: { supersededBy: next.id } });
    await forget(old.id);
    await expect(history(old.id)).rejects.toMatchObject({ code: "not_found" });
    expect((await history(next.id)).history?.map(({ id }) => id)).toEqual([next.id]);
    expect((await undo(old.id)).memory.state).toBe("superseded");
    expect((await history(old.id)).memory.supersededBy).toBe(next.id);
    // Nothing says what it said once its successor is gone for good.
    await forget(next.id, { now: true });
    expect((await undo(old.id)).memory).toMatchObject({ state: "live", supersededBy: null });
  });

  it("is not deleted by an id that was merged into it", async () => {
    const [first, second] = [await create("a", "A red boat."), await create("b", "The boat is red.")];
    await joinMemories(here.db, {
      workspace: here.workspace,
      identity: LIVE_IDENTITY,
      nowMs: NOW_MS,
      first,
      second,
    });
    for (const now of [true, false])
      await expect(forget(second.id, { now })).rejects.toMatchObject({ details: { mergedInto: first.id } });
    expect((await read("a")).state).toBe("live");
  });

  it("is read by a start of its id that only it has, an exact id before longer ones", async () => {
    await create("a", "A red boat.");
    await create("c", "The oar is long.");
    const near = `${"a".repeat(31)}b`;
    const renamed = "UPDATE documents SET path = ? WHERE path = ? AND workspace = ?";
    await here.database.prepare(renamed).bind(near, memoryId("c"), here.workspace).run();
    const text = async (id: string) =>
      (await readMemory(await context(), id, { history: false })).memory.text;
    await expect(text("a".repeat(31))).rejects.toMatchObject({
      ...{ code: "ambiguous", details: { candidates: [memoryId("a"), near] } },
    });
    expect(await text(near)).toBe("The oar is long.");
    await retire(await read("a"), "superseded", { by: near });
    await expect(text(memoryId("a"))).rejects.toMatchObject({
      ...{ code: "not_found", details: { supersededBy: near } },
    });
  });
});

describe("a change of a memory", () => {
  const { context, create, read } = memoryDatabase();
  const change = async (id: string, given: object) =>
    changeMemory(await context(), RUNNING, { id, change: MemoryChange.parse(given) });

  it("leaves what it does not name, empties what it sets to null, and is compared anew for a new text only", async () => {
    const before = await create("a", "A red boat.", { session: "s", source: "x", importance: 0.2 });
    const tagged = await change(before.id, { tags: ["t"], text: undefined });
    expect(tagged.memory).toMatchObject({
      ...{ text: before.text, session: "s", source: "x", importance: 0.2, tags: ["t"], dedupe: "done" },
    });
    expect((await change(before.id, { session: null })).memory).toMatchObject({ session: null, source: "x" });
    expect((await change(before.id, { text: "A red boat." })).memory.dedupe).toBe("done");
    expect((await change(before.id, { text: "A red ship." })).memory).toMatchObject({
      ...{ text: "A red ship.", dedupe: "pending", timesObserved: 1 },
    });
  });

  it("that says nothing writes nothing, and still looks at the version it expects", async () => {
    const { id, version } = await create("a", "A red boat.");
    await change(id, {});
    expect((await read("a")).version).toBe(version);
    await expect(change(id, { expects: version - 1 })).rejects.toMatchObject({
      ...{ code: "conflict", details: { version } },
    });
    await expect(change(id, { expects: version + 1, importance: 1 })).rejects.toMatchObject({
      code: "conflict",
    });
    expect((await change(id, { expects: version, importance: 1 })).memory.importance).toBe(1);
  });

  it("to what another memory says is refused, whatever the spaces and the case of its first word", async () => {
    const [one, other] = [await create("a", "A red boat."), await create("b", "The oar is long.")];
    await expect(change(other.id, { text: " a red  boat" })).rejects.toMatchObject({
      details: { id: one.id },
    });
    expect((await change(one.id, { text: "a red  boat" })).memory.text).toContain("a red");
  });
});

describe("a batch of memories", () => {
  const { context, create } = memoryDatabase();
  const many = async (...memories: readonly object[]) =>
    rememberMany(await context(), RUNNING, { memories: [...memories] });

  it("is answered in its order: what is new, what repeats it, what is wrong, and what replaces another", async () => {
    const old = await create("a", "The port is 8080.");
    const { answers, ...counts } = await many(
      { text: "Herons nest by the weir.", confidence: 0.3 },
      { text: "" },
      { text: "Herons nest by the weir.", confidence: 0.9 },
      { text: "The port is 9090.", supersedes: old.id },
      { text: "Eels pass.", type: "no_such_type" },
      { text: "Herons nest by the weir.", confidence: 0.5 },
    );
    expect(counts).toEqual({ created: 2, merged: 2, failed: 2 });
    expect(answers.map((answer) => ("error" in answer ? answer.error.code : answer.action))).toEqual([
      ...["created", "invalid_input", "merged", "created", "invalid_input", "merged"],
    ]);
    const [first, , second, replacing] = answers;
    expect(second).toMatchObject({
      mergedInto: first && "memory" in first ? first.memory.id : "",
      memory: { timesObserved: 3, confidence: 0.9 },
    });
    expect(replacing).toMatchObject({ memory: { supersedes: old.id } });
  });

  it("keeps the order in which it was given, in every order by time", async () => {
    const old = await create("a", "The port is 8080.");
    await rememberMany(await context({ nowMs: NOW_MS - 1_000 }), RUNNING, {
      memories: [{ text: "Crabs hide." }],
    });
    const { answers } = await many(
      { text: "Herons nest." },
      { text: "The port is 9090.", supersedes: old.id },
      { text: "Eels pass." },
      { text: "Crabs hide." },
      { text: "Otters play." },
    );
    const texts = ["Herons nest.", "The port is 9090.", "Eels pass.", "Crabs hide.", "Otters play."];
    const { session: db, workspace } = await context();
    const query = { workspace, filters: {}, limit: 9, chars: 99 };
    const listed = async (order: "newest" | "oldest") =>
      (await listMemories(db, { ...query, order })).map(({ text }) => text);
    expect(await listed("oldest")).toEqual(texts);
    expect(await listed("newest")).toEqual(texts.toReversed());
    const [recent = []] = await newestDocuments(db, { workspace, limit: 9, chars: 99 }, [{}]);
    expect(recent.map(({ text }) => text)).toEqual(texts.toReversed());
    const last = answers.at(-1);
    expect(last && "memory" in last && Date.parse(last.memory.lastObserved)).toBe(NOW_MS);
  });

  it("does as many one by one as one request may, and says so of the rest", async () => {
    const ids = await Promise.all(
      ["a", "b", "c"].map((digit) => create(digit, `The port ${digit} is open.`)),
    );
    const { answers } = await many(
      ...ids.map(({ id }, at) => ({ text: `The port ${at} is closed.`, supersedes: id })),
      { text: "Herons nest by the weir." },
    );
    expect(answers.map((answer) => ("error" in answer ? answer.error.code : answer.action))).toEqual([
      ...["created", "created", "capacity", "created"],
    ]);
  });

  it("has at most as many as one request may carry", async () => {
    const texts = Array.from({ length: 7 }, (_, at) => ({ text: `Sensor ${at} reads ${at * 7} degrees.` }));
    await expect(many(...texts)).rejects.toMatchObject({ code: "too_large", details: { memories: 6 } });
    expect((await many(...texts.slice(1))).created).toBe(6);
  });
});

describe("a write that meets another one", () => {
  const failing = (reason: string | undefined, times: number) => {
    let tries = 0;
    const write = async () => {
      tries += 1;
      if (tries <= times)
        throw new AppError("conflict", "no", { details: reason === undefined ? undefined : { reason } });
      return tries;
    };
    return { write, tries: () => tries };
  };

  it.each(["document_changed", "same_text"])("is tried again, 40 times, for %s", async (reason) => {
    expect(await retrying(failing(reason, 39).write)).toBe(40);
    const { write, tries } = failing(reason, 40);
    await expect(retrying(write)).rejects.toMatchObject({ details: { reason } });
    expect(tries()).toBe(40);
  });

  it.each(["push_superseded", undefined])("is not tried again for %s", async (reason) => {
    const { write, tries } = failing(reason, 1);
    await expect(retrying(write)).rejects.toMatchObject({ code: "conflict" });
    expect(tries()).toBe(1);
  });
});
