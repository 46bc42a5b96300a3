import { useState } from "preact/hooks";
import { answerOf } from "../../../client/client.ts";
import { Button } from "../../components/button.tsx";
import { Answer, ViewHead } from "../../components/state-panel.tsx";
import { PushPanel } from "../../push/push-panel.tsx";
import { usePage } from "../../state/page.ts";
import { useLoaded } from "../../state/use-loaded.ts";
import { strings } from "../../strings.ts";
import { AccessPanel } from "./access-panel.tsx";
import { AuditPanel } from "./audit-panel.tsx";
import { DeploymentPanel } from "./deployment-panel.tsx";
import { DocumentsPanel } from "./documents-panel.tsx";
import { NeverFoundPanel } from "./never-found-panel.tsx";
import { PlanSharePanel, QuotasPanel } from "./plan-use.tsx";
import { RunsPanel } from "./runs-panel.tsx";
import { Holdings, RootsPanel, SearchesPanel, Work } from "./status-panels.tsx";

const words = strings.health;

/** The state of the index, with its actions. */
export const IndexView = () => {
  const page = usePage();
  const [round, setRound] = useState(0);
  const again = () => setRound((count) => count + 1);
  const status = useLoaded(`${round}`, (options) => answerOf(page.api.v1.status.$get({}, options)));
  const { scope } = page.status;
  const { root } = page.place.parameters;
  return (
    <>
      <ViewHead title={words.title} explanation={words.explanation}>
        <Button icon="refresh" text={words.refresh} disabled={status.isLoading} onClick={again} />
      </ViewHead>
      <Answer of={status} lines={9}>
        {(value) => (
          <div class="panels">
            <Holdings status={value} />
            <Work status={value} />
            <SearchesPanel status={value} />
            <QuotasPanel quotas={value.quotas} />
            <PlanSharePanel plan={value.plan} />
            {scope !== "read" && <PushPanel pushed={again} />}
            <RootsPanel status={value} />
            {scope === "admin" && <NeverFoundPanel round={round} />}
            {root !== undefined && <DocumentsPanel key={root} root={root} round={round} changed={again} />}
            {scope === "admin" && (
              <RunsPanel id="runs" api={page.api} explanation={words.runsExplained} round={round} />
            )}
            {scope === "admin" && <AccessPanel round={round} />}
            {scope === "admin" && <AuditPanel changed={again} />}
            <DeploymentPanel round={round} />
          </div>
        )}
      </Answer>
    </>
  );
};
