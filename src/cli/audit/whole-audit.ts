import type { AuditAnswer, AuditCheckAnswer } from "../../audit/contract.ts";
import type { RecallClient } from "../session/recall-client.ts";

/** A whole audit: every check once, with what all its pages found. */
export interface Audit {
  readonly workspace: string;
  readonly full: boolean;
  readonly checks: readonly AuditCheckAnswer[];
  readonly failed: number;
}

/** Things named for each check. */
const EXAMPLES = 5;

function merge(one: AuditCheckAnswer, other: AuditCheckAnswer): AuditCheckAnswer {
  return {
    ...other,
    checked: one.checked + other.checked,
    failed: one.failed + other.failed,
    examples: [...one.examples, ...other.examples].slice(0, EXAMPLES),
    repair: [...new Set([...one.repair, ...other.repair])],
  };
}

export interface AuditWish {
  readonly full: boolean;
  /** Repairs what it finds; the answer is what was wrong before. */
  readonly repair: boolean;
  /** Receives after each page how many checks are done. */
  readonly onPage?: (checks: number) => void;
}

/** Asks for an audit page by page, so that no request does more than a bounded piece of work. */
export async function wholeAudit(
  client: Pick<RecallClient, "audit" | "repair">,
  { full, repair, onPage }: AuditWish,
): Promise<Audit> {
  const checks = new Map<string, AuditCheckAnswer>();
  let page: AuditAnswer | undefined;
  do {
    const place = { full, ...(page?.next && { cursor: page.next }) };
    page = await (repair ? client.repair(place) : client.audit(place));
    for (const check of page.checks) {
      const before = checks.get(check.check);
      checks.set(check.check, before === undefined ? check : merge(before, check));
    }
    onPage?.(checks.size);
  } while (page.next !== null);
  const failed = [...checks.values()].reduce((sum, check) => sum + check.failed, 0);
  return { workspace: page.workspace, full, checks: [...checks.values()], failed };
}
