import type { AuditCheckAnswer } from "../../../audit/contract.ts";
import { Icon } from "../../components/icon.tsx";
import { FailurePanel } from "../../components/state-panel.tsx";
import type { Page } from "../../state/page.ts";
import { strings } from "../../strings.ts";
import { Panel } from "./panel.tsx";
import { type AuditState, useAudit } from "./use-audit.ts";

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

/** Checks everything, and repairs what is wrong: for admins. */
export const AuditPanel = ({ page, changed }: { readonly page: Page; readonly changed: () => void }) => {
  const { state, check, repair } = useAudit(page, changed);
  const isBusy = state.kind === "auditing" || state.kind === "repairing";
  const checks = state.kind === "done" ? state.checks : [];
  const sorted = [...checks].sort((one, other) => Math.sign(other.failed) - Math.sign(one.failed));
  return (
    <Panel id="audit" title={words.audit} explanation={words.auditExplained}>
      <p class="panel-acts">
        <button type="button" class="button" disabled={isBusy} onClick={() => check(false)}>
          {words.auditRun}
        </button>
        <button type="button" class="button" disabled={isBusy} onClick={() => check(true)}>
          {words.auditFull}
        </button>
        <button type="button" class="button" disabled={isBusy} onClick={repair}>
          {words.repair}
        </button>
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
