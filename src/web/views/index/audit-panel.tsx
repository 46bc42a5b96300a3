import { useState } from "preact/hooks";
import type { AuditCheckAnswer } from "../../../audit/contract.ts";
import { answerOf } from "../../../client/client.ts";
import { type ApiFailure, asFailure } from "../../api.ts";
import { Button } from "../../components/button.tsx";
import { Icon } from "../../components/icon.tsx";
import { FailurePanel } from "../../components/state-panel.tsx";
import { type Page, usePage } from "../../state/page.ts";
import { strings } from "../../strings.ts";
import { Panel } from "./panel.tsx";

export type AuditState =
  | { readonly kind: "idle" }
  | { readonly kind: "auditing"; readonly checks: number }
  | { readonly kind: "repairing" }
  | { readonly kind: "failed"; readonly failure: ApiFailure }
  | { readonly kind: "done"; readonly checks: readonly AuditCheckAnswer[] };

export interface Audit {
  readonly state: AuditState;
  readonly check: (isFull: boolean) => void;
  /** Repairs what failed, and checks again. */
  readonly repair: () => void;
}

/** Adds up each check's results over the pages. */
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
      const page = await answerOf(api.v1.audit.$get({ query: { full: `${isFull}`, cursor } }));
      checks.push(...page.checks);
      cursor = page.next ?? undefined;
    } while (cursor !== undefined);
    return addUp(checks);
  };
  const mend = async (): Promise<void> => {
    let cursor: string | undefined;
    do {
      const json = { full: true, ...(cursor !== undefined && { cursor }) };
      cursor = (await answerOf(api.v1.audit.repair.$post({ json }))).next ?? undefined;
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

const words = strings.health;

const CheckRow = ({ one }: { readonly one: AuditCheckAnswer }) => (
  <li class={one.failed > 0 ? "check-bad" : "check-good"}>
    <Icon name={one.failed > 0 ? "warning" : "check"} />
    <span>
      {one.promise}
      {one.failed > 0 && (
        <>
          : <b>{words.auditWrong(one.failed, one.checked)}</b>
          <ul>
            {one.examples.map(({ id, note }) => (
              <li key={id}>
                <code>{id}</code> {note}
              </li>
            ))}
          </ul>
        </>
      )}
    </span>
  </li>
);

const progressOf = (state: AuditState): string => {
  if (state.kind === "auditing") return words.auditing(state.checks);
  if (state.kind === "repairing") return words.repairing;
  if (state.kind !== "done") return "";
  const failed = state.checks.filter((one) => one.failed > 0).length;
  return failed === 0
    ? words.auditClean(state.checks.length)
    : words.auditFailed(failed, state.checks.length);
};

/** Runs the checks and the repair, for admins. */
export const AuditPanel = ({ changed }: { readonly changed: () => void }) => {
  const page = usePage();
  const { state, check, repair } = useAudit(page, changed);
  const isBusy = state.kind === "auditing" || state.kind === "repairing";
  const checks = state.kind === "done" ? state.checks : [];
  const sorted = [...checks].sort((one, other) => Math.sign(other.failed) - Math.sign(one.failed));
  return (
    <Panel id="audit" title={words.audit} explanation={words.auditExplained}>
      <p class="row">
        <Button text={words.auditRun} disabled={isBusy} onClick={() => check(false)} />
        <Button text={words.auditFull} disabled={isBusy} onClick={() => check(true)} />
        <Button text={words.repair} disabled={isBusy} onClick={repair} />
      </p>
      <p role="status">{progressOf(state)}</p>
      {state.kind === "failed" && <FailurePanel failure={state.failure} retry={() => check(false)} />}
      <ul class="checks">
        {sorted.map((one) => (
          <CheckRow key={one.check} one={one} />
        ))}
      </ul>
    </Panel>
  );
};
