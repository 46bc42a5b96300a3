import { useState } from "preact/hooks";
import { answerOf } from "../../../client/client.ts";
import { MODEL_PRICE } from "../../../client/push/model-price.ts";
import type { DeploymentAnswer } from "../../../workspaces/contract.ts";
import { type Api, asFailure, createApi } from "../../api.ts";
import { Button } from "../../components/button.tsx";
import { onSubmit, Problem } from "../../components/form.tsx";
import { bytes, count } from "../../components/format.ts";
import { Meter } from "../../components/meter.tsx";
import { strings } from "../../strings.ts";
import { Facts, Panel } from "./panel.tsx";
import { RunsPanel } from "./runs-panel.tsx";

const words = strings.health;
const MILLION = 1_000_000;
/** Estimated tokens of a usual passage embedded, and of a query with a passage re-ranked. */
const TOKENS_EMBEDDED = 190;
const TOKENS_RERANKED = 300;
/** bge-reranker-base: $0.0031 per million tokens, at $0.011 for a thousand neurons (Cloudflare's price list, 2026-11-20). */
const RERANK_NEURONS_PER_MILLION = 282;

/** Neurons that the day's work of the default models took, estimated. */
export const neuronsOf = ({ textsEmbedded, passagesReranked }: DeploymentAnswer["models"]): number =>
  Math.round(
    (textsEmbedded * TOKENS_EMBEDDED * MODEL_PRICE.neuronsPerMillionTokens +
      passagesReranked * TOKENS_RERANKED * RERANK_NEURONS_PER_MILLION) /
      MILLION,
  );

const nearlyFull = (share: number) => (share > 0.9 ? "error" : share > 0.7 ? "warning" : "gradient");

const Shared = ({ deployment, hasModel }: { deployment: DeploymentAnswer; hasModel: boolean }) => {
  const { workspaces, databaseBytes, maxDatabaseBytes, models } = deployment;
  const neurons = neuronsOf(models);
  const storage = databaseBytes / maxDatabaseBytes;
  const quota = neurons / MODEL_PRICE.freeNeuronsPerDay;
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
      {hasModel ? (
        <Meter
          label={words.quota}
          share={quota}
          tone={nearlyFull(quota)}
          text={words.outOf(neurons, MODEL_PRICE.freeNeuronsPerDay)}
        />
      ) : (
        <p class="quiet">{words.noModel}</p>
      )}
      {models.budget !== null && (
        <Meter
          label={words.budget}
          share={models.budget === 0 ? 1 : models.calls / models.budget}
          text={words.outOf(models.calls, models.budget)}
        />
      )}
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
      const api = createApi(token, () => undefined);
      setOwner({ api, deployment: await answerOf(api.v1.deployment.$get()) });
    } catch (error) {
      setProblem(asFailure(error).message);
    }
  };
  return { owner, problem, ask };
}

/** Storage, model use and all runs: for whoever has the owner's token. */
export const DeploymentPanel = ({ hasModel, round }: { hasModel: boolean; round: number }) => {
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
          <Shared deployment={owner.deployment} hasModel={hasModel} />
        )}
      </Panel>
      {owner !== undefined && (
        <RunsPanel id="all-runs" api={owner.api} explanation={words.runsOfAll} round={round} />
      )}
    </>
  );
};
