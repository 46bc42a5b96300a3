import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type AuditPage, auditPage } from "../../src/audit/audit.ts";
import { auditDeps } from "../../src/audit/audit-workspace.ts";
import type { AuditDeps } from "../../src/audit/check.ts";
import { CHECKS } from "../../src/audit/checks.ts";
import { documentsOf } from "../../src/audit/citations.ts";
import { askForPush } from "../../src/audit/sql/audit.ts";
import { openSession } from "../../src/database/session.ts";
import { vectorizeIndex } from "../../src/models/cloudflare/vectorize.ts";
import { createMeter } from "../../src/models/ports.ts";
import { createWorld, type World } from "../support/worlds/world.ts";

describe("an audit in parts", () => {
  let world: World;
  let token: string;

  beforeEach(async () => {
    world = await createWorld();
    token = await world.client.workspace("default");
  });
  afterEach(() => world.dispose());

  const partsOf = (isFull: boolean, limits: AuditDeps["limits"]): AuditDeps => {
    const session = openSession(world.database, { from: "primary", meter: createMeter() });
    const running = {
      vectors: vectorizeIndex(world.vectorize),
      identity: "@cf/baai/bge-base-en-v1.5|cls|768|1",
      plan: "paid" as const,
      random: Math.random,
    };
    return { ...auditDeps({ session, workspace: 1, nowMs: Date.now() }, running, isFull), limits };
  };

  const walk = async (parts: AuditDeps, repairs = false) => {
    const checked = new Map<string, number>();
    const found: string[] = [];
    let page: AuditPage | undefined;
    let pages = 0;
    do {
      page = await auditPage(parts, { cursor: page?.next, repairs });
      for (const report of page.checks) {
        checked.set(report.check, (checked.get(report.check) ?? 0) + report.checked);
        found.push(...report.found.map(({ id }) => `${report.check} ${id}`));
      }
      pages++;
    } while (page.next !== undefined);
    return { checked, found, pages };
  };

  it("looks at each thing once, however small the parts are", async () => {
    const files = Object.fromEntries(
      Array.from({ length: 7 }, (_, at) => [`d${at % 2}/n${at}.md`, `# ${at}\n\nHerons ${at}.\n`]),
    );
    for (const root of ["a", "b"]) await world.client.upload(token, files, root);
    for (let sweep = 0; sweep < 2; sweep++) await world.client.sweep();
    await world.vectorize.describe();
    await world.database.prepare("UPDATE documents SET chunk_count = 5 WHERE path = 'd1/n3.md'").run();
    const small = await walk(partsOf(true, { slices: 1, rows: 3, bytes: 30, rewrites: 3 }));
    const large = await walk(partsOf(true, { slices: 100, rows: 1_000, bytes: 1_000_000, rewrites: 3 }));
    expect(large.pages).toBe(1);
    expect(small.pages).toBeGreaterThan(CHECKS.length);
    // A row that looks for what has no place of its own is looked for with each part.
    expect(Object.fromEntries(small.checked)).toEqual({ ...Object.fromEntries(large.checked) });
    expect(small.checked.get("missing_keyword_row")).toBe(14);
    expect(small.checked.get("text_hashes")).toBe(14);
    const [a, b] = ["document_counts a:d1/n3.md", "document_counts b:d1/n3.md"];
    expect(small.found).toEqual([a, b, "workspace_totals default"]);
    expect(large.found).toEqual(small.found);
  });

  it("is clean in the middle of a push, and while work is pending", async () => {
    const texts = (of: string) =>
      Object.fromEntries(Array.from({ length: 12 }, (_, at) => [`n${at}.md`, `${of} ${at}.\n`]));
    await world.client.upload(token, texts("Herons"));
    expect((await walk(partsOf(true, { slices: 50, rows: 5, bytes: 100, rewrites: 3 }))).found).toEqual([]);
    await world.client.sweep();
    const parts = partsOf(true, { slices: 2, rows: 5, bytes: 100, rewrites: 3 });
    let page: AuditPage | undefined;
    for (let step = 0; page === undefined || page.next !== undefined; step++) {
      page = await auditPage(parts, { cursor: page?.next, repairs: false });
      expect(page.checks.flatMap(({ found }) => found)).toEqual([]);
      if (step % 3 === 0) await world.client.upload(token, texts(`Eels ${step}`));
      if (step % 3 === 1) await world.client.sweep();
      if (step % 5 === 4) await world.client.call("DELETE", `/v1/documents/n${step % 12}.md`, { token });
    }
  });

  it("looks at samples of a large workspace, and with full at everything", async () => {
    const section = (at: number) => `# Section ${at}\n\n${`word${at} `.repeat(40)}\n`;
    for (const name of ["a", "b", "c"]) {
      const text = Array.from({ length: 680 }, (_, at) => section(at)).join("\n");
      await world.client.upload(token, { [`${name}.md`]: `${name}\n\n${text}` });
    }
    await world.database.prepare("UPDATE chunks SET vector_state = 'visible'").run();
    await world.database.prepare("DELETE FROM outbox").run();
    const limits = { slices: 10_000, rows: 5_000, bytes: 1_000_000, rewrites: 3 };
    const chunks = Number(
      (await world.database.prepare("SELECT count(*) AS n FROM chunks").first<{ n: number }>())?.n,
    );
    expect(chunks).toBeGreaterThan(2_000);
    const missing = { ...partsOf(false, limits) };
    const sample = await walk(missing);
    expect(sample.checked.get("missing_vector")).toBeLessThanOrEqual(400);
    expect(sample.checked.get("missing_vector")).toBeGreaterThan(200);
    expect((await walk(partsOf(true, limits))).checked.get("missing_vector")).toBe(chunks);
  });

  it("asks for a push where the text is lost, and says so until it was pushed", async () => {
    const files = { "a.md": "The heron nests.\n", "b.md": "Eels pass.\n" };
    await world.client.upload(token, files);
    await world.database.prepare("UPDATE chunks SET text = 'forged' WHERE text LIKE '%heron%'").run();
    const limits = { slices: 100, rows: 1_000, bytes: 1_000_000, rewrites: 3 };
    expect((await walk(partsOf(true, limits), true)).found).toEqual(["text_hashes notes:a.md"]);
    const [report] = (await auditPage(partsOf(true, limits), { repairs: false })).checks.filter(
      ({ found }) => found.length > 0,
    );
    expect(report?.found[0]?.needsPush).toBe("notes");
    await world.client.upload(token, files);
    expect((await walk(partsOf(true, limits))).found).toEqual([]);
    const { body } = await world.client.call("GET", "/v1/documents/a.md", { token });
    expect(body.text).toBe(files["a.md"]);
  });

  it("leaves a memory alone whose text is lost, as nobody pushes it", async () => {
    const text = "The heron nests in April.";
    await world.client.call("POST", "/v1/memories", { token, body: { text } });
    await world.database.prepare("UPDATE chunks SET text = 'forged'").run();
    const hash = async () => (await world.database.prepare("SELECT hash FROM documents").first())?.hash;
    const before = await hash();
    const limits = { slices: 100, rows: 1_000, bytes: 1_000_000, rewrites: 3 };
    const { found } = await walk(partsOf(true, limits), true);
    expect(found).toEqual([expect.stringContaining("text_hashes memories:")]);
    expect(await hash()).toBe(before);
  });

  it("writes only so many documents again in one page, and all in the end", async () => {
    const files = Object.fromEntries(Array.from({ length: 10 }, (_, at) => [`n${at}.md`, `Herons ${at}.\n`]));
    await world.client.upload(token, files);
    await world.database.prepare("UPDATE chunks SET text_hash = 'stale'").run();
    const parts = partsOf(true, { slices: 100, rows: 1_000, bytes: 1_000_000, rewrites: 3 });
    const rewritten: string[] = [];
    const counted = {
      ...parts,
      rewrite: async (document: Parameters<AuditDeps["rewrite"]>[0]) => {
        rewritten.push(document.path);
        await parts.rewrite(document);
      },
    };
    const { found, pages } = await walk(counted, true);
    expect([found.length, pages]).toEqual([10, 5]);
    expect(rewritten.sort()).toEqual(Object.keys(files).sort());
    expect((await walk(parts)).found).toEqual([]);
  });

  it("never puts an older text in place of one that was pushed while it was repaired", async () => {
    await world.client.upload(token, { "a.md": "The heron nests.\n" });
    const parts = partsOf(true, { slices: 100, rows: 1_000, bytes: 1_000_000, rewrites: 3 });
    const { documents } = await documentsOf(
      { ...parts, limits: { ...parts.limits, bytes: 1_000_000 } },
      { after: ["", ""], limit: 10 },
    );
    await world.client.upload(token, { "a.md": "Eels pass.\n" });
    for (const document of documents) {
      await parts.rewrite(document);
      await askForPush(parts.db, document);
    }
    expect(documents).toHaveLength(1);
    const { body } = await world.client.call("GET", "/v1/documents/a.md", { token });
    expect(body.text).toBe("Eels pass.\n");
    expect((await walk(parts)).found).toEqual([]);
  });

  it("refuses a cursor that no page has answered", async () => {
    for (const cursor of [
      "nonsense",
      "missing_vectors ",
      "document_counts [1",
      "invalid_vector {",
      "text_hashes {}",
    ]) {
      const query = new URLSearchParams({ cursor });
      const { status, body } = await world.client.call("GET", `/v1/audit?${query}`, { token });
      expect([cursor, status, body.error?.code]).toEqual([cursor, 400, "invalid_input"]);
    }
  });

  it("is for admins", async () => {
    const writer = await world.client.workspace("other", "write");
    const answers = await Promise.all([
      world.client.call("GET", "/v1/audit", { token: writer }),
      world.client.call("POST", "/v1/audit/repair", { token: writer, body: {} }),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([403, 403]);
  });
});
