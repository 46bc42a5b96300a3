import { createHash } from "node:crypto";
import { expect, it } from "vitest";
import { newOrigin, pushTexts } from "../../../../src/cli/commands/eval/push-texts.ts";
import type { PushClient } from "../../../../src/cli/session/recall-client.ts";

interface Sent {
  readonly root: string;
  readonly request: { readonly origin: string; readonly documents: readonly { readonly path: string }[] };
}

/** A server that takes so much at once, and refuses the documents of these paths. */
function server(limits: object = {}, refused: readonly string[] = []) {
  const manifests: Sent[] = [];
  const uploads: Sent[] = [];
  const client = {
    manifest: async (root: string, request: Sent["request"]) => {
      manifests.push({ root, request });
      return { limits: { maxBatchBytes: 1_000, maxBatchFiles: 100, ...limits } };
    },
    upload: async (root: string, request: Sent["request"]) => {
      uploads.push({ root, request });
      const failed = request.documents.filter(({ path }) => refused.includes(path));
      return { failed: failed.map(({ path }) => ({ path, code: "too_large", message: "It is long" })) };
    },
  } as unknown as PushClient;
  return { client, manifests, uploads };
}

const options = () => {
  const progress: (readonly number[])[] = [];
  return {
    progress,
    signal: new AbortController().signal,
    onProgress: (...told: number[]) => void progress.push(told),
  };
};

it("sends texts to one root of their own, each with its hash, one date and the chunks it has", async () => {
  const { client, manifests, uploads } = server();
  const chunks = [{ startLine: 1, endLine: 1, headings: [] }];
  expect(
    await pushTexts(
      client,
      [
        { path: "a", text: "ä" },
        { path: "b", text: "x", chunks },
      ],
      options(),
    ),
  ).toEqual([]);
  const [manifest] = manifests;
  const { origin } = manifest?.request ?? { origin: "" };
  expect(origin).toMatch(/^[0-9a-f]{32}$/);
  expect(manifest).toEqual({
    root: "judged",
    request: { origin, join: false, dryRun: false, files: [], after: "", upTo: null },
  });
  const hashOf = (text: string) => createHash("sha256").update(text).digest("hex").slice(0, 32);
  const mtime = Date.parse("2026-01-01T00:00:00.000Z");
  expect(uploads).toEqual([
    {
      root: "judged",
      request: {
        origin,
        documents: [
          { path: "a", text: "ä", hash: hashOf("ä"), mtime },
          { path: "b", text: "x", chunks, hash: hashOf("x"), mtime },
        ],
      },
    },
  ]);
  expect(newOrigin()).not.toBe(newOrigin());
});

it("sends no more at once than the server takes, counted in bytes, and says how far it is", async () => {
  const documents = [..."abcde"].map((path) => ({ path, text: "ä" }));
  const pathsOf = async (limits: object) => {
    const { client, uploads } = server(limits);
    const told = options();
    await pushTexts(client, documents, told);
    return [uploads.map(({ request }) => request.documents.map(({ path }) => path).join("")), told.progress];
  };
  const inTwos = [
    ["ab", "cd", "e"],
    [
      [2, 5],
      [4, 5],
      [5, 5],
    ],
  ];
  expect(await pathsOf({ maxBatchFiles: 2 })).toEqual(inTwos);
  expect(await pathsOf({ maxBatchBytes: 5 })).toEqual(inTwos);
});

it("ends where the server does not take a document, and at a stop", async () => {
  const documents = [..."abc"].map((path) => ({ path, text: path }));
  await expect(pushTexts(server({}, ["b", "c"]).client, documents, options())).rejects.toMatchObject({
    code: "invalid_input",
    message: "The server did not take 2 documents, first b: It is long",
  });
  const { client, uploads } = server();
  const stopped = { ...options(), signal: AbortSignal.abort(new Error("stopped")) };
  await expect(pushTexts(client, documents, stopped)).rejects.toThrow("stopped");
  expect(uploads).toEqual([]);
});
