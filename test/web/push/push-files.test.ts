import { expect, it } from "vitest";
import { connectionTo, sender } from "../../../src/client/send.ts";
import { typedClient } from "../../../src/client/typed-client.ts";
import { type PushProgress, pushFiles } from "../../../src/web/push/push-files.ts";

const SERVER = "https://recall.example";
const LIMITS = { maxBatchBytes: 1_000_000, maxBatchFiles: 100, maxFileBytes: 1_000_000 };

const refused = (path: string) => ({ path, code: "invalid_input", message: "not this one" });

interface Request {
  readonly files?: readonly (readonly [path: string, ...rest: readonly unknown[]])[];
  readonly documents?: readonly { readonly path: string }[];
}

interface Fake {
  readonly missing: readonly string[];
  readonly refused?: readonly string[];
  /** Answers an upload of these paths. */
  readonly upload: (paths: readonly string[]) => Response;
}

/** Pushes files from the page to a server that answers so. */
async function push(paths: readonly string[], fake: Fake, own: readonly File[] = []) {
  const uploads: (readonly string[])[] = [];
  const answer: typeof fetch = async (_, init) => {
    const { documents } = JSON.parse(String(init?.body)) as Request;
    if (documents === undefined)
      return Response.json({
        ...{ push: 1, limits: LIMITS, documents: 0, gone: [] },
        ...{ missing: fake.missing, refused: (fake.refused ?? []).map(refused) },
      });
    const sent = documents.map(({ path }) => path);
    uploads.push(sent);
    return fake.upload(sent);
  };
  const patience = { retries: 0, timeoutMs: 5_000 };
  const api = typedClient(SERVER, sender(connectionTo(SERVER, "t", answer), patience));
  const files = paths.map((path) => ({
    path,
    file: own.find(({ name }) => name === path) ?? new File([`${path}\n`], path),
  }));
  const seen: PushProgress[] = [];
  const report = await pushFiles(
    { root: "notes", join: false, files },
    {
      api,
      browser: "browser",
      signal: new AbortController().signal,
      onProgress: (progress) => seen.push(progress),
    },
  ).catch((error: unknown) => error);
  return { report, uploads, seen, last: seen.at(-1) };
}

const taken = (paths: readonly string[], failed: readonly string[] = []) =>
  Response.json({
    ...{ indexed: paths.length - failed.length, unchanged: 0, chunks: paths.length, toEmbed: 0, version: 1 },
    failed: failed.map(refused),
  });

const failing = () =>
  Response.json({ error: { code: "unavailable", message: "The database is away" } }, { status: 503 });

it("counts each file once: sent, unchanged, or failed whether the manifest or the upload refused it", async () => {
  const { report, last } = await push(["a.md", "b.md", "c.md", "d.md", "e.md"], {
    missing: ["a.md", "b.md"],
    refused: ["c.md"],
    upload: (paths) => taken(paths, ["b.md"]),
  });
  expect(report).toMatchObject({ sent: 1, unchanged: 2, chunks: 2, binary: [] });
  expect(report).toHaveProperty("failed", [refused("c.md"), refused("b.md")]);
  expect(last).toEqual({ phase: "done", done: 2, total: 2 });
});

it("names the one file that the server fails over and sends the others", async () => {
  const paths = ["a.md", "b.md", "c.md"];
  const { report } = await push(paths, {
    missing: paths,
    upload: (sent) => (sent.includes("b.md") ? failing() : taken(sent)),
  });
  const failed = [{ path: "b.md", code: "unavailable", message: "The database is away" }];
  expect(report).toMatchObject({ sent: 2, unchanged: 0, failed });
});

it("gives up on a server that fails over everything, long before each file was tried", async () => {
  const paths = Array.from({ length: 90 }, (_, at) => `n${String(at).padStart(2, "0")}.md`);
  const { report, uploads } = await push(paths, { missing: paths, upload: failing });
  expect(report).toMatchObject({ code: "unavailable", answeredStatus: 503 });
  expect(uploads.filter((sent) => sent.length === 1)).toHaveLength(20);
});

it("tells how far it is: reading, comparing, sending, done", async () => {
  const { seen } = await push(["a.md", "b.md"], { missing: ["b.md"], upload: taken });
  expect(seen.map(({ phase, done, total }) => `${phase} ${done}/${total}`)).toEqual([
    ...["reading 0/2", "reading 1/2", "comparing 0/2", "sending 0/1", "done 1/1"],
  ]);
});

it("reads a file again when it sends it, and tells when it is no longer text", async () => {
  const texts = [new TextEncoder().encode("text\n"), Uint8Array.of(0, 1)];
  const changing = Object.assign(new File(["text\n"], "a.md"), {
    arrayBuffer: async () => texts.shift()?.buffer,
  });
  const { report, uploads } = await push(["a.md", "b.md"], { missing: ["a.md", "b.md"], upload: taken }, [
    changing,
  ]);
  const failed = [{ path: "a.md", code: "not_text", message: "the text is not UTF-8: convert it first" }];
  expect(report).toMatchObject({ sent: 1, unchanged: 0, failed });
  expect(uploads).toEqual([["b.md"]]);
});

it("counts what the server found unchanged after all", async () => {
  const unchanged = { indexed: 1, unchanged: 1, chunks: 3, toEmbed: 0, version: 1, failed: [] };
  const { report } = await push(["a.md", "b.md", "c.md"], {
    missing: ["a.md", "b.md"],
    upload: () => Response.json(unchanged),
  });
  expect(report).toMatchObject({ sent: 1, unchanged: 2, chunks: 3 });
});
