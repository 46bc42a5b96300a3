import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { wholeAudit } from "../../../../src/cli/audit/audit.ts";
import { toFile } from "../../../../src/cli/commands/export/export-lines.ts";
import { importFile } from "../../../../src/cli/commands/import/import-file.ts";
import type { RecallClient } from "../../../../src/cli/session/recall-client.ts";
import { shortHash } from "../../../../src/text/hash.ts";
import { ORIGIN } from "../../../support/client.ts";
import { createWorld, type World } from "../../../support/worlds/world.ts";
import { temporaryFolder } from "../../temporary-folder.ts";
import { inProcessClient, SETTINGS } from "./in-process.ts";

const SYLLABLES = "ka mo ri tu len sor vin dap gul hex".split(" ");
/** A thousand words, so that hardly two passages are equally good. */
const WORDS = SYLLABLES.flatMap((one) =>
  SYLLABLES.flatMap((two) => SYLLABLES.map((three) => `${one}${two}${three}`)),
);

/** Always the same words: a linear congruential generator. */
function text(seed: number, words: number): string {
  let state = seed * 2_654_435_761 + 1;
  const next = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return WORDS[(state >>> 8) % WORDS.length];
  };
  return Array.from({ length: words }, next).join(" ");
}

const FILES: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    Array.from({ length: 20 }, (_, at) => [
      `notes/${at}.md`,
      `# Note ${at}\n\n${text(at, 30 + at)}.\n\n## More of ${at}\n\n${text(at + 100, 61 + 3 * at)}.\n`,
    ]),
  ),
  "2026-03-04-log.md": `# Log\n\n${text(200, 500)}\n`,
  "windows.txt": `${text(201, 20)}\r\n${text(202, 20)}\r\n`,
  "no-newline.txt": text(203, 30),
  "empty.txt": "",
  "title.md": `---\ntitle: ${text(206, 200)}\n---\n\nShort.\n`,
  "one-line.json": JSON.stringify({ words: text(204, 900) }),
  "retry.ts": `export const MAX = 8;\n\nexport function retry() {\n  return "${text(205, 30)}";\n}\n`,
};

/** The beginnings of texts that are there, so that each finds something. */
const QUERIES = Array.from({ length: 50 }, (_, at) => text(at % 20, 2 + (at % 5)));

