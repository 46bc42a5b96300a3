import { expect, it } from "vitest";
import type { AuditAnswer } from "../../../../src/audit/contract.ts";
import { fakeServer } from "../../fake-server.ts";
import { runCli } from "../../run-cli.ts";
import { temporaryFolder } from "../../temporary-folder.ts";

const FINE = {
  check: "document_counts",
  promise: "each document has as many passages as it says",
  checked: 2,
  failed: 0,
  examples: [],
  repair: [],
};
const WRONG = {
  ...FINE,
  failed: 1,
  examples: [{ id: "notes:a\u001b[2J.md", note: "because" }],
  repair: ["recall doctor --repair"],
};

const page = (checks: AuditAnswer["checks"], next: string | null = null): AuditAnswer => ({
  workspace: "default",
  full: false,
  checks,
  nextCursor: next,
});

/** Of a server on the embedded parts, which has no model to ask. */
const SEARCHED = {
  ...{ outcome: "nothing_found", hits: [], degraded: ["generator_missing"] },
  index: { embedder: "embedded:hash", reranker: "embedded:re-scoring" },
};

async function doctor(args: readonly string[], answers: Readonly<Record<string, unknown>>) {
  const server = await fakeServer();
  server.answers.set("POST /v1/search", SEARCHED);
  server.answers.set("GET /v1/status", {});
  for (const [request, answer] of Object.entries(answers)) server.answers.set(request, answer);
  const env = { RECALL_URL: server.url, RECALL_TOKEN: "t" };
  return { server, ...(await runCli(["doctor", ...args], { cwd: temporaryFolder(), env })) };
}

it("adds up the pages of an audit, and is content when nothing is wrong", async () => {
  const { code, stdout } = await doctor([], {
    "GET /v1/audit?full=false": page([FINE], "document_counts x"),
    "GET /v1/audit?full=false&cursor=document_counts+x": page([FINE]),
  });
  expect(stdout).toContain("ok     each document has as many passages as it says (4 looked at)");
  expect(stdout).toContain("default: nothing is wrong");
  expect(code).toBe(0);
});

it("names what is wrong and the command that repairs it, obeys no name, and ends with 1", async () => {
  const { code, stdout } = await doctor(["--full"], { "GET /v1/audit?full=true": page([WRONG]) });
  expect(stdout).toContain("WRONG  each document has as many passages as it says: 1 of 2 not");
  expect(stdout).toContain("notes:a\u241b[2J.md: because");
  expect(stdout).toContain("repair: recall doctor --repair");
  expect(code).toBe(1);
});

it("repairs, then looks again: what counts is what is still wrong", async () => {
  const answers = { "POST /v1/audit/repair": page([WRONG]), "GET /v1/audit?full=false": page([FINE]) };
  const { code, stdout, server } = await doctor(["--repair"], answers);
  expect(server.seen.map(({ method, url }) => `${method} ${url}`)).toEqual([
    ...["POST /v1/audit/repair", "GET /v1/audit?full=false", "GET /v1/status", "POST /v1/search"],
  ]);
  expect(stdout).toMatch(/^Found 1 thing wrong, repaired 1\.\nok /);
  expect(code).toBe(0);
  const json = JSON.parse((await doctor(["--repair", "--json"], answers)).stdout);
  expect(json).toMatchObject({ failed: 0, repaired: [{ check: "document_counts", failed: 1 }] });
});

it("tells after a repair what only a push brings back, and to repair again only where nothing else helps", async () => {
  const push = 'recall push the folder of root "notes"';
  const orphan = { ...WRONG, check: "chunk_without_document", promise: "each passage belongs to a document" };
  const damaged = { ...WRONG, check: "text_hashes", promise: "the bytes are those" };
  const steps = { repair: ["recall doctor --repair", push] };
  const { code, stdout } = await doctor(["--repair"], {
    "POST /v1/audit/repair": page([{ ...orphan, ...steps }, { ...damaged, ...steps }, WRONG]),
    "GET /v1/audit?full=false": page([
      { ...orphan, failed: 0, examples: [], repair: [] },
      { ...damaged, ...steps },
      WRONG,
    ]),
  });
  expect(stdout.split("\n").filter((line) => !line.includes("because"))).toEqual([
    "Found 3 things wrong, repaired 1.",
    `  each passage belongs to a document: 1 removed, now ${push}`,
    "ok     each passage belongs to a document (2 looked at)",
    "WRONG  the bytes are those: 1 of 2 not",
    `         repair: ${push}`,
    "WRONG  each document has as many passages as it says: 1 of 2 not",
    "         repair: recall doctor --repair",
    "default: 2 checks of 3 failed; large workspaces are sampled, --full looks at everything",
    "",
  ]);
  expect(code).toBe(1);
});

it("repairs everything with --full, and says nothing of repairs where nothing was wrong", async () => {
  const answers = { "POST /v1/audit/repair": page([FINE]), "GET /v1/audit?full=true": page([FINE]) };
  const { stdout, server } = await doctor(["--repair", "--full"], answers);
  expect(server.seen.map(({ body }) => body).slice(0, 2)).toEqual([{ full: true }, undefined]);
  expect(stdout).toMatch(/^ok {5}each document/);
  const json = JSON.parse((await doctor(["--repair", "--full", "--json"], answers)).stdout);
  expect(json.repaired).toEqual([]);
  const looked = JSON.parse((await doctor(["--full", "--json"], answers)).stdout);
  expect(looked).toEqual({ workspace: "default", full: true, checks: [FINE], failed: 0 });
});

it("counts as repaired what is not wrong any more, and what is more wrong than before not at all", async () => {
  const many = { ...WRONG, failed: 1_203, examples: [] };
  const other = { ...WRONG, check: "other", promise: "others are whole", failed: 1 };
  const { stdout } = await doctor(["--repair"], {
    "POST /v1/audit/repair": page([many, other]),
    "GET /v1/audit?full=false": page([
      { ...many, failed: 3 },
      { ...other, failed: 2 },
    ]),
  });
  expect(stdout.split("\n")[0]).toBe("Found 1,204 things wrong, repaired 1,200.");
});

it("asks every model by one search that is not logged, and says why one does not answer", async () => {
  const audit = { "GET /v1/audit?full=false": page([FINE]) };
  const outage = { part: "embedder", reason: "unauthorized", status: 401, message: "It answered 401\u001b" };
  const index = { embedder: "nomic", reranker: "jina" };
  const times = { since: "2026-11-20T12:00:00Z", retryAt: "2026-11-20T12:01:00Z" };
  const lost = await doctor([], {
    ...audit,
    "POST /v1/search": { ...SEARCHED, index, outages: [{ ...outage, ...times }] },
  });
  expect(lost.stdout.split("\n").slice(1)).toEqual([
    "WRONG  each model that a search asks answers: 1 of 3 not",
    "         the embedding model: It answered 401␛ (since 2026-11-20T12:00:00Z, asked again after 2026-11-20T12:01:00Z)",
    "default: 1 check of 2 failed; large workspaces are sampled, --full looks at everything",
    "",
  ]);
  expect(lost.code).toBe(1);
  expect(lost.server.seen.at(-1)?.body).toMatchObject({ expand: true, log: false });
  const fine = await doctor([], { ...audit, "POST /v1/search": { ...SEARCHED, index, degraded: [] } });
  expect(fine.stdout).toContain("ok     each model that a search asks answers (4 looked at)");
  expect(fine.code).toBe(0);
});
