import { expect, it } from "vitest";
import type { AuditAnswer, AuditCheckAnswer } from "../../../src/audit/contract.ts";
import { renderAudit, wholeAudit } from "../../../src/cli/audit/audit.ts";

const check = (name: string, changes: Partial<AuditCheckAnswer> = {}): AuditCheckAnswer =>
  ({
    ...{ check: name, promise: `each ${name} is there`, checked: 1_000, failed: 0 },
    ...{ examples: [], repair: [] },
    ...changes,
  }) as AuditCheckAnswer;

const examples = (...ids: readonly string[]) =>
  ids.map((id) => ({ id, note: null })) as AuditCheckAnswer["examples"];

const page = (next: string | null, ...checks: readonly AuditCheckAnswer[]) =>
  ({ workspace: `before ${next}`, checks, nextCursor: next }) as unknown as AuditAnswer;

it("tells each check, what failed of it and how that is repaired, and the sum last", () => {
  const broken = check("vector", {
    ...{
      failed: 4,
      examples: [...examples("a"), { id: "b\u001b", note: "lost" }] as AuditCheckAnswer["examples"],
    },
    repair: ["recall doctor --repair"],
  });
  const audit = { workspace: "team", full: true, checks: [check("row"), broken], failed: 4 };
  const wrong = [
    "WRONG  each vector is there: 4 of 1,000 not",
    "         a",
    "         b␛: lost",
    "         and 2 more",
    "         repair: recall doctor --repair",
    "team: 1 check of 2 failed",
  ];
  expect(renderAudit(audit)).toEqual(["ok     each row is there (1,000 looked at)", ...wrong]);
  expect(renderAudit(audit, { onlyWrong: true })).toEqual(wrong);
  const named = check("vector", { failed: 2, examples: examples("a", "b") });
  expect(renderAudit({ ...audit, checks: [named, named], failed: 4, full: false })).toEqual([
    ...[0, 1].flatMap(() => ["WRONG  each vector is there: 2 of 1,000 not", "         a", "         b"]),
    "team: 2 checks of 2 failed; large workspaces are sampled, --full looks at everything",
  ]);
  const one = check("vector", { failed: 1, examples: examples("a") });
  expect(renderAudit({ ...audit, checks: [check("row"), one], failed: 1 }, { onlyWrong: true })).toEqual([
    ...["WRONG  each vector is there: 1 of 1,000 not", "         a", "team: 1 check of 2 failed"],
  ]);
  expect(renderAudit({ ...audit, checks: [], failed: 0 })).toEqual(["team: nothing is wrong"]);
});

async function audited(pages: readonly AuditAnswer[], repair = false) {
  const asked: unknown[] = [];
  const left = [...pages];
  const ask = (kind: string) => async (place: object) => {
    asked.push([kind, place]);
    return left.shift() as AuditAnswer;
  };
  const counts: number[] = [];
  const client = { audit: ask("audit"), repair: ask("repair") };
  const audit = await wholeAudit(client, { full: true, repair, onPage: (checks) => counts.push(checks) });
  return { audit, asked, counts };
}

it("adds up a check over all pages, with five examples at most and each repair once", async () => {
  const first = check("row", { failed: 4, examples: examples("a", "b", "c", "d"), repair: ["x", "y"] });
  const second = check("row", {
    checked: 5,
    failed: 3,
    examples: examples("e", "f", "g"),
    repair: ["y", "z"],
  });
  const { audit, asked, counts } = await audited([
    page("c1", first),
    page("c2", check("vector", { failed: 1 })),
    page(null, second),
  ]);
  expect(audit).toEqual({
    ...{ workspace: "before null", full: true, failed: 8 },
    checks: [
      {
        ...second,
        checked: 1_005,
        failed: 7,
        examples: examples("a", "b", "c", "d", "e"),
        repair: ["x", "y", "z"],
      },
      check("vector", { failed: 1 }),
    ],
  });
  expect(asked).toEqual([
    ["audit", { full: true }],
    ["audit", { full: true, cursor: "c1" }],
    ["audit", { full: true, cursor: "c2" }],
  ]);
  expect(counts).toEqual([1, 2, 2]);
});

it("repairs page by page where it is to repair", async () => {
  const { asked } = await audited([page("c1"), page(null)], true);
  expect(asked).toEqual([
    ["repair", { full: true }],
    ["repair", { full: true, cursor: "c1" }],
  ]);
});