describe("an export that is imported", () => {
  let from: World;
  let to: World;
  let token: string;
  let newToken: string;
  let file: string;
  let client: RecallClient;
  let newClient: RecallClient;

  beforeEach(async () => {
    [from, to] = await Promise.all([createWorld(), createWorld()]);
    token = await from.client.workspace("default");
    newToken = await to.client.workspace("restored");
    file = join(temporaryFolder(), "backup.ndjson");
    client = inProcessClient(from.client, token);
    newClient = inProcessClient(to.client, newToken);
  });
  afterEach(() => Promise.all([from.dispose(), to.dispose()]));

  const settle = async (world: World) => {
    for (let sweep = 0; sweep < 3; sweep++) await world.client.sweep();
    await world.vectorize.describe();
  };
  const job = (more = {}) => ({
    file,
    merge: false,
    env: { XDG_CONFIG_HOME: join(file, "..", "config") },
    settings: SETTINGS,
    signal: new AbortController().signal,
    onProgress: () => undefined,
    ...more,
  });
  const audited = async (asked: RecallClient) =>
    (await wholeAudit(asked, { full: true, repair: false })).checks.map(({ check, checked, failed }) => ({
      check,
      // Each database has its own log of who asked.
      checked: check === "access_log" ? 0 : checked,
      failed,
    }));
  const answersOf = async (world: World, asking: string, queries = QUERIES) => {
    const found: unknown[] = [];
    for (const query of queries) {
      const { body } = await world.isolate().search(asking, query, { view: "full", limit: 20 });
      expect([body.outcome, body.degraded]).toEqual(["found", []]);
      found.push(
        body.hits.map((hit: Record<string, unknown>) => ({
          at: `${hit.root}:${hit.citation}`,
          text: hit.text,
          score: hit.score,
          date: hit.date,
        })),
      );
    }
    return found;
  };
  const withOwnChunks = async () => {
    const own = "one\ntwo\nthree\nfour\nfive\n";
    const chunks = [{ startLine: 2, endLine: 3, headings: ["Mine"] }];
    const document = {
      path: "own.txt",
      hash: await shortHash(own),
      mtime: 1,
      text: own,
      chunks,
      title: "Own",
    };
    const body = { origin: ORIGIN, documents: [document] };
    await from.client.call("POST", "/v1/roots/notes/documents", { token, body });
  };

  it("answers the same with the same audit, and with vectors asks no model for it", async () => {
    await from.client.upload(token, FILES);
    await from.client.upload(token, { "other.md": `# Other\n\n${text(300, 50)}\n` }, "second root");
    await withOwnChunks();
    await settle(from);
    const sum = await toFile(client, { vectors: true }, file);
    expect(sum.documents).toBe(Object.keys(FILES).length + 2);
    expect(statSync(file).mode & 0o077).toBe(0);

    const report = await importFile(newClient, job());
    expect(report).toMatchObject({ written: sum.documents, unchanged: 0, failed: [], otherVectors: 0 });
    expect(report.vectors).toBe(sum.vectors);
    expect(report.audit.failed).toBe(0);
    await settle(to);
    expect([to.ai.embedded, to.ai.calls]).toEqual([[], []]);

    expect(await audited(newClient)).toEqual(await audited(client));
    const [before, after] = [await answersOf(from, token), await answersOf(to, newToken)];
    for (const [at, answer] of after.entries())
      expect([QUERIES[at], answer]).toEqual([QUERIES[at], before[at]]);
    for (const path of [...Object.keys(FILES), "own.txt"]) {
      const [one, other] = await Promise.all(
        [
          { world: from, asking: token },
          { world: to, asking: newToken },
        ].map(({ world, asking }) =>
          world.client.call("GET", `/v1/documents/${path}?root=notes`, { token: asking }),
        ),
      );
      expect({ ...other?.body, indexedAt: "" }).toEqual({ ...one?.body, indexedAt: "" });
    }
    expect((await to.client.upload(newToken, FILES)).body).toMatchObject({ indexed: 0 });
  });

  it("without vectors embeds each text once, and answers the same", async () => {
    await from.client.upload(token, FILES);
    await settle(from);
    await toFile(client, { vectors: false }, file);
    expect(readFileSync(file, "utf8")).not.toContain('"embedding"');
    await importFile(newClient, job());
    await settle(to);
    expect([...to.ai.embedded].sort()).toEqual([...from.ai.embedded].sort());
    const few = QUERIES.slice(0, 5);
    expect(await answersOf(to, newToken, few)).toEqual(await answersOf(from, token, few));
  });

  it("keeps what profiles were set to, and lets the same folders push on", async () => {
    await from.client.upload(token, { "a.md": "Herons.\n" });
    const settings = { "fusion.k": 30 };
    await from.client.call("PUT", "/v1/profiles/edge", { token, body: { settings } });
    await toFile(client, { vectors: false }, file);
    await importFile(newClient, job());
    const { body } = await to.client.call("GET", "/v1/profiles", { token: newToken });
    expect(body.profiles.find(({ name }: { name: string }) => name === "edge").overrides).toEqual(settings);
    expect((await to.client.upload(newToken, { "b.md": "Eels.\n" })).status).toBe(200);
  });

  it("goes into a workspace in use only with merge, and leaves there what the file does not name", async () => {
    await from.client.upload(token, { "a.md": "Herons.\n", "b.md": "Eels.\n" });
    await toFile(client, { vectors: false }, file);
    await to.client.upload(newToken, { "a.md": "Another text.\n", "c.md": "Otters.\n" });
    await expect(importFile(newClient, job())).rejects.toThrow(/--merge/);
    const report = await importFile(newClient, job({ merge: true }));
    expect(report).toMatchObject({ written: 2, failed: [] });
    const { body } = await to.client.call("GET", "/v1/documents", { token: newToken });
    expect(body.documents.map(({ path }: { path: string }) => path)).toEqual(["a.md", "b.md", "c.md"]);
    const a = await to.client.call("GET", "/v1/documents/a.md", { token: newToken });
    expect(a.body.text).toBe("Herons.\n");
  });

  it("goes on where it broke off, and writes nothing twice", async () => {
    await from.client.upload(token, FILES);
    await settle(from);
    await toFile(client, { vectors: true }, file);
    const breakingAfter = (calls: number): RecallClient => {
      let left = calls;
      return {
        ...newClient,
        // The server does the last one, but its answer is lost.
        importRecords: async (request) => {
          const answer = await newClient.importRecords(request);
          left -= 1;
          if (left < 0) throw new Error("cut off");
          return answer;
        },
      };
    };
    await expect(importFile(breakingAfter(1), job())).rejects.toThrow("cut off");
    await expect(importFile(breakingAfter(1), job())).rejects.toThrow("cut off");
    const report = await importFile(newClient, job());
    expect(report.resumedAt).toBeGreaterThan(1);
    expect(report.audit.failed).toBe(0);
    await expect(importFile(newClient, job())).rejects.toThrow(/--merge/);
    await settle(to);
    expect(to.ai.calls).toEqual([]);
    expect(await audited(newClient)).toEqual(await audited(client));
    const { body } = await to.client.call("GET", "/v1/status", { token: newToken });
    expect(body.documents).toBe(Object.keys(FILES).length);
  });

  it("says that the workspace changed meanwhile, after three tries, and leaves no file", async () => {
    await from.client.upload(token, FILES);
    let tries = 0;
    let writes = 0;
    const changing = {
      exportPage: async (place: Parameters<RecallClient["exportPage"]>[0]) => {
        if (place.cursor === undefined) tries += 1;
        const page = await client.exportPage(place);
        await from.client.upload(token, { "new.md": `${writes++}\n` });
        return { ...page, nextCursor: page.nextCursor ?? "document " };
      },
    };
    await expect(toFile(changing, { vectors: false }, file)).rejects.toThrow(/changed meanwhile/);
    expect(tries).toBe(3);
    expect(() => statSync(file)).toThrow(/ENOENT/);
  });
});
