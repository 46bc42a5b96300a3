import { beforeAll, describe, expect, it } from "vitest";
import { AppError } from "../../../src/errors.ts";
import { listResources, readResource } from "../../../src/mcp/resources.ts";
import { RememberRequest } from "../../../src/memories/contract/memories.ts";
import { joinMemories } from "../../../src/memories/duplicates/duplicates.ts";
import { remember } from "../../../src/memories/remember.ts";
import { memoryDatabase, memoryId } from "../../memories/memory-database.ts";
import { LIVE_IDENTITY, NOW_MS, sqlWorld } from "../../support/worlds/sql-world.ts";
import { called } from "../call-tool.ts";
import { passagesIn } from "../passages-in.ts";

describe("tools that read files", () => {
  const { here, all, newWorkspace, write } = sqlWorld();
  let workspace = 0;
  const reading = async () => ({ session: here.db, workspace, nowMs: NOW_MS });
  const asked = (name: string, args: object, more: object = {}) =>
    called(name, args, "none", undefined, { reading, ...more });
  const get = (places: readonly string[], args: object = {}, more: object = {}) =>
    asked("get", { places, ...args }, more);

  beforeAll(async () => {
    await write(await newWorkspace(), { "other.md": "Of another workspace.\n" });
    workspace = await newWorkspace();
    await write(workspace, {
      "a.md": "# Herons\n\nThey fish.\n",
      "b.txt": "Storks.\n",
      "c.html": "<p>Eels</p>\n",
    });
    await write(workspace, { "a.md": "Archived.\n" }, { root: "archive" });
  });

  it("get reads each place once, in order, and tells after each how far it is", async () => {
    const { structured, text, lines, progress } = await get(["b.txt", "nope.md", "b.txt", "notes:a.md#L3"]);
    // Given in both, the model of a client that shows both would read it twice.
    expect(structured).toEqual({});
    expect(passagesIn(text)).toMatchObject([
      { citation: "notes:b.txt", text: "Storks.\n" },
      { citation: "notes:a.md#L3", text: expect.stringMatching(/^They fish\.\n/) },
    ]);
    expect(lines.filter((line) => /^(==>|nope)/.test(line))).toEqual([
      "==> notes:b.txt <==",
      "==> notes:a.md#L3 <==",
      expect.stringMatching(/^nope\.md: not_found: .* Search for it, or ask `list`\.$/),
    ]);
    expect(progress).toEqual([
      [1, 3],
      [2, 3],
      [3, 3],
    ]);
  });

  it("get takes what several roots have by its root", async () => {
    await expect(get(["a.md"])).rejects.toMatchObject({ code: "ambiguous" });
    expect(passagesIn((await get(["a.md"], { root: "archive" })).text)).toEqual([
      { citation: "archive:a.md", text: "Archived.\n" },
    ]);
    expect((await get(["a.md", "b.txt"])).text).toMatch(/^a\.md: ambiguous: /m);
  });

  it("get of nothing that is there says so of each place", async () => {
    await expect(get(["x.md", "y.md"])).rejects.toMatchObject({
      code: "not_found",
      message: expect.stringMatching(/^x\.md: .*; y\.md: /),
    });
    await expect(get(["../x.md"])).rejects.toMatchObject({ code: "invalid_input" });
    await expect(get(["other.md"])).rejects.toMatchObject({ code: "not_found" });
  });

  it("get takes an outage for no fault of the place", async () => {
    const fail = () => Promise.reject(new AppError("unavailable", "down"));
    const session = new Proxy(here.db, { get: () => fail });
    const down = { reading: async () => ({ session, workspace, nowMs: NOW_MS }) };
    await expect(get(["a.md", "b.txt"], {}, down)).rejects.toMatchObject({ code: "unavailable" });
  });

  it("get leaves places behind a page that is full, and names the first of them", async () => {
    await write(workspace, { "long.txt": "A line of words.\n".repeat(200) });
    const { text, lines } = await get(["long.txt", "b.txt", "c.html"], { budget: 200 });
    expect(passagesIn(text).map(({ citation }) => citation)).toEqual(["notes:long.txt"]);
    expect(lines.at(-2)).toBe("[2 more did not fit: the next is b.txt]");
  });

  it("get reads nothing for a client that has gone", async () => {
    const signal = AbortSignal.abort();
    await expect(get(["b.txt"], {}, { signal })).rejects.toThrow("abort");
  });

  it("get stops between the documents of one pattern, too", async () => {
    let looks = 0;
    const throwIfAborted = () => {
      looks += 1;
      if (looks === 3) throw new Error("gone");
    };
    await expect(get(["notes:*.*"], {}, { signal: { throwIfAborted } })).rejects.toThrow("gone");
    expect(looks).toBe(3);
  });

  it("fetch gives a passage under its last heading, and one without under its path", async () => {
    const chunkOf = async (path: string) => {
      const rows = await all<{ id: string }>(`SELECT c.id FROM chunks c JOIN documents d ON d.num = c.document
        WHERE d.workspace = ${workspace} AND d.root = 'notes' AND d.path = '${path}'`);
      return rows[0]?.id ?? "";
    };
    const [herons, storks] = [await chunkOf("a.md"), await chunkOf("b.txt")];
    const fetched = async (id: string) => JSON.parse((await asked("fetch", { id })).text);
    expect(await fetched(herons)).toMatchObject({
      ...{ id: herons, title: "Herons", text: "# Herons\n\nThey fish." },
      metadata: { citation: "notes:a.md#L1-L3" },
    });
    expect(await fetched(storks.slice(0, 12))).toMatchObject({
      ...{ id: storks.slice(0, 12), title: "b.txt", metadata: { citation: "notes:b.txt#L1" } },
    });
  });

  it("fetch gives one document under its title, and refuses a pattern of several", async () => {
    const { structured, text } = await asked("fetch", { id: "notes:a.md" });
    expect(structured).toEqual({});
    expect(JSON.parse(text)).toEqual({
      ...{ id: "notes:a.md", title: "Herons", text: "# Herons\n\nThey fish.\n", url: "recall://notes/a.md" },
      metadata: {
        ...{ citation: "notes:a.md", kind: "file", language: "markdown" },
        indexedAt: new Date(NOW_MS).toISOString(),
      },
    });
    expect(JSON.parse((await asked("fetch", { id: "b.*" })).text).url).toBe("recall://notes/b.txt");
    await expect(asked("fetch", { id: "notes:[ab].*" })).rejects.toMatchObject({ code: "ambiguous" });
  });

  it("resources say what kind of text they are, how long, and of when", async () => {
    const { resources } = await listResources({ readingConfined: reading } as never, undefined);
    expect(resources.map(({ uri, mimeType }) => [uri, mimeType])).toEqual([
      ["recall://archive/a.md", "text/markdown"],
      ["recall://notes/a.md", "text/markdown"],
      ["recall://notes/b.txt", "text/plain"],
      ["recall://notes/c.html", "text/html"],
      ["recall://notes/long.txt", "text/plain"],
    ]);
    expect(resources[1]).toEqual({
      ...{ uri: "recall://notes/a.md", name: "a.md", title: "Herons", mimeType: "text/markdown", size: 21 },
      annotations: { lastModified: "1970-01-01T00:00:00.001Z" },
    });
    expect(resources[2]).not.toHaveProperty("title");
    await all(`UPDATE documents SET title = '' WHERE workspace = ${workspace} AND path = 'c.html'`);
    expect(
      (await listResources({ readingConfined: reading } as never, undefined)).resources[3],
    ).not.toHaveProperty("title");
    const uri = "recall://notes/c.html";
    expect(await readResource({ readingConfined: reading } as never, uri)).toEqual({
      contents: [{ uri, mimeType: "text/html", text: "<p>Eels</p>\n" }],
    });
    await expect(readResource({ readingConfined: reading } as never, "recall://a.md")).rejects.toMatchObject({
      code: "ambiguous",
    });
  });

  it("resources come a hundred a page", async () => {
    const before = workspace;
    workspace = await newWorkspace();
    const names = Array.from({ length: 101 }, (_, at) => `${at + 100}.txt`);
    await write(workspace, Object.fromEntries(names.map((name) => [name, "x\n"])));
    const first = await listResources({ readingConfined: reading } as never, undefined);
    expect([first.resources.length, first.nextCursor]).toEqual([100, expect.any(String)]);
    const next = await listResources({ readingConfined: reading } as never, first.nextCursor);
    expect(next.resources.map(({ name }) => name)).toEqual(["200.txt"]);
    expect(next).not.toHaveProperty("nextCursor");
    workspace = before;
  });
});

