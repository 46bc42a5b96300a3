import { expect, it } from "vitest";
import { connectionTo, sender } from "../../../src/client/send.ts";
import { typedClient } from "../../../src/client/typed-client.ts";
import { shortHash } from "../../../src/text/hash.ts";
import { pushFiles } from "../../../src/web/push/push-files.ts";
import { selectFiles } from "../../../src/web/push/use-push.ts";
import { made } from "../../redaction/samples/random.ts";

const SERVER = "https://recall.example";
// Put together when the test runs, so that no scanner takes this file for a leak.
const token = ["gh", "p_", made(9).any(36)].join("");

interface Body {
  readonly files?: readonly (readonly [path: string, hash: string, bytes: number, mtime: number])[];
  readonly documents?: readonly { readonly path: string; readonly text: string }[];
}

/** Pushes a dropped folder to a server that lacks all of it. Answers what reached that. */
async function push(files: Readonly<Record<string, string>>) {
  const selection = await selectFiles({
    folder: "notes",
    files: Object.entries(files).map(([path, text]) => ({ path, file: new File([text], path) })),
  });
  const named: NonNullable<Body["files"]>[number][] = [];
  const texts = new Map<string, string>();
  const answer: typeof fetch = async (_, init) => {
    const { files: asked = [], documents } = JSON.parse(String(init?.body)) as Body;
    named.push(...asked);
    for (const { path, text } of documents ?? []) texts.set(path, text);
    const limits = { maxBatchBytes: 1_000_000, maxBatchFiles: 100, maxFileBytes: 1_000_000 };
    return Response.json(
      documents === undefined
        ? { push: 1, limits, documents: 0, gone: [], refused: [], missing: asked.map(([path]) => path) }
        : { indexed: documents.length, unchanged: 0, chunks: 1, toEmbed: 0, version: 1, failed: [] },
    );
  };
  const api = typedClient(
    SERVER,
    sender(connectionTo(SERVER, "t", answer), { retries: 0, timeoutMs: 5_000 }),
  );
  const report = await pushFiles(
    { root: "notes", join: false, files: selection.files },
    { api, browser: "browser", signal: new AbortController().signal, onProgress: () => undefined },
  );
  return { report, named, texts };
}

it("sends marks in the place of secrets, under their hash and length, and says where they were", async () => {
  const { report, named, texts } = await push({ "a.md": `One\nuse ${token} here\n`, "b.md": "Two\n" });
  const text = "One\nuse [redacted:github_token] here\n";
  expect(texts).toEqual(
    new Map([
      ["a.md", text],
      ["b.md", "Two\n"],
    ]),
  );
  expect(named[0]?.slice(0, 3)).toEqual([
    "a.md",
    await shortHash(new TextEncoder().encode(text)),
    text.length,
  ]);
  expect(report.redacted).toEqual([{ path: "a.md", line: 2, kind: "github_token" }]);
});

it("keeps the secrets of files that the folder's own .recallignore names", async () => {
  const { report, texts } = await push({
    ...{ ".recallignore": "# secrets-keep: docs/\n", "sub/.recallignore": "# secrets-keep: *.md\n" },
    ...{ "docs/a.md": token, "sub/b.md": token },
  });
  expect([...texts]).toEqual([
    ["docs/a.md", token],
    ["sub/b.md", "[redacted:github_token]"],
  ]);
  expect(report.redacted.map(({ path }) => path)).toEqual(["sub/b.md"]);
});
