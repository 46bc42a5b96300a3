import { fork } from "node:child_process";
import { once } from "node:events";
import { readFileSync, rmSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { type ModelHost, startHost } from "../../src/local-models/host.ts";
import { startModelServer } from "../../src/local-models/model-server.ts";
import { httpReranker } from "../../src/models/http/http-reranker.ts";
import { openAiEmbedder } from "../../src/models/http/openai-embedder.ts";
import { loadTokenizer } from "../../src/local-models/tokenizer.ts";
import { forward } from "./forward.ts";
import { EMBEDDER, QUERY_PREFIX, RERANKER, ROOT, PROCESS, TINY, tinyModels } from "./tiny-models.ts";

function hostOf(models: string, options: Partial<Parameters<typeof startHost>[0]> = {}) {
  const told: string[] = [];
  const host = startHost({
    program: PROCESS,
    data: { models, places: [ROOT], threads: 1 },
    idleMs: 60_000,
    tell: (problem) => told.push(problem),
    ...options,
  });
  onTestFinished(() => host.stop());
  return { host, told };
}

const HOST_PROCESS = join(ROOT, "test", "local-models", "host-process.ts");

async function serving(host: ModelHost) {
  const server = await startModelServer({ host, now: () => 0 });
  onTestFinished(() => server.stop());
  const options = { url: server.url, key: server.secret, timeoutMs: 60_000 };
  return {
    ...server,
    embedder: openAiEmbedder({
      ...options,
      ...{ model: EMBEDDER.name, dimensions: 32, queryPrefix: QUERY_PREFIX, documentPrefix: "" },
    }),
    reranker: httpReranker({ ...options, provider: "llama.cpp", model: RERANKER.name }),
  };
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

/** `T` stands still; undefined: it has ended. */
const stateOf = (pid: number): string | undefined =>
  /^State:\s+(\w)/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1];

const near = (found: readonly number[], wanted: readonly number[]) =>
  expect(Math.max(...wanted.map((value, at) => Math.abs(value - (found[at] ?? 9))))).toBeLessThan(1e-4);

describe("the models' own server", () => {
  it("answers on when a caller goes away within its body, and when what calculates has a bug", async () => {
    const bug: ModelHost = {
      ask: () => Promise.reject(new TypeError("a bug")),
      holdBack: () => undefined,
      pid: () => undefined,
      stop: async () => undefined,
    };
    const { url, secret } = await serving(bug);
    const socket = connect(Number(new URL(url).port), "127.0.0.1");
    const head = [
      "POST /v1/embeddings HTTP/1.1",
      "host: x",
      `authorization: Bearer ${secret}`,
      "content-length: 99",
      "",
      '{"in',
    ];
    socket.write(head.join("\r\n"), () => setTimeout(() => socket.destroy(), 50));
    await once(socket, "close");
    const headers = { authorization: `Bearer ${secret}` };
    const ask = () =>
      fetch(`${url}/v1/embeddings`, { method: "POST", headers, body: '{"model": "m", "input": ["a"]}' });
    for (let round = 0; round < 2; round++)
      expect([(await ask()).status, await (await ask()).json()]).toEqual([
        500,
        { error: { message: "a bug" } },
      ]);
  });

  it("embeds and re-ranks through the adapters as the forward pass does", async () => {
    const { models, weights } = tinyModels(EMBEDDER, RERANKER);
    const { embedder, reranker } = await serving(hostOf(models).host);
    const tokenizer = loadTokenizer(join(models, EMBEDDER.name, "tokenizer.json"), 512);
    const [words, head] = weights;
    if (words === undefined || head === undefined) throw new Error("no weights");
    const query = await embedder.embedQuery({ text: "heron", words: [] });
    near([...(query ?? [])], forward(TINY, words, tokenizer.encode(`${QUERY_PREFIX}heron`)));
    const vectors = await embedder.embedChunks([
      { headings: "", text: "" },
      { headings: "Weir", text: "heron ".repeat(30) },
      { headings: "", text: "a" },
    ]);
    expect(vectors[0]).toBeUndefined();
    near([...(vectors[1] ?? [])], forward(TINY, words, tokenizer.encode(`Weir\n${"heron ".repeat(30)}`)));
    near([...(vectors[2] ?? [])], forward(TINY, words, tokenizer.encode("a")));
    const pairs = loadTokenizer(join(models, RERANKER.name, "tokenizer.json"), 512);
    const passages = ["a weir", "", "two herons at the weir"];
    const scores = await reranker.score("heron", passages);
    expect(scores[1]).toBeUndefined();
    for (const at of [0, 2])
      near([scores[at] ?? 9], forward(RERANKER.shape, head, pairs.encode("heron", passages[at] ?? "")));
  });

  it("takes queries, however many, before passages, be it a single one", async () => {
    const urgent: boolean[] = [];
    const host: ModelHost = {
      ask: async ({ texts, isUrgent }) => {
        urgent.push(isUrgent);
        return texts.map(() => Float32Array.from({ length: 32 }, (_, at) => Number(at === 0)));
      },
      holdBack: () => undefined,
      pid: () => undefined,
      stop: async () => undefined,
    };
    const { embedder } = await serving(host);
    await embedder.embedChunks([{ headings: "", text: "heron" }]);
    await embedder.embedQuery({ text: "heron", words: [] });
    await embedder.embedQueries?.(["heron", "weir"].map((text) => ({ text, words: [] })));
    expect(urgent).toEqual([false, true, true]);
  });

  it("answers nobody without its secret, and says what is wrong with a request", async () => {
    const { models } = tinyModels(EMBEDDER);
    const { host, told } = hostOf(models);
    const { url, secret } = await serving(host);
    const post = async (path: string, body: string, key = secret) => {
      const headers = { authorization: `Bearer ${key}` };
      const response = await fetch(`${url}${path}`, { method: "POST", body, headers });
      return `${response.status} ${await response.text()}`;
    };
    const right = JSON.stringify({ model: EMBEDDER.name, input: ["a"] });
    expect(await post("/v1/embeddings", right, "guess")).toMatch(/^401 /);
    expect(await post("/v1/embeddings", right, `${secret.slice(0, -1)}~`)).toMatch(/^401 /);
    expect(await post("/v1/models", right)).toMatch(/^404 /);
    expect(await post("/v1/embeddings", "{")).toMatch(/^400 .*JSON/);
    expect(await post("/v1/embeddings", JSON.stringify({ model: "m", input: [] }))).toMatch(/^400 .*input/);
    expect(await post("/v1/embeddings", JSON.stringify({ model: "../x", input: ["a"] }))).toMatch(
      /^400 .*model/,
    );
    expect(await post("/v1/rerank", "x".repeat(4_000_001))).toMatch(/^413 /);
    expect(await post("/v1/embeddings", JSON.stringify({ model: "none", input: ["a"] }))).toMatch(
      /^503 .*manifest.json is damaged/,
    );
    expect(await post("/v1/embeddings", JSON.stringify({ model: "none", input: ["a"] }))).toMatch(
      /"code":"installed_model_unusable"/,
    );
    expect(await post("/v1/embeddings", right)).toMatch(/^200 /);
    expect(told).toHaveLength(1);
  });
});

describe("the models' process", () => {
  it("fails what is under way when it dies, says so once, and is started again after a while", async () => {
    const { models } = tinyModels(EMBEDDER);
    let nowMs = 0;
    const { host, told } = hostOf(models, {
      program: join(ROOT, "test", "local-models", "mortal-process.ts"),
      now: () => nowMs,
      backoffMs: { first: 1_000, most: 60_000 },
    });
    const { embedder } = await serving(host);
    const ask = (text: string) => embedder.embedQuery({ text, words: [] });
    expect((await ask("heron"))?.length).toBe(32);
    const underWay = Promise.allSettled([ask("weir"), ask("DIE")]);
    for (const settled of await underWay)
      if (settled.status === "rejected")
        expect(settled.reason).toMatchObject({
          code: "embedder_unavailable",
          message: expect.stringMatching(
            /^The embedding server answered 503: the process of .* ended; it is/,
          ),
        });
    expect((await underWay)[1]?.status).toBe("rejected");
    await expect(ask("heron")).rejects.toMatchObject({ code: "embedder_unavailable" });
    nowMs = 999;
    await expect(ask("heron")).rejects.toMatchObject({ code: "embedder_unavailable" });
    nowMs = 1_000;
    expect((await ask("heron"))?.length).toBe(32);
    await expect(ask("DIE")).rejects.toMatchObject({ code: "embedder_unavailable" });
    expect(told).toEqual(["The process of the installed models ended (SIGKILL); it is started again."]);
  });

  it("reads a model again that was repaired meanwhile, and tells each problem once", async () => {
    const { models } = tinyModels(EMBEDDER, { ...EMBEDDER, name: "spare" });
    const { host, told } = hostOf(models);
    rmSync(join(models, "spare", "model.onnx"));
    const ask = (model: string) => host.ask({ model, texts: ["a"], isUrgent: true });
    for (let times = 0; times < 2; times++)
      await expect(ask("spare")).rejects.toMatchObject({ code: "unavailable" });
    expect(told).toEqual([expect.stringMatching(/^The model spare is not whole: model\.onnx is missing/)]);
    expect(await ask(EMBEDDER.name)).toHaveLength(1);
  });

  it("lets go of what the asker gave up", async () => {
    const { models } = tinyModels(EMBEDDER);
    const { host, told } = hostOf(models);
    const controller = new AbortController();
    const texts = Array.from({ length: 50 }, (_, at) => "a ".repeat(200 + at));
    const asked = host.ask({ model: EMBEDDER.name, texts, isUrgent: false }, controller.signal);
    controller.abort();
    await expect(asked).rejects.toMatchObject({ code: "unavailable" });
    await expect(
      host.ask({ model: EMBEDDER.name, texts, isUrgent: false }, controller.signal),
    ).rejects.toThrow();
    expect([await host.ask({ model: EMBEDDER.name, texts: [], isUrgent: true }), told]).toEqual([[], []]);
  });

  it("ends after a while without work, and is started again at need", async () => {
    const { models } = tinyModels(EMBEDDER);
    const { host, told } = hostOf(models, { idleMs: 1 });
    const ask = () => host.ask({ model: EMBEDDER.name, texts: ["a"], isUrgent: true });
    expect(host.pid()).toBeUndefined();
    for (let times = 0; times < 2; times++) {
      expect(await ask()).toHaveLength(1);
      await expect.poll(() => host.pid()).toBeUndefined();
    }
    expect(told).toEqual([]);
  });

  it("is ended within a batch, which hurts nobody else", async () => {
    const { models } = tinyModels(EMBEDDER);
    const { host, told } = hostOf(models);
    const texts = Array.from({ length: 200 }, (_, at) => "a ".repeat(200 + at));
    expect(await host.ask({ model: EMBEDDER.name, texts: ["a"], isUrgent: true })).toHaveLength(1);
    const asked = host.ask({ model: EMBEDDER.name, texts, isUrgent: false });
    const pid = host.pid() ?? 0;
    await Promise.all([host.stop(), expect(asked).rejects.toMatchObject({ code: "unavailable" })]);
    expect(() => process.kill(pid, 0)).toThrow("ESRCH");
    expect(told).toEqual([]);
  });

  it.runIf(process.platform === "linux")(
    "stands still for whoever is served, and goes on for a query and when the server is killed",
    async () => {
      const { models } = tinyModels(EMBEDDER);
      const { host } = hostOf(models);
      expect(await host.ask({ model: EMBEDDER.name, texts: ["a"], isUrgent: true })).toHaveLength(1);
      const pid = host.pid() ?? 0;
      const texts = Array.from({ length: 200 }, (_, at) => "a ".repeat(200 + at));
      const passages = host.ask({ model: EMBEDDER.name, texts, isUrgent: false });
      const standsBy = (): string | undefined => {
        host.holdBack();
        return stateOf(pid);
      };
      await expect.poll(standsBy, { interval: 1 }).toBe("T");
      expect(await host.ask({ model: EMBEDDER.name, texts: ["a"], isUrgent: true })).toHaveLength(1);
      await expect.poll(standsBy, { interval: 1 }).toBe("T");
      expect(await passages).toHaveLength(200);
      const parent = fork(HOST_PROCESS, [models, "stand"], { execArgv: [] });
      const [standing] = (await once(parent, "message")) as [number];
      await expect.poll(() => stateOf(standing), { interval: 1 }).toBe("T");
      parent.kill("SIGKILL");
      await expect.poll(() => isAlive(standing)).toBe(false);
    },
  );

  it("ends when the server is killed", async () => {
    const { models } = tinyModels(EMBEDDER);
    const parent = fork(HOST_PROCESS, [models], { execArgv: [] });
    const [pid] = (await once(parent, "message")) as [number];
    expect(process.kill(pid, 0)).toBe(true);
    parent.kill("SIGKILL");
    await expect.poll(() => isAlive(pid)).toBe(false);
  });
});
