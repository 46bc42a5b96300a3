import type { AuditAnswer, AuditCheckAnswer } from "../../audit/contract.ts";
import type { RecallClient } from "../session/recall-client.ts";
import { count, number } from "../terminal/numbers.ts";
import { safeLine } from "../terminal/terminal-safe.ts";

function checkLines({ promise, checked, failed, examples, repair }: AuditCheckAnswer): readonly string[] {
  if (failed === 0) return [`ok     ${promise} (${number(checked)} looked at)`];
  const more = failed - examples.length;
  return [
    `WRONG  ${promise}: ${number(failed)} of ${number(checked)} not`,
    ...examples.map(({ id, note }) => `         ${id}${note === null ? "" : `: ${note}`}`),
    ...(more > 0 ? [`         and ${number(more)} more`] : []),
    ...repair.map((command) => `         repair: ${command}`),
  ];
}

/** Each check on a line, with what failed and how it is repaired; the sum of it last. */
export function renderAudit(
  { workspace, full, checks, failed }: Audit,
  { onlyWrong = false }: { readonly onlyWrong?: boolean } = {},
): readonly string[] {
  const broken = checks.filter((check) => check.failed > 0).length;
  const sum =
    failed === 0
      ? `${workspace}: nothing is wrong`
      : `${workspace}: ${count(broken, "check")} of ${checks.length} failed`;
  const depth = full ? "" : "; large workspaces are sampled, --full looks at everything";
  const told = checks.filter((check) => check.failed > 0 || !onlyWrong);
  return [...told.flatMap(checkLines), `${sum}${depth}`].map(safeLine);
}

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

interface AuditWish {
  readonly full: boolean;
  /** Repairs what it finds; the answer is what was wrong before. */
  readonly repair: boolean;
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
    const place = { full, ...(page?.nextCursor && { cursor: page.nextCursor }) };
    page = await (repair ? client.repair(place) : client.audit(place));
    for (const check of page.checks) {
      const before = checks.get(check.check);
      checks.set(check.check, before === undefined ? check : merge(before, check));
    }
    onPage?.(checks.size);
  } while (page.nextCursor !== null);
  const failed = [...checks.values()].reduce((sum, check) => sum + check.failed, 0);
  return { workspace: page.workspace, full, checks: [...checks.values()], failed };
}
