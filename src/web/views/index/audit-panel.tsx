import { useState } from "preact/hooks";
import type { AuditCheckAnswer } from "../../../audit/contract.ts";
import { answerOf } from "../../../client/client.ts";
import { type ApiFailure, asFailure } from "../../api.ts";
import { Button } from "../../components/button.tsx";
import { Icon } from "../../components/icon.tsx";
import { FailurePanel } from "../../components/state-panel.tsx";
import { type Page, usePage } from "../../state/page.ts";
import { healthStrings } from "../../strings/health.ts";
import { Panel } from "./panel.tsx";

const words = healthStrings;

type AuditState =
  | { readonly kind: "idle" | "repairing" }
  | { readonly kind: "auditing"; readonly checks: number }
  | { readonly kind: "failed"; readonly failure: ApiFailure }
  | { readonly kind: "done"; readonly checks: readonly AuditCheckAnswer[] };

/** Adds up each check's results over the pages. */
export function addUp(checks: readonly AuditCheckAnswer[]): readonly AuditCheckAnswer[] {
  return [...Map.groupBy(checks, ({ check }) => check).values()].map((parts) =>
    parts.reduce((sum, one) => ({
      ...one,
      checked: sum.checked + one.checked,
      failed: sum.failed + one.failed,
      examples: [...sum.examples, ...one.examples],
    })),
  );
}

type Cursor = string | undefined;

/** Asks for page after page. */
async function everyPage(
  ask: (cursor: Cursor) => Promise<{ readonly nextCursor?: string | null }>,
): Promise<void> {
  let cursor: Cursor;
  do cursor = (await ask(cursor)).nextCursor ?? undefined;
  while (cursor !== undefined);
}

/** Audits page by page, as `recall doctor` does; a repair checks again. */
function useAudit({ api }: Page, changed: () => void) {
  const [state, setState] = useState<AuditState>({ kind: "idle" });
  const audit = async (isFull: boolean) => {
    const checks: AuditCheckAnswer[] = [];
    await everyPage(async (cursor) => {
      setState({ kind: "auditing", checks: addUp(checks).length });
      const page = await answerOf(api.v1.audit.$get({ query: { full: isFull, cursor } }));
      checks.push(...page.checks);
      return page;
    });
    setState({ kind: "done", checks: addUp(checks) });
  };
  const mend = () => {
    setState({ kind: "repairing" });
    return everyPage((cursor) =>
      answerOf(api.v1.audit.repair.$post({ json: { full: true, ...(cursor !== undefined && { cursor }) } })),
    );
  };
  const run = (act: () => Promise<void>) =>
    void act()
      .catch((error: unknown) => setState({ kind: "failed", failure: asFailure(error) }))
      .then(changed);
  return {
    state,
    check: (isFull: boolean) => run(() => audit(isFull)),
    repair: () => run(() => mend().then(() => audit(true))),
  };
}

const CheckRow = ({ one }: { readonly one: AuditCheckAnswer }) => (
  <li class={one.failed > 0 ? "is-error" : "is-success"}>
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
  const { state, check, repair } = useAudit(usePage(), changed);
  const isBusy = state.kind === "auditing" || state.kind === "repairing";
  const checks = state.kind === "done" ? state.checks : [];
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
        {checks
          .toSorted((one, other) => Math.sign(other.failed) - Math.sign(one.failed))
          .map((one) => (
            <CheckRow key={one.check} one={one} />
          ))}
      </ul>
    </Panel>
  );
};
