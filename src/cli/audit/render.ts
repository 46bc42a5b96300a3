import type { AuditCheckAnswer } from "../../audit/contract.ts";
import { count, number } from "../terminal/numbers.ts";
import { safeLine } from "../terminal/terminal-safe.ts";
import type { Audit } from "./whole-audit.ts";

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

export interface AuditView {
  /** Leaves out the checks that found nothing. @default false */
  readonly onlyWrong?: boolean;
}

/** Each check on a line, with what failed and how it is repaired; the sum of it last. */
export function renderAudit(
  { workspace, full, checks, failed }: Audit,
  { onlyWrong = false }: AuditView = {},
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
