import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import type { StatusAnswer } from "../../../workspaces/contract.ts";
import { Button } from "../../components/button.tsx";
import { partOf, Parts } from "../../components/parts.tsx";
import { Answer, ViewHead } from "../../components/state-panel.tsx";
import { PushPanel } from "../../push/push-panel.tsx";
import { usePage } from "../../state/page.ts";
import { healthStrings } from "../../strings/health.ts";
import { AccessPart } from "./access/access-part.tsx";
import { AuditPanel } from "./audit-panel.tsx";
import { BackupPanel } from "./backup-panel.tsx";
import { DeploymentPanel } from "./deployment-panel.tsx";
import { DocumentsPanel, NoFolder } from "./documents-panel.tsx";
import { FailuresPanel } from "./failures-panel.tsx";
import { ModelsPanel } from "./models-panel.tsx";
import { NeverFoundPanel } from "./never-found-panel.tsx";
import { PlanSharePanel, QuotasPanel } from "./plan-use.tsx";
import { RunsPanel } from "./runs-panel.tsx";
import { SearchesPanel } from "./searches-panel.tsx";
import { SourcesPanel } from "./sources/sources-panel.tsx";
import { RootsPanel, Standing } from "./standing.tsx";
import { useStatus } from "./use-status.ts";
import { WorkPanel } from "./work-panel.tsx";

const words = healthStrings;

interface PartProps {
  readonly status: StatusAnswer;
  readonly isAdmin: boolean;
  /** Another number: look again. */
  readonly round: number;
  readonly again: () => void;
}

type PartName = keyof typeof words.parts;

const Contents = ({ status, round, again }: PartProps) => {
  const page = usePage();
  const { root } = page.place.parameters;
  return (
    <>
      <RootsPanel status={status} />
      {root !== undefined &&
        (status.roots.some((known) => known.root === root) ? (
          <DocumentsPanel key={root} root={root} round={round} changed={again} />
        ) : (
          <NoFolder root={root} />
        ))}
      {page.status.scope !== "read" && <PushPanel pushed={again} />}
    </>
  );
};

const Work = ({ status, isAdmin, round, again }: PartProps) => {
  const { api } = usePage();
  return (
    <>
      <FailuresPanel status={status} isAdmin={isAdmin} changed={again} />
      <WorkPanel status={status} />
      <ModelsPanel status={status} />
      {isAdmin && <AuditPanel changed={again} />}
      <BackupPanel backup={status.backup} plan={status.plan} />
      {isAdmin && <RunsPanel id="runs" api={api} explanation={words.runsExplained} round={round} />}
    </>
  );
};

const Searches = ({ status, isAdmin, round }: PartProps) => (
  <>
    <SearchesPanel status={status} />
    {isAdmin && <NeverFoundPanel round={round} />}
  </>
);

const Access = ({ round }: PartProps) => <AccessPart round={round} />;

const Cost = ({ status, round }: PartProps) => (
  <>
    <QuotasPanel quotas={status.quotas} />
    <PlanSharePanel plan={status.plan} />
    <DeploymentPanel round={round} />
  </>
);

const Sources = ({ round, again }: PartProps) => <SourcesPanel round={round} changed={again} />;

const PARTS: Readonly<Record<PartName, (props: PartProps) => ComponentChildren>> = {
  contents: Contents,
  sources: Sources,
  work: Work,
  searches: Searches,
  access: Access,
  cost: Cost,
};

const PART_NAMES = ["contents", "work", "searches", "access", "cost"] as const;
const ADMIN_PART_NAMES = ["contents", "sources", "work", "searches", "access", "cost"] as const;

/** The state of the index in a sentence, and its parts, each with its actions. */
export const IndexView = () => {
  const page = usePage();
  const [round, setRound] = useState(0);
  const again = () => setRound((count) => count + 1);
  const status = useStatus(page.api, round);
  const isAdmin = page.status.scope === "admin";
  const names = isAdmin ? ADMIN_PART_NAMES : PART_NAMES;
  const shown = partOf<PartName>(names, page.place.parameters.show);
  const Part = PARTS[shown];
  return (
    <>
      <ViewHead title={words.title} explanation={<Standing status={status.value} />}>
        <Button icon="refresh" text={words.refresh} disabled={status.isLoading} onClick={again} />
      </ViewHead>
      <Parts
        label={words.title}
        parts={names.map((name) => ({ name, title: words.parts[name] }))}
        shown={shown}
      />
      <Answer of={status} lines={9}>
        {(value) => (
          <div class="panels">
            <Part status={value} isAdmin={isAdmin} round={round} again={again} />
          </div>
        )}
      </Answer>
    </>
  );
};
