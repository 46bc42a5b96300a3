import { useState } from "hono/jsx/dom";
import type { StatusAnswer } from "../../../workspaces/contract.ts";
import { Icon } from "../../components/icon.tsx";
import { FailurePanel, Skeleton } from "../../components/state-panel.tsx";
import { PushPanel } from "../../push/push-panel.tsx";
import type { ViewProps } from "../../state/page.ts";
import { useLoaded } from "../../state/use-loaded.ts";
import { strings } from "../../strings.ts";
import { AuditPanel } from "./audit-panel.tsx";
import { DeploymentPanel } from "./deployment-panel.tsx";
import { DocumentsPanel } from "./documents-panel.tsx";
import { NeverFoundPanel } from "./never-found-panel.tsx";
import { RootsPanel } from "./roots-panel.tsx";
import { RunsPanel } from "./runs-panel.tsx";
import { SearchesPanel } from "./searches-panel.tsx";
import { Holdings, Work } from "./state-panels.tsx";

const words = strings.health;

/** How the index is doing, and what can be done about it. */
export const IndexView = ({ page }: ViewProps) => {
  const [round, setRound] = useState(0);
  const again = () => setRound((count) => count + 1);
  const { value, failure, isLoading, retry } = useLoaded(`${round}`, (signal) =>
    page.api<StatusAnswer>({ path: "/v1/status", signal }),
  );
  const { scope } = page.status;
  const { root } = page.place.parameters;
  return (
    <>
      <div class="view-head">
        <div>
          <h1>{words.title}</h1>
          <p class="quiet">{words.explanation}</p>
        </div>
        <button type="button" class="button" disabled={isLoading} onClick={again}>
          <Icon name="refresh" />
          {words.refresh}
        </button>
      </div>
      {failure && <FailurePanel failure={failure} retry={retry} />}
      {!failure && value === undefined && <Skeleton lines={9} />}
      {!failure && value !== undefined && (
        <div class="panels">
          <Holdings status={value} />
          <Work status={value} />
          <SearchesPanel searches={value.searches} />
          {scope !== "read" && <PushPanel page={page} pushed={again} />}
          <RootsPanel page={page} roots={value.roots} />
          {scope === "admin" && <NeverFoundPanel page={page} round={round} />}
          {root !== undefined && (
            <DocumentsPanel key={root} page={page} root={root} round={round} changed={again} />
          )}
          {scope === "admin" && (
            <RunsPanel id="runs" api={page.api} explanation={words.runsExplained} round={round} />
          )}
          {scope === "admin" && <AuditPanel page={page} changed={again} />}
          <DeploymentPanel hasModel={!value.index.embedder.startsWith("embedded:")} round={round} />
        </div>
      )}
    </>
  );
};
