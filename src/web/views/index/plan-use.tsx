import type { PlanShare, PlanUse, ResourceUse, StatusAnswer } from "../../../workspaces/contract.ts";
import { dollars, time } from "../../components/format.ts";
import { Meter } from "../../components/meter.tsx";
import { healthStrings } from "../../strings/health.ts";
import { Panel } from "./panel.tsx";

const words = healthStrings;

export const nearlyFull = (share: number) => (share > 0.9 ? "error" : share > 0.7 ? "warning" : "gradient");

const DAILY = ["rowsRead", "rowsWritten", "neurons", "queueOperations"] as const;
const RESOURCES = [...DAILY, "queriedDimensions", "storedDimensions"] as const;

/** The period's use: what is said of a day is measured by the day. */
const usedOf = ({ per, today, month }: ResourceUse): number => (per === "month" ? month : today);

/** What all workspaces used of the plan, for their owner. */
export const PlanUseMeters = ({ use }: { readonly use: PlanUse }) => (
  <>
    <p class="quiet">
      {words.planOf[use.plan]} {words.returnsAt(time(use.returnsAt))}
    </p>
    {RESOURCES.map((resource) => {
      const one = use[resource];
      const used = Math.round(usedOf(one));
      const share = used / one.included;
      return (
        <Meter
          key={resource}
          label={words.usedIn(words.resources[resource], one.per)}
          share={share}
          tone={nearlyFull(share)}
          text={words.outOf(used, one.included)}
        />
      );
    })}
    <p class="quiet">{words.vectorQueries(use.vectorQueries)}</p>
    {use.plan === "paid" && <p class="quiet">{words.monthSoFar(dollars(use.dollars))}</p>}
  </>
);

/** What the workspace has of what it may have; nothing where nothing is limited. */
export const QuotasPanel = ({ quotas }: { readonly quotas: StatusAnswer["quotas"] }) => {
  if (quotas === undefined || quotas.length === 0) return null;
  return (
    <Panel id="quotas" title={words.quotas} explanation={words.quotasExplained}>
      {quotas.map(({ quota, used, allowed }) => (
        <Meter
          key={quota}
          label={words.quotaOf[quota]}
          share={used / allowed}
          tone={nearlyFull(used / allowed)}
          text={words.outOf(used, allowed)}
        />
      ))}
    </Panel>
  );
};

/** What is left of the day on the free plan, for whoever looks; nothing on a plan that refuses nothing. */
export const PlanSharePanel = ({ plan }: { readonly plan: PlanShare | undefined }) => {
  if (plan === undefined || plan.left === null) return null;
  const { left } = plan;
  return (
    <Panel id="plan" title={words.planLeft} explanation={words.planLeftExplained(time(plan.returnsAt))}>
      {DAILY.map((resource) => (
        <Meter
          key={resource}
          label={words.resources[resource]}
          share={left[resource]}
          tone={nearlyFull(1 - left[resource])}
        />
      ))}
    </Panel>
  );
};