describe("tools that read memories", () => {
  const { here, create, read, context } = memoryDatabase();
  const asked = (name: string, args: object) => called(name, args, "none", undefined, { reading: context });

  /** Two memories of which the second, b, was merged into a. */
  const createMerged = async (): Promise<void> => {
    await create("a", "A red boat.");
    await create("b", "The boat is red.");
    await joinMemories(here.db, {
      ...{ workspace: here.workspace, identity: LIVE_IDENTITY, nowMs: NOW_MS },
      ...{ first: await read("a"), second: await read("b") },
    });
  };

  it("get finds a memory by a start of its id, and by the id of one that was merged into it", async () => {
    await createMerged();
    const cited = `The boat is red. (memory ${memoryId("a").slice(0, 12)})`;
    for (const place of [
      "a".repeat(8),
      memoryId("b"),
      `memories:${memoryId("b")}#L1`,
      cited,
      `${cited}#L1`,
    ]) {
      const passages = passagesIn((await asked("get", { places: [place] })).text);
      expect(passages).toMatchObject([{ text: "The boat is red.\n" }]);
      const again = await asked("get", { places: [passages[0]?.citation] });
      expect(passagesIn(again.text)).toMatchObject([{ text: "The boat is red.\n" }]);
    }
    await expect(asked("get", { places: ["Other words (memory cccccccc)"] })).rejects.toMatchObject({
      code: "not_found",
    });
    await expect(asked("get", { places: ["c".repeat(8)] })).rejects.toMatchObject({ code: "not_found" });
  });

  it("get gives the lines of a memory that are asked for by the start of its id", async () => {
    const lines = Array.from({ length: 9 }, (_, at) => `Line ${at + 1}.`);
    await create("a", lines.join("\n"));
    for (const place of ["a".repeat(8), `memories:${"a".repeat(12)}`, memoryId("a")]) {
      const { text } = await asked("get", { places: [`${place}#L3-L4`] });
      expect(passagesIn(text)).toMatchObject([
        { citation: `memories:${memoryId("a")}#L3-L4`, text: "Line 3.\nLine 4.\n" },
      ]);
    }
    await expect(asked("get", { places: ["a".repeat(8)], root: "notes" })).rejects.toMatchObject({
      code: "not_found",
    });
  });

  it("a resource is a memory by a start of its id, and by the id of one that was merged into it", async () => {
    await createMerged();
    const caller = { readingConfined: context } as never;
    for (const named of [memoryId("a"), "a".repeat(8), memoryId("b")])
      expect(await readResource(caller, `recall://memories/${named}`)).toMatchObject({
        contents: [{ text: "The boat is red." }],
      });
    await expect(readResource(caller, "recall://memories/cccccccc")).rejects.toThrow();
  });

  it("list tells of each its type, its day and its beginning, on one line, and no text twice", async () => {
    await create("a", "Two\nlines.", { type: "decision", session: "s1", lastObserved: Date.UTC(2026, 4, 1) });
    await create("b", "x".repeat(301), { lastObserved: Date.UTC(2026, 4, 2) });
    const newer = `memories:${memoryId("b")} 2026-05-02 (fact) ${"x".repeat(300)}…`;
    const older = `memories:${memoryId("a")} 2026-05-01 (decision) Two lines.`;
    const { structured, lines } = await asked("list", {});
    expect([structured, lines]).toEqual([{}, [newer, older]]);
    expect((await asked("list", { limit: 1 })).lines).toEqual([newer]);
    expect((await asked("list", { kind: "memory" })).lines).toEqual([newer, older]);
    expect((await asked("list", { kind: "file" })).lines).toEqual(["Nothing there."]);
  });

  it("list goes by type, tag, session and state, page by page", async () => {
    await create("a", "One.", { type: "decision", session: "s1", tags: ["ops"] });
    await create("b", "Two.", { type: "decision", session: "s2" });
    await create("c", "Three.", { type: "fact", session: "s1" });
    const listed = async (args: object) => {
      const { lines } = await asked("list", args);
      return lines.map((line) => / (One|Two|Three)\.$/.exec(line)?.[1] ?? line).toSorted();
    };
    expect(await listed({ type: "decision" })).toEqual(["One", "Two"]);
    expect(await listed({ tag: "ops" })).toEqual(["One"]);
    expect(await listed({ session: "s1" })).toEqual(["One", "Three"]);
    expect(await listed({ session: "nobody" })).toEqual(["Nothing there."]);
    expect(await listed({ state: "forgotten" })).toEqual(["Nothing there."]);
    const first = await asked("list", { kind: "memory", limit: 2 });
    expect(first.lines).toHaveLength(3);
    const [, cursor] = /^\[more: cursor (.*)\]$/.exec(first.lines[2] ?? "") ?? [];
    expect((await asked("list", { limit: 2, cursor })).lines).toHaveLength(1);
    await expect(asked("list", { kind: "file", type: "fact" })).rejects.toMatchObject({
      code: "invalid_input",
      message: expect.stringContaining("of memories"),
    });
  });

  it("get and list tell what a memory may contradict", async () => {
    const running = { knowsMeaning: () => false, batch: { memories: 1, alone: 1 } };
    for (const [at, text] of ["The port is 8080.", "The port is 9090."].entries()) {
      const later = { ...(await context()), nowMs: NOW_MS + at * 86_400_000 };
      await remember(later, running, RememberRequest.parse({ text }));
    }
    for (const args of [{}, { type: "fact" }]) {
      const [newer = "", older] = (await asked("list", args)).lines;
      const told = /\[(may contradict [0-9a-f]{8}, older, 1 day earlier)\]$/;
      expect(newer).toMatch(told);
      expect(older).toMatch(/The port is 8080\. \[may contradict [0-9a-f]{8}, newer, 1 day later\]$/);
      const [, note] = told.exec(newer) ?? [];
      const whole = await asked("get", { places: [newer.split(" ")[0]] });
      expect(passagesIn(whole.text)).toMatchObject([{ text: "The port is 9090.\n", note }]);
      const line = await asked("get", { places: [`${newer.split(" ")[0]}#L1`] });
      expect(passagesIn(line.text)).toMatchObject([{ text: "The port is 9090.\n", note }]);
    }
  });

  it("list shows ten unless told otherwise", async () => {
    for (const digit of "0123456789a") await create(digit, `Fact ${digit}.`);
    expect((await asked("list", {})).lines).toHaveLength(10);
    expect((await asked("list", { limit: 11 })).lines).toHaveLength(11);
  });
});
