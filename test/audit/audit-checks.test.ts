import { readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { CHECKS } from "../../src/audit/checks.ts";
import type { AuditCheckAnswer } from "../../src/audit/contract.ts";
import { TABLE_AUDITS } from "../../src/audit/sql/tables.ts";
import { DAMAGES, inflict } from "../support/audit-damages.ts";
import { createSimulatedWorld, type World } from "../support/worlds/world.ts";

const NAMES = CHECKS.map(({ name }) => name);

const STRAY = {
  title: "a chunk of another workspace's document",
  fails: ["chunk_without_document", "workspace_totals", "rows_without_workspace"],
  statements: ["UPDATE documents SET workspace = 2 WHERE num = (SELECT document FROM chunks WHERE id = ?1)"],
};
/** Nothing brings back what somebody changed. */
const CHANGED_LOG = {
  title: "a line of the access log that somebody changed",
  fails: ["access_log"],
  statements: ["UPDATE access_log SET outcome = 'ok ' WHERE workspace = 1 AND seq = 1"],
};
const ALL = [...DAMAGES, STRAY, CHANGED_LOG];

describe("the checks of the audit", () => {
  it("are told once each, those of every table among them", () => {
    expect(new Set(NAMES).size).toBe(NAMES.length);
    expect(Object.keys(TABLE_AUDITS).filter((name) => !NAMES.includes(name))).toEqual([]);
  });

  it("are as many as the sample in docs/operations.md says", () => {
    const said = /^default: \d+ checks of (\d+) failed/m.exec(
      readFileSync("docs/operations.md", "utf8"),
    )?.[1];
    expect(Number(said)).toBe(CHECKS.length);
  });
});

describe("an audit", () => {
  let world: World;
  let token: string;
  let chunks: readonly string[];

  beforeAll(async () => {
    world = await createSimulatedWorld(0);
    token = await world.client.workspace("default");
    const files = ALL.map((_, at) => [`n${at}.md`, `Note ${at} of herons.\n`]);
    await world.client.upload(token, Object.fromEntries(files));
    for (let sweep = 0; sweep < 2; sweep++) await world.client.sweep();
    await world.vectorize.describe();
    const { results } = await world.database.prepare("SELECT id FROM chunks").all<{ id: string }>();
    chunks = results.map(({ id }) => id);
  });
  afterAll(() => world.dispose());

  const failed = async (): Promise<readonly string[]> => {
    const checks: AuditCheckAnswer[] = [];
    for (let next: string | null = ""; next !== null; ) {
      const cursor = next === "" ? "" : `?${new URLSearchParams({ cursor: next })}`;
      const { body } = await world.client.call("GET", `/v1/audit${cursor}`, { token });
      checks.push(...body.checks);
      next = body.nextCursor;
    }
    return [...new Set(checks.filter((check) => check.failed > 0).map(({ check }) => check))];
  };

  it("finds nothing wrong with a healthy index, and each kind of damage that a check is for", async () => {
    expect(await failed()).toEqual([]);
    for (const [at, damage] of ALL.entries())
      await inflict(damage, { world, token, chunk: chunks[at] ?? "" });
    // Its damage is not done by a statement: test/cli/local/damaged-database.long.test.ts does it to a file.
    expect(await failed()).toEqual(NAMES.filter((name) => name !== "unreadable_table"));
  });
});
