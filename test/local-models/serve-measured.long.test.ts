import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { calibrate } from "../../src/local-models/speed/calibration.ts";
import { RUNTIME_VERSION } from "../../src/local-models/install/install-runtime.ts";
import { modelThreads } from "../../src/local-models/models-folder.ts";
import { serveInstalled } from "../../src/local-models/serve-installed.ts";
import { httpReranker } from "../../src/models/http/http-reranker.ts";
import { readRerank } from "../../src/models/model-settings.ts";
import { EMBEDDER, PROCESS, RERANKER, ROOT, tinyModels } from "./tiny-models.ts";

/** A server with a re-ranker that was measured at so many milliseconds a token; undefined: never. */
async function served(msPerToken: number | undefined) {
  const { models } = tinyModels(EMBEDDER, RERANKER);
  if (msPerToken !== undefined) await measure(join(models, RERANKER.name), msPerToken);
  const told: string[] = [];
  const env = { RECALL_MODELS: models };
  const found = await serveInstalled({ env, program: PROCESS, root: ROOT, tell: (what) => told.push(what) });
  onTestFinished(() => found?.stop());
  const rerank = readRerank(found?.settings ?? {}, "none");
  // A busy machine reads a model slowly.
  const reranker = typeof rerank === "string" ? undefined : httpReranker({ ...rerank, timeoutMs: 60_000 });
  return { reranker, names: found?.names, told };
}

async function measure(folder: string, msPerToken: number): Promise<void> {
  let nowMs = 0;
  const encode = (_: string, pair = "") => ({ ids: pair.trim().split(" ").map(Number), types: [] });
  const run: Parameters<typeof calibrate>[0]["run"] = async ([text]) => {
    nowMs += (text?.ids.length ?? 0) * msPerToken;
    return [];
  };
  const machine = {
    ...{ backend: "native", runtimeVersion: RUNTIME_VERSION },
    ...{ threads: modelThreads(), revision: "random" },
  };
  const options = { folder, kind: "reranker", machine, say: () => undefined, now: () => nowMs } as const;
  await calibrate({ encode, run }, options);
}

describe("an installed re-ranker", () => {
  it.each([
    [0.04, RERANKER.name, { passages: 30, tokens: 352 }],
    [0.5, `${RERANKER.name}@128`, { passages: 7, tokens: 128 }],
    [undefined, `${RERANKER.name}@128`, { passages: 10, tokens: 128 }],
  ])("at %s ms a token is %s, and sent %j", async (msPerToken, name, reads) => {
    const { reranker, names, told } = await served(msPerToken);
    expect([reranker?.model, reranker?.reads]).toEqual([`llama.cpp:${name}`, reads]);
    expect(await reranker?.score("weir", ["a", "b"])).toEqual([expect.any(Number), expect.any(Number)]);
    expect([names, told]).toEqual([`${EMBEDDER.name} and ${RERANKER.name}`, []]);
  });

  it("that is too slow is named once and is asked by no search", async () => {
    const { reranker, names, told } = await served(1);
    const why = /^tiny-reranker reads fewer than 5 passages in 700 ms .*: re-ranking is off$/;
    expect([names, told]).toEqual([EMBEDDER.name, [expect.stringMatching(why)]]);
    expect(reranker).toBeUndefined();
  });
});
