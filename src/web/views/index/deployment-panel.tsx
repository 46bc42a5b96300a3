import { useState } from "preact/hooks";
import { answerOf } from "../../../client/client.ts";
import type { DeploymentAnswer } from "../../../workspaces/deployment-contract.ts";
import { type Api, asFailure, createApi } from "../../api.ts";
import { Button } from "../../components/button.tsx";
import { onSubmit, Problem } from "../../components/form.tsx";
import { bytes, count } from "../../components/format.ts";
import { Meter } from "../../components/meter.tsx";
import { healthStrings } from "../../strings/health.ts";
import { Facts, Panel } from "./panel.tsx";
import { nearlyFull, PlanUseMeters } from "./plan-use.tsx";
import { RunsPanel } from "./runs-panel.tsx";

const words = healthStrings;

const Shared = ({ deployment }: { deployment: DeploymentAnswer }) => {
  const { workspaces, databaseBytes, maxDatabaseBytes, models, use } = deployment;
  const storage = databaseBytes / maxDatabaseBytes;
  return (
    <>
      <Facts facts={[[words.workspaces, count(workspaces)]]} />
      <Meter
        label={words.storage}
        share={storage}
        tone={nearlyFull(storage)}
        text={words.storageText(bytes(databaseBytes), bytes(maxDatabaseBytes))}
      />
      <h3>{words.modelUse}</h3>
      <p class="quiet">{words.modelCalls(models.calls, models.textsEmbedded, models.passagesReranked)}</p>
      {models.budget !== null && (
        <Meter
          label={words.budget}
          share={models.budget === 0 ? 1 : models.calls / models.budget}
          text={words.outOf(models.calls, models.budget)}
        />
      )}
      <h3>{words.planUse}</h3>
      {use === undefined ? <p class="quiet">{words.nothingBilled}</p> : <PlanUseMeters use={use} />}
    </>
  );
};

/** The deployment's figures, read with the owner's token; both are dropped with the view. */
function useOwner() {
  const [owner, setOwner] = useState<{ api: Api; deployment: DeploymentAnswer } | undefined>(undefined);
  const [problem, setProblem] = useState<string | undefined>(undefined);
  const ask = async (token: string) => {
    setProblem(undefined);
    try {
      const api = createApi({ token }, () => undefined);
      setOwner({ api, deployment: await answerOf(api.v1.deployment.$get()) });
    } catch (error) {
      setProblem(asFailure(error).message);
    }
  };
  return { owner, problem, ask };
}

/** Storage, model use, what of the plan is used, and all runs: for whoever has the owner's token. */
export const DeploymentPanel = ({ round }: { round: number }) => {
  const { owner, problem, ask } = useOwner();
  return (
    <>
      <Panel id="deployment" title={words.deployment} explanation={words.deploymentExplained}>
        {owner === undefined ? (
          <form class="column" onSubmit={onSubmit((field) => void ask(field("token")))}>
            <label>
              <span>{words.ownerToken}</span>
              <input name="token" type="password" autocomplete="off" spellcheck={false} required />
            </label>
            <Button text={words.show} type="submit" />
            <Problem text={problem} />
          </form>
        ) : (
          <Shared deployment={owner.deployment} />
        )}
      </Panel>
      {owner !== undefined && (
        <RunsPanel id="all-runs" api={owner.api} explanation={words.runsOfAll} round={round} />
      )}
    </>
  );
};
