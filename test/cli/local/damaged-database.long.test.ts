import {
  cpSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { wholeAudit } from "../../../src/cli/audit/audit.ts";
import { packageRoot } from "../../../src/cli/local/load-runtime.ts";
import { ensureAccess, signingSecret } from "../../../src/cli/local/local-access.ts";
import { startServer } from "../../../src/cli/local/start-server.ts";
import { type RecallClient, recallClient } from "../../../src/cli/session/recall-client.ts";
import { AppError } from "../../../src/errors.ts";
import { shortHash } from "../../../src/text/hash.ts";
import { serveWith } from "./serve-while.ts";

const PAGE_BYTES = 4_096;
const OVERWRITTEN = 30;
const folder = mkdtempSync(join(tmpdir(), "damaged-"));
const healthy = join(folder, "healthy");
const ORIGIN = "0".repeat(32);

/** Serves a home, does the work with a client of it, and stops. */
async function serving<Answer>(home: string, work: (client: RecallClient) => Promise<Answer>) {
  const secret = await signingSecret(home);
  const server = await startServer({ root: packageRoot(), home, port: 0, secret });
  try {
    const { token } = await ensureAccess({ url: server.url, fetch }, home, secret);
    const signal = new AbortController().signal;
    const connection = { url: server.url, token, signal, maxRetries: 0, onBookmark: () => undefined };
    return await work(recallClient({ ...connection, bookmark: () => undefined }));
  } finally {
    await server.stop();
  }
}

const document = async (at: number) => {
  const steps = Array.from(
    { length: 60 },
    (_, step) => `Step ${step}: Team-${at % 7} restarts Db-${at * step}.`,
  );
  const text = `# Runbook ${at}\n\n${steps.join("\n\n")}\n`;
  return { path: `r${at}.md`, text, hash: await shortHash(text), mtime: 1_760_000_000_000 };
};

async function push(client: RecallClient, from = 0): Promise<void> {
  const documents = await Promise.all(Array.from({ length: 20 }, (_, at) => document(from + at)));
  await client.upload("notes", { origin: ORIGIN, documents });
}

/** The database's file in a copy of the home. */
function copied(name: string): { readonly home: string; readonly file: string } {
  const home = join(folder, name);
  cpSync(healthy, home, { recursive: true });
  const state = join(home, "state");
  const files = readdirSync(state, { recursive: true, encoding: "utf8" })
    .filter((path) => /D1DatabaseObject.[0-9a-f]{64}\.sqlite$/.test(path))
    .map((path) => join(state, path));
  return { home, file: files[0] ?? "" };
}

/** Brings what the write-ahead log holds into the file, where it can be damaged. */
function checkpoint(file: string): void {
  const database = new DatabaseSync(file);
  database.exec("PRAGMA wal_checkpoint(TRUNCATE)");
  database.close();
}

/** Pages of the passages that hold a text. Pages of other tables, and free ones, may hold what once was a passage. */
function chunkPagesWith(file: string, text: string): readonly number[] {
  const database = new DatabaseSync(file, { readOnly: true });
  const pages = database.prepare("SELECT pageno FROM dbstat WHERE name = 'chunks' ORDER BY pageno").all();
  database.close();
  const bytes = readFileSync(file);
  const isIn = (page: number) => bytes.subarray((page - 1) * PAGE_BYTES, page * PAGE_BYTES).includes(text);
  return pages.map(({ pageno }) => Number(pageno)).filter(isIn);
}

/** Numbers from 0 to 1 that a seed gives. */
function numbersOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32;
    return state / 2 ** 32;
  };
}

function overwrite(file: string, seed: number): void {
  const random = numbersOf(seed);
  checkpoint(file);
  const pages = statSync(file).size / PAGE_BYTES;
  const handle = openSync(file, "r+");
  for (let left = OVERWRITTEN; left > 0; left--) {
    const noise = Buffer.from(Array.from({ length: PAGE_BYTES }, () => Math.floor(random() * 256)));
    // The first page holds the schema: without it nothing can be read at all.
    writeSync(handle, noise, 0, PAGE_BYTES, (1 + Math.floor(random() * (pages - 1))) * PAGE_BYTES);
  }
}

/** What a call came to: "ok", or the code of its failure. */
const outcomeOf = (call: Promise<unknown>): Promise<string> =>
  call.then(
    () => "ok",
    (error: unknown) => (error instanceof AppError ? error.code : "unknown"),
  );

const OUTCOMES = ["ok", "database_damaged", "not_found"];

