import { useState } from "hono/jsx/dom";
import type { AuditAnswer, AuditCheckAnswer } from "../../../audit/contract.ts";
import type { ApiFailure } from "../../api/failure.ts";
import type { Page } from "../../state/page.ts";
import { asFailure } from "../../state/use-loaded.ts";

export type AuditState =
  | { readonly kind: "idle" }
  | { readonly kind: "auditing"; readonly checks: number }
  | { readonly kind: "repairing" }
  | { readonly kind: "failed"; readonly failure: ApiFailure }
  | { readonly kind: "done"; readonly checks: readonly AuditCheckAnswer[] };

export interface Audit {
  readonly state: AuditState;
  readonly check: (isFull: boolean) => void;
  /** Mends what is wrong, and checks again. */
  readonly repair: () => void;
}

/** One check of what its pages said of it. */
export function addUp(checks: readonly AuditCheckAnswer[]): readonly AuditCheckAnswer[] {
  const byName = new Map<string, AuditCheckAnswer>();
  for (const one of checks) {
    const before = byName.get(one.check);
    byName.set(one.check, {
      ...one,
      checked: one.checked + (before?.checked ?? 0),
      failed: one.failed + (before?.failed ?? 0),
      examples: [...(before?.examples ?? []), ...one.examples],
    });
  }
  return [...byName.values()];
}

/** Audits page by page, as `recall doctor` does. */
export function useAudit({ api }: Page, changed: () => void): Audit {
  const [state, setState] = useState<AuditState>({ kind: "idle" });
  const pages = async (isFull: boolean): Promise<readonly AuditCheckAnswer[]> => {
    const checks: AuditCheckAnswer[] = [];
    let cursor: string | undefined;
    do {
      setState({ kind: "auditing", checks: addUp(checks).length });
      const query = { full: isFull, cursor };
      const page = await api<AuditAnswer>({ path: "/v1/audit", query });
      checks.push(...page.checks);
      cursor = page.next ?? undefined;
    } while (cursor !== undefined);
    return addUp(checks);
  };
  const mend = async (): Promise<void> => {
    let cursor: string | undefined;
    do {
      const body = { full: true, ...(cursor !== undefined && { cursor }) };
      cursor = (await api<AuditAnswer>({ method: "POST", path: "/v1/audit/repair", body })).next ?? undefined;
    } while (cursor !== undefined);
  };
  const run = async (isFull: boolean, before?: () => Promise<void>) => {
    try {
      await before?.();
      setState({ kind: "done", checks: await pages(isFull) });
    } catch (error) {
      setState({ kind: "failed", failure: asFailure(error) });
    }
    changed();
  };
  return {
    state,
    check: (isFull) => void run(isFull),
    repair: () => {
      setState({ kind: "repairing" });
      void run(true, mend);
    },
  };
}
