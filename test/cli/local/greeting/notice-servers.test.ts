import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, it, onTestFinished } from "vitest";
import { modelOffers, noticeServers } from "../../../../src/cli/local/greeting/notice-servers.ts";

/** A server on a free port that answers every request so; undefined: it never answers. */
async function listening(body: unknown): Promise<string> {
  const server = createServer((_, response) => {
    if (body !== undefined) response.end(JSON.stringify(body));
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const models = (...ids: readonly string[]) => ({ object: "list", data: ids.map((id) => ({ id })) });

/** One that never answers is waited for so long; all others answer sooner, also on a busy machine. */
const [SILENT_MS, ANSWERED_MS] = [3_000, 60_000];

it("notices programs that list models, and names one that makes vectors", async () => {
  const [ollama, studio, silent, other] = await Promise.all(
    [models("llama3", "nomic-embed-text:latest"), models("qwen"), undefined, { hello: 1 }].map(listening),
  );
  const program = (name: string, url = "") => ({ name, url });
  const programs = [
    ...[program("Ollama", ollama), program("LM Studio", studio), program("silent", silent)],
    ...[program("other", other), program("nobody", "http://127.0.0.1:1")],
  ];
  const found = await noticeServers(programs, SILENT_MS);
  expect(found).toEqual([
    { name: "Ollama", url: ollama, model: "nomic-embed-text:latest" },
    { name: "LM Studio", url: studio, model: undefined },
  ]);
});

it("takes a common port's server for what it says it is", async () => {
  const data = [{ id: "bge-m3.gguf", owned_by: "llamacpp" }];
  const [right, wrong] = await Promise.all([listening({ data }), listening(models("bge-m3.gguf"))]);
  const program = (url: string) => ({ name: "llama.cpp", url, owner: "llamacpp" });
  expect(await noticeServers([program(right), program(wrong)], ANSWERED_MS)).toEqual([
    { name: "llama.cpp", url: right, model: "bge-m3.gguf" },
  ]);
});

it("says what to type, safely, and what to install where nothing is noticed", () => {
  const url = "http://127.0.0.1:11434";
  expect(modelOffers([{ name: "Ollama", url, model: "my embed;\u001b[2J" }], "npm start")).toEqual([
    "  Ollama runs here; to search by meaning with it:",
    `    EMBEDDINGS_URL=${url} EMBEDDINGS_MODEL='my embed;␛[2J' npm start`,
  ]);
  expect(modelOffers([{ name: "Ollama", url, model: undefined }], "recall serve")).toEqual([
    "  Ollama runs here, without a model for vectors; once it has one, such as nomic-embed-text:",
    `    EMBEDDINGS_URL=${url} EMBEDDINGS_MODEL=nomic-embed-text recall serve`,
  ]);
  expect(modelOffers([], "npm start")).toEqual([
    "  no model: words stand in for meaning until `recall models install`",
  ]);
});
