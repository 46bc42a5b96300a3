import { describe, expect, it } from "vitest";
import local from "../../../src/local.ts";
import type { Memory } from "../../../src/memories/contract/memories.ts";
import { createClient, testEnv } from "../../support/client.ts";
import { memoryWorld } from "../../support/worlds/memory-world.ts";

describe("memories, at length", () => {
  const { here, call, remember, read, found, settle, exported, clean } = memoryWorld();

  it("become one, counted twenty times, when twenty write the same text at once", async () => {
    const clients = Array.from({ length: 20 }, () => here.world.isolate());
    const variants = ["The otter swims upstream.", "the otter swims upstream"];
    const answers = await Promise.all(
      clients.map((client, at) =>
        client.call("POST", "/v1/memories", { token: here.token, body: { text: variants[at % 2] } }),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual(clients.map(() => 200));
    const ids = new Set(answers.map(({ body }) => body.memory.id));
    expect(ids.size).toBe(1);
    expect(answers.filter(({ body }) => body.action === "created")).toHaveLength(1);
    expect((await read([...ids][0] ?? "")).timesObserved).toBe(20);
    expect(await found("otter upstream")).toHaveLength(1);
    expect(await clean()).toEqual([]);
  });

  it("are exported with what they superseded and told, and restored with their ids", async () => {
    const a = (await remember("The gauge shows bar.", { metadata: { a: [1] }, tags: ["t"], source: "x" }))
      .memory;
    await remember("the gauge shows bar");
    const b = (await remember("The gauge shows psi.", { supersedes: a.id, session: "s", type: "decision" }))
      .memory;
    await remember("the gauge shows psi");
    const gone = (await remember("The gauge was blue.")).memory;
    await call("DELETE", `/${gone.id}`);
    await settle();
    const records = await exported();
    expect(records.map(({ type }) => type)).toEqual(["memory", "memory", "observation", "observation"]);
    const whole = async (id: string) => {
      const { memory, observations, history } = (await call("GET", `/${id}?history=true`)).body;
      const { version: _, ...same } = memory;
      return { same, observations, history: history.map((one: Memory) => one.id) };
    };
    const before = [await whole(a.id), await whole(b.id)];
    here.token = await here.world.client.workspace(`copy${here.slug}`);
    const send = (more: object = {}) =>
      here.world.client.call("POST", "/v1/import", {
        token: here.token,
        body: { identity: "other|cls|768|1", records, ...more },
      });
    expect((await send()).body).toMatchObject({ written: 2, unchanged: 0, failed: [] });
    for (const merge of [false, true])
      expect((await send({ merge })).body).toMatchObject({ written: 0, unchanged: 2, failed: [] });
    expect([await whole(a.id), await whole(b.id)]).toEqual(before);
    expect(await found("gauge")).toEqual([b.id]);
    await call("PATCH", `/${b.id}`, { text: "The gauge shows kPa." });
    expect((await send()).body).toMatchObject({ written: 0, failed: [{ root: "memories", path: b.id }] });
    expect((await send({ merge: true })).body).toMatchObject({ failed: [] });
    expect(await found("psi")).toEqual([b.id]);
    expect((await read(b.id)).text).toBe("the gauge shows psi");
    await call("DELETE", `/${b.id}?now=true`);
    const other = (await remember("The gauge shows psi.")).memory;
    expect((await send()).body.failed).toMatchObject([{ path: b.id, code: "conflict" }]);
    expect((await read(other.id)).text).toBe("The gauge shows psi.");
    expect(await clean()).toEqual([]);
  });

  it("are answered each by itself in a batch", async () => {
    const memories = [
      { text: "Alpha service owns billing.", type: "decision" },
      { text: "Beta service owns search." },
      { text: "Alpha service  owns billing" },
      { text: "hi" },
      { text: "Gamma", priority: 9 },
      "nonsense",
      { text: "Delta owns mail.", type: "nonsense" },
      { text: "Epsilon owns logs.", supersedes: "0123456789" },
    ];
    const { body } = await call("POST", "/batch", { memories });
    expect(
      body.answers.map(
        (answer: { action?: string; error?: { code: string } }) => answer.action ?? answer.error?.code,
      ),
    ).toEqual([
      ...["created", "created", "merged", "invalid_input", "invalid_input", "invalid_input", "invalid_input"],
      "not_found",
    ]);
    expect([body.created, body.merged, body.failed]).toEqual([2, 1, 5]);
    expect(body.answers[2].mergedInto).toBe(body.answers[0].memory.id);
    expect(await found("owns")).toHaveLength(2);
    const again = { text: "Beta service owns search.", confidence: 0.99 };
    const { body: counted } = await call("POST", "/batch", {
      memories: [again, again, { text: again.text }],
    });
    expect([counted.merged, counted.failed]).toEqual([3, 0]);
    expect(await read(counted.answers[0].mergedInto)).toMatchObject({ timesObserved: 4, confidence: 0.99 });
    const many = Array.from({ length: 101 }, (_, at) => ({ text: `Note number ${at} of many.` }));
    expect((await call("POST", "/batch", { memories: many })).status).toBe(400);
    const full = await call("POST", "/batch", { memories: many.slice(0, 100) });
    expect(full.body.created).toBe(100);
  });

  it("are chunked when long, of any script, and come back as they were sent", async () => {
    const long = Array.from(
      { length: 400 },
      (_, at) => `## Step ${at}\n\nThe turbine hall ${at} holds valve v${at}x.\n`,
    ).join("\n");
    const texts = [
      long,
      "会议三点在蓝厅。",
      "Цапля гнездится у плотины",
      "🦉 نظر البومة\u200f ليلا",
      "a\r\nb\ttab line",
    ];
    for (const text of texts) {
      const { memory } = await remember(text);
      expect((await read(memory.id)).text).toBe(text);
    }
    expect(await found("v387x")).toHaveLength(1);
    expect(await found("蓝厅")).toHaveLength(1);
    expect(await found("плотины")).toHaveLength(1);
    expect(await clean()).toEqual([]);
  });

  it("of another workspace are neither found, named nor merged", async () => {
    const { memory } = await remember("The treaty is signed in Riga.");
    const mine = here.token;
    here.token = await here.world.client.workspace(`other${here.slug}`);
    expect((await remember("The treaty is signed in Riga.")).action).toBe("created");
    for (const [method, path] of [
      ["GET", ""],
      ["PATCH", ""],
      ["DELETE", ""],
      ["POST", "/undo"],
    ] as const) {
      const { status } = await call(
        method,
        `/${memory.id}${path}`,
        method === "PATCH" ? { priority: 1 } : undefined,
      );
      expect([method, status]).toEqual([method, 404]);
    }
    here.token = mine;
    expect(await read(memory.id)).toEqual(memory);
  });

  it("may be of the workspace's own types", async () => {
    const unknown = await call("POST", "", { text: "Restart the queue first.", type: "runbook" });
    expect([unknown.status, unknown.body.error.details.types]).toEqual([
      400,
      expect.arrayContaining(["decision"]),
    ]);
    expect((await call("PUT", "/types", { own: ["runbook", "fact"] })).body.own).toEqual(["runbook"]);
    expect((await remember("Restart the queue first.", { type: "runbook" })).memory.type).toBe("runbook");
  });

  it("refuse what is hostile with a stable code", async () => {
    for (const body of [
      { text: "" },
      { text: "   " },
      { text: "a\0b and more" },
      { text: "x".repeat(100_001) },
      { text: "fine text here", metadata: { a: "x".repeat(9_000) } },
      { text: "fine text here", importance: 1.1 },
      { text: "fine text here", session: "a\nb" },
      { text: "fine text here", tags: Array.from({ length: 33 }, (_, at) => `t${at}`) },
      { text: "fine text here", unknown: 1 },
      { text: "fine text here", supersedes: "xyz" },
    ]) {
      const { status, body: answer } = await call("POST", "", body);
      expect([status, answer.error.code], JSON.stringify(body).slice(0, 60)).toEqual([400, "invalid_input"]);
    }
    for (const path of ["/zz", "/abcd", "/0123456789abcdef"]) {
      const { status } = await call("GET", path);
      expect([400, 404]).toContain(status);
    }
    expect(await found("fine text")).toEqual([]);
  });

  it("stay what they are when they are repaired and cut anew", async () => {
    const { memory } = await remember("## Weir\n\nThe heron nests by the weir.", {
      ...{
        type: "decision",
        session: "s",
        tags: ["a"],
        entities: ["Grey Heron"],
        metadata: { k: 1 },
        importance: 0.1,
      },
    });
    await settle();
    const { version: _, ...before } = await read(memory.id);
    const run = (sql: string) => here.world.database.prepare(sql).bind(memory.id).run();
    const itsRows = "document IN (SELECT num FROM documents WHERE path = ?)";
    await run(`UPDATE chunks SET text_hash = 'stale' WHERE ${itsRows}`);
    expect((await clean()).map(({ check }) => check)).toEqual(["text_hashes"]);
    for (let cursor: string | null = ""; cursor !== null; ) {
      const body: object = { full: true, ...(cursor !== "" && { cursor }) };
      cursor = (await here.world.client.call("POST", "/v1/audit/repair", { token: here.token, body })).body
        .nextCursor;
    }
    expect(await clean()).toEqual([]);
    expect(await read(memory.id)).toMatchObject(before);
    await run("UPDATE documents SET chunker = 0 WHERE path = ?");
    await here.world.client.hourly();
    await settle();
    const row = await here.world.database
      .prepare("SELECT chunker, kind FROM documents WHERE path = ?")
      .bind(memory.id)
      .first<{ chunker: number; kind: string }>();
    expect(row).toEqual({ chunker: expect.any(Number), kind: "memory" });
    expect(row?.chunker).toBeGreaterThan(0);
    expect(await read(memory.id)).toMatchObject(before);
    expect(await found("heron weir")).toEqual([memory.id]);
    expect(await clean()).toEqual([]);
  });

  it("are compared by their words alone where no model knows what they mean", async () => {
    const client = createClient(local as never, testEnv(here.world.database));
    const other = await client.workspace(`local${here.slug}`);
    const post = async (text: string) =>
      (await client.call("POST", "/v1/memories", { token: other, body: { text } })).body;
    const first = await post("The doctor will buy a car");
    expect([first.action, first.dedupe]).toEqual(["created", "done"]);
    expect((await post("The doctor will buy a car now")).action).toBe("created");
    expect((await post("the doctor will buy a car")).mergedInto).toBe(first.memory.id);
    await client.sweep();
    const { body } = await client.call("GET", `/v1/memories/${first.memory.id}`, { token: other });
    expect(body.memory.timesObserved).toBe(2);
    expect((await client.search(other, "doctor car")).body.hits).toHaveLength(2);
    await post("We do not use tabs in the parser, ever since the rewrite");
    const denied = await client.call("POST", "/v1/memories/forget", {
      ...{ token: other, body: { query: "We use tabs in the parser, ever since the rewrite" } },
    });
    expect([denied.body.forgotten, denied.body.candidates[0].score]).toEqual([null, 0.9]);
    const near = await client.call("POST", "/v1/memories/forget", {
      ...{ token: other, body: { query: "doctor car" } },
    });
    expect([near.status, near.body.forgotten, near.body.candidates.length]).toEqual([200, null, 2]);
  });
});
