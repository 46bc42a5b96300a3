import { describe, expect, it } from "vitest";
import { auditPage } from "../../src/audit/audit.ts";
import { auditDeps, auditWorkspace } from "../../src/audit/audit-workspace.ts";
import { CHECKS } from "../../src/audit/checks.ts";
import { documentsOf } from "../../src/audit/citations.ts";
import { auditDatabase, LIVE_IDENTITY, NOW_MS } from "./audit-database.ts";

const REPAIR = "recall doctor --repair";

describe("an audit of a workspace", () => {
  const { here, place, all, write, rewritten, parts, context } = auditDatabase();
  const notes = (count: number): Record<string, string> =>
    Object.fromEntries(Array.from({ length: count }, (_, at) => [`n${at}.md`, `Heron ${at}.\n`]));
  const mine = () => `workspace = ${place.workspace}`;
  const running = { vectors: undefined, identity: LIVE_IDENTITY, plan: "paid" as const, random: () => 0 };
  const report = async (check: string) => {
    const asked = { full: true, cursor: `${check} `, repairs: false };
    const answer = await auditWorkspace(context() as never, running, asked);
    return answer.checks.find((one) => one.check === check);
  };

  it("counts all that is wrong, and names five of it", async () => {
    await write(place.workspace, notes(6));
    await all(`UPDATE documents SET chunk_count = 9 WHERE ${mine()}`);
    const found = await report("document_counts");
    expect(found).toMatchObject({ checked: 6, failed: 6, repair: [REPAIR] });
    expect(found?.examples).toEqual([0, 1, 2, 3, 4].map((at) => ({ id: `notes:n${at}.md`, note: null })));
  });

  it.each([
    ["whose text is lost", "", [REPAIR, 'recall push the folder of root "notes"']],
    [
      "of memories",
      ", root = 'memories', kind = 'memory'",
      ["recall import an export that has the memory, with --merge, or recall forget it"],
    ],
  ])("tells each step once that repairs documents %s", async (_, more, repair) => {
    await write(place.workspace, notes(2));
    await all(`UPDATE documents SET chunk_count = 9, hash = 'lost'${more} WHERE ${mine()}`);
    expect((await report("document_counts"))?.repair).toEqual(repair);
  });

  it("has a push made of what is in no document, and says how it begins", async () => {
    const text = `Heron.\n${"x".repeat(80)}`;
    await write(place.workspace, { "a.md": `${text}\n` });
    await all(`UPDATE documents SET workspace = ${place.other} WHERE ${mine()}`);
    const found = await report("chunk_without_document");
    expect(found?.repair).toEqual([REPAIR, "recall push the folder that held it"]);
    expect(found?.examples[0]?.note).toBe(`it begins "Heron. ${"x".repeat(53)}"`);
  });

  it.each([
    ["as many as one page writes again", 3, ["n0.md", "n1.md", "n2.md"], "line_ranges "],
    ["more than one page writes again", 4, ["n0.md", "n1.md", "n2.md"], 'line_ranges ["notes","n2.md"]'],
  ])("repairs where documents are wrong, %s", async (_, count, first, next) => {
    await write(place.workspace, notes(count));
    await all(`UPDATE documents SET lines = 9 WHERE ${mine()}`);
    const page = { cursor: "line_ranges ", repairs: true };
    const { checks, next: left } = await auditPage(parts({ limits: { slices: 9, rewrites: 3 } }), page);
    expect([rewritten, checks.map(({ found }) => found.length)]).toEqual([first, [3]]);
    expect(left).toBe(next === "line_ranges " ? "text_hashes " : next);
  });

  it("repairs two documents a page on the free plan, and looks at eight parts of checks", async () => {
    await write(place.workspace, notes(3));
    await all(`UPDATE documents SET lines = 9 WHERE ${mine()}`);
    const audit = (plan: "free" | "paid", asked: { cursor?: string; repairs: boolean }) =>
      auditWorkspace(context() as never, { ...running, plan }, { full: true, ...asked });
    const page = await audit("free", { cursor: "line_ranges ", repairs: true });
    expect([page.checks.map(({ check, failed }) => [check, failed]), page.nextCursor]).toEqual([
      [["line_ranges", 2]],
      'line_ranges ["notes","n1.md"]',
    ]);
    const look = await audit("free", { repairs: false });
    expect([look.checks.length, look.nextCursor]).toEqual([8, `${CHECKS[8]?.name} `]);
    const whole = await audit("paid", { repairs: false });
    expect([whole.checks.map(({ check }) => check), whole.nextCursor]).toEqual([
      CHECKS.map(({ name }) => name),
      null,
    ]);
    expect(whole.checks.find(({ check }) => check === "line_ranges")?.failed).toBe(1);
  });

  it("adds up what the slices of a check found", async () => {
    await write(place.workspace, notes(5));
    await all(`UPDATE documents SET chunk_count = 9 WHERE ${mine()}`);
    const page = { cursor: "document_counts ", repairs: false };
    const { checks, next } = await auditPage(parts({ limits: { slices: 2, rows: 2 } }), page);
    expect(checks).toMatchObject([{ check: "document_counts", checked: 4 }]);
    expect(checks[0]?.found.map(({ id }) => id)).toEqual([0, 1, 2, 3].map((at) => `notes:n${at}.md`));
    const rest = await auditPage(parts({ limits: { slices: 1, rows: 2 } }), { ...page, cursor: next });
    expect([rest.checks[0]?.checked, rest.next]).toEqual([1, "workspace_totals "]);
  });

  it("ends a page by what was read, however little a part looks at, and looks at the rest in the next", async () => {
    await write(place.workspace, notes(5));
    const limits = { slices: 9, rows: 2, rowsRead: 1 };
    const page = async (cursor: string | undefined) =>
      auditPage(parts({ limits }), { ...(cursor !== undefined && { cursor }), repairs: false });
    const seen: number[] = [];
    let cursor: string | undefined = "document_counts ";
    while (cursor?.startsWith("document_counts ")) {
      const { checks, next } = await page(cursor);
      seen.push(...checks.map(({ checked }) => checked));
      cursor = next;
    }
    expect([seen, cursor]).toEqual([[2, 2, 1], "workspace_totals "]);
  });

  it.each(["nonsense", "document_counts [1", "document_counts {}", "text_hashes 5"])(
    "refuses the cursor %s",
    async (cursor) => {
      const page = auditPage(parts(), { cursor, repairs: false });
      await expect(page).rejects.toMatchObject({ code: "invalid_input" });
    },
  );

  it("writes a document again as it was pushed, and none that has changed since it was read", async () => {
    await write(place.workspace, { "a.md": "Heron.\n", "b.md": "Eel.\n" });
    const deps = auditDeps({ session: here.db, ...place, nowMs: NOW_MS }, running, true);
    const { documents } = await documentsOf(deps, { after: ["", ""], limit: 9 });
    await write(place.workspace, { "b.md": "Pushed meanwhile.\n" });
    await all(`UPDATE chunks SET text_hash = 'stale' WHERE ${mine()}`);
    for (const document of documents) await deps.rewrite(document);
    expect(
      await all(`SELECT text, text_hash = 'stale' AS stale FROM chunks WHERE ${mine()} ORDER BY text`),
    ).toEqual([
      { text: "Heron.", stale: 0 },
      { text: "Pushed meanwhile.", stale: 1 },
    ]);
  });
});