/** Asks for everything that people ask for; each answers, or says that the database is damaged. */
async function askAll(client: RecallClient) {
  const calls = [
    client.status(),
    client.search({ query: "Team-3 restarts" }),
    client.document("r1.md", {}),
    client.exportPage({ vectors: false }),
    client.remember({ text: "Said after the damage", type: "fact" }),
    client.memories({}),
  ];
  for (const outcome of await Promise.all(calls.map(outcomeOf))) expect(outcome).toBeOneOf(OUTCOMES);
  return wholeAudit(client, { full: true, repair: false });
}

beforeAll(async () => {
  await serving(healthy, async (client) => {
    for (const from of [0, 20, 40]) await push(client, from);
    for (const at of [1, 2, 3])
      await client.remember({ text: `Service ${at} takes ${at}00 requests`, type: "fact" });
  });
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe("a home whose database's file is damaged", () => {
  it.each([1, 2, 3, 4, 5])(
    "by overwritten pages (%i) says what is lost, or at the start or each request what to do",
    async (seed) => {
      const { home, file } = copied(`pages-${seed}`);
      overwrite(file, seed);
      try {
        const { checks, failed } = await serving(home, askAll);
        expect(failed).toBeGreaterThan(0);
        const tables = checks.find(({ check }) => check === "unreadable_table");
        expect(tables?.examples[0]?.id).toMatch(/^table \w+$/);
        expect(tables?.repair.join()).toContain("recall restore");
      } catch (error) {
        // Pages of the schema were hit, or those by which every request's token is found.
        expect(error).toMatchObject({
          code: expect.stringMatching(/^(misconfigured|database_damaged)$/),
          message: expect.stringContaining("recall restore"),
        });
      }
    },
  );

  it("in the page of a passage names the documents that it lost, reads the others, and a repair changes nothing of that", async () => {
    const { home, file } = copied("passage");
    checkpoint(file);
    const pages = chunkPagesWith(file, "# Runbook 41\n");
    expect(pages.length).toBeGreaterThan(0);
    const handle = openSync(file, "r+");
    for (const page of pages)
      writeSync(handle, Buffer.alloc(PAGE_BYTES), 0, PAGE_BYTES, (page - 1) * PAGE_BYTES);
    const audit = await serving(home, async (client) => {
      await wholeAudit(client, { full: true, repair: true });
      // What reads other pages is answered, whoever meets the damage at the same time.
      const asked = Array.from({ length: 40 }, (_, at) =>
        outcomeOf(client.document(at % 2 === 0 ? "r1.md" : "r41.md", {})),
      );
      const outcomes = await Promise.all(asked);
      expect(outcomes).toEqual(asked.map((_, at) => (at % 2 === 0 ? "ok" : "database_damaged")));
      return askAll(client);
    });
    const texts = audit.checks.find(({ check }) => check === "text_hashes");
    expect(texts?.examples.map(({ id }) => id)).toContain("notes:r41.md");
    expect(texts?.repair.at(-1)).toBe('recall push the folder of root "notes"');
    expect(texts?.failed).toBeLessThan(texts?.checked ?? 0);
  });

  it("in the page that every status reads is served all the same, and says where", async () => {
    const { file } = copied("served");
    checkpoint(file);
    const database = new DatabaseSync(file);
    const [root] = database.prepare("SELECT rootpage FROM sqlite_schema WHERE name = 'documents'").all();
    database.close();
    const handle = openSync(file, "r+");
    writeSync(handle, Buffer.alloc(PAGE_BYTES), 0, PAGE_BYTES, (Number(root?.rootpage) - 1) * PAGE_BYTES);
    const { stdout, stderr, code } = await serveWith(["--adopt"], {
      folder,
      env: { RECALL_HOME: join(folder, "served") },
      work: async () => undefined,
    });
    expect([code, stdout]).toEqual([0, expect.stringMatching(/URL +http:[\s\S]*Ctrl-C stops/)]);
    expect(stderr.replace(/\s+/g, " ")).toContain("damaged");
  });

  it("by a cut is refused at the start, with what to do", async () => {
    const { home, file } = copied("cut");
    checkpoint(file);
    truncateSync(file, Math.floor((statSync(file).size * 0.6) / PAGE_BYTES) * PAGE_BYTES);
    await expect(serving(home, askAll)).rejects.toThrow(/Move the folder `state`.*recall restore/);
  });

  it("by a lost write-ahead log serves an older state, which a push completes", async () => {
    const { home, file } = copied("log");
    for (const end of ["-wal", "-shm"]) rmSync(`${file}${end}`, { force: true });
    await serving(home, async (client) => {
      for (const from of [0, 20, 40]) await push(client, from);
      const { hits } = await client.search({ query: "Runbook 41" });
      expect(hits[0]?.path).toBe("r41.md");
      expect((await wholeAudit(client, { full: true, repair: true })).checks.length).toBeGreaterThan(0);
      expect((await wholeAudit(client, { full: true, repair: false })).failed).toBe(0);
    });
  });
});
