import { beforeEach, describe, expect, it } from "vitest";
import { CHECKS } from "../../src/audit/checks.ts";
import { dailyAudit } from "../../src/audit/daily-audit.ts";
import { auditDatabase, LIVE_IDENTITY, NOW_MS } from "./audit-database.ts";

describe("a day's audit", () => {
  const { here, place, all, column, write } = auditDatabase();
  beforeEach(async () => {
    await all(`UPDATE workspaces SET gone_at = 1 WHERE NOT num = ${place.workspace}`);
    await write(place.workspace, { "a.md": "Heron.\n", "b.md": "Eel.\n" });
  });
  const asked: string[] = [];
  const page = dailyPages("free");
  function dailyPages(plan: "free" | "paid") {
    return () =>
      dailyAudit({
        ...{ session: here.db, plan, now: () => NOW_MS, random: () => 0 },
        vectorsFor: (identity) => void asked.push(identity),
      })();
  }
  const goesOnAt = async () =>
    (await column(`SELECT audit_next FROM workspaces WHERE num = ${place.workspace}`))[0];
  const goOnAt = (cursor: string) =>
    all(`UPDATE workspaces SET audit_next = '${cursor}' WHERE num = ${place.workspace}`);

  it("is a page on the free plan, goes on where the last one ended, and repairs nothing", async () => {
    await all(`UPDATE workspaces SET bytes = bytes + 1 WHERE num = ${place.workspace}`);
    const checked = expect.any(Number);
    expect(await page()).toEqual({ counts: { checked, wrong: 1 }, isLast: true });
    expect(await goesOnAt()).toBe(`${CHECKS[8]?.name} `);
    for (const next of [`${CHECKS[16]?.name} `, `${CHECKS[24]?.name} `, null]) {
      expect(await page()).toEqual({ counts: { checked, wrong: 0 }, isLast: true });
      expect(await goesOnAt()).toBe(next);
    }
    expect(await page()).toMatchObject({ counts: { wrong: 1 } });
    expect(asked).toEqual(Array(5).fill(LIVE_IDENTITY));
    expect(await column(`SELECT bytes FROM workspaces WHERE num = ${place.workspace}`)).toEqual([
      "Heron.\nEel.\n".length + 1,
    ]);
  });

  it("goes on inside a table, 500 rows a part on the free plan and 200 on the paid one", async () => {
    const count = 6_100;
    await all(`WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${count})
      INSERT INTO chunks (id, workspace, document, ordinal, start_line, end_line, headings, text, text_hash, embed_hash, sent_hash, tokens)
      SELECT printf('%032x', ${place.workspace} * 1000000 + i), workspace, document, i, 1, 1, headings, text, text_hash,
        printf('%032x', i), sent_hash, 8
      FROM n CROSS JOIN (SELECT * FROM chunks WHERE workspace = ${place.workspace} ORDER BY rid LIMIT 1)`);
    expect(await page()).toMatchObject({ counts: { checked: 8 * 500 } });
    const place8 = String(await goesOnAt());
    expect(place8).toMatch(/^chunk_without_document \["0+fa0",\d+\]$/);
    await goOnAt("chunk_without_document ");
    expect(await dailyPages("paid")()).toMatchObject({ counts: { checked: 30 * 200 }, isLast: false });
  });

  it.each([
    ["a place that a check does not know", "text_hashes 5", "observation_without_memory "],
    ["one of the last check's", "rows_without_workspace x", null],
    ["a check that there is no more", "of_another_version ", null],
  ])("passes on to the check after one that fails: %s", async (_, cursor, next) => {
    await goOnAt(cursor);
    const isFailing = cursor !== "rows_without_workspace x";
    if (isFailing) await expect(page()).rejects.toMatchObject({ code: "invalid_input" });
    else await page();
    expect(await goesOnAt()).toBe(next);
  });

  it("has nothing to do where every workspace is gone", async () => {
    await all("UPDATE workspaces SET gone_at = 1");
    expect(await page()).toBeUndefined();
    await all(`UPDATE workspaces SET gone_at = NULL WHERE num = ${place.other}`);
  });
});
