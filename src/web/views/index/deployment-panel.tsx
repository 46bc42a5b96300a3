import { useState } from "preact/hooks";
import { answerOf } from "../../../client/client.ts";
import { MODEL_PRICE } from "../../../client/push/model-price.ts";
import type { DeploymentAnswer } from "../../../workspaces/contract.ts";
import { type Api, asFailure, createApi } from "../../api.ts";
import { Button } from "../../components/button.tsx";
import { bytes, count } from "../../components/format.ts";
import { Meter } from "../../components/meter.tsx";
import { strings } from "../../strings.ts";
import { Fact, Panel } from "./panel.tsx";
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

interface SharedProps {
  readonly deployment: DeploymentAnswer;
  readonly hasModel: boolean;
}

const Shared = ({ deployment, hasModel }: SharedProps) => {
  const { workspaces, databaseBytes, maxDatabaseBytes, models } = deployment;
  const neurons = neuronsOf(models);
  const storage = databaseBytes / maxDatabaseBytes;
  return (
    <>
      <dl class="row facts">
        <Fact name={words.workspaces}>{count(workspaces)}</Fact>
      </dl>
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
          share={neurons / MODEL_PRICE.freeNeuronsPerDay}
          tone={nearlyFull(neurons / MODEL_PRICE.freeNeuronsPerDay)}
          text={words.quotaText(neurons, MODEL_PRICE.freeNeuronsPerDay)}
        />
      ) : (
        <p class="quiet">{words.noModel}</p>
      )}
      {models.budget !== null && (
        <Meter
          label={words.budget}
          share={models.budget === 0 ? 1 : models.calls / models.budget}
          text={words.quotaText(models.calls, models.budget)}
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
  return { owner, problem, ask: (token: string) => void ask(token) };
}

interface DeploymentPanelProps {
  readonly hasModel: boolean;
  readonly round: number;
}

/** Storage, model use and all runs: for whoever has the owner's token. */
export const DeploymentPanel = ({ hasModel, round }: DeploymentPanelProps) => {
  const { owner, problem, ask } = useOwner();
  const submit = (event: Event) => {
    event.preventDefault();
    const written = new FormData(event.target as HTMLFormElement);
    ask(String(written.get("token") ?? "").trim());
  };
  return (
    <>
      <Panel id="deployment" title={words.deployment} explanation={words.deploymentExplained}>
        {owner === undefined ? (
          <form class="column" onSubmit={submit}>
            <label>
              <span>{words.ownerToken}</span>
              <input name="token" type="password" autocomplete="off" spellcheck={false} required />
            </label>
            <Button text={words.show} type="submit" />
            <p class="problem" role="alert">
              {problem}
            </p>
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
