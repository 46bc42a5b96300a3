import type { PlanShare, PlanUse, ResourceUse } from "../../workspaces/contract.ts";
import { minute, number } from "../terminal/numbers.ts";

/** Resources in the order in which they are told. */
const RESOURCES = [
  ["rowsRead", "rows read"],
  ["rowsWritten", "rows written"],
  ["neurons", "neurons"],
  ["queueOperations", "queue operations"],
  ["queriedDimensions", "dimensions queried"],
  ["storedDimensions", "dimensions stored"],
] as const;

const SHARED = ["rowsRead", "rowsWritten", "neurons", "queueOperations"] as const;

const whole = (amount: number): string => number(Math.round(amount));

/** What is left to everybody, one line; none on a plan that refuses nothing, and on one's own machine. */
export function planShareLines(plan: PlanShare | undefined): readonly string[] {
  if (plan === undefined || plan.left === null) return [];
  const { left } = plan;
  const shares = RESOURCES.flatMap(([resource, name]) => {
    const share = SHARED.find((one) => one === resource);
    return share === undefined ? [] : [`${Math.round(left[share] * 100)} % of ${name}`];
  });
  return [
    `Free plan, left of today for all workspaces: ${shares.join(", ")}; back at ${minute(plan.returnsAt)} UTC`,
  ];
}

function resourceLine(name: string, { today, month, included, per, left }: ResourceUse): string {
  const rest = left === null ? "" : `, ${whole(left)} left`;
  if (per === "stored") return `  ${name}: ${whole(today)} of ${number(included)}${rest}`;
  if (per === "day")
    return `  ${name}: ${whole(today)} of ${number(included)} today${rest}; ${whole(month)} this month`;
  return `  ${name}: ${whole(today)} today; ${whole(month)} of ${number(included)} this month${rest}`;
}

/** What all workspaces used, for their owner; no lines on one's own machine. */
export function planUseLines(use: PlanUse | undefined): readonly string[] {
  if (use === undefined) return [];
  const { plan, day, returnsAt, vectorQueries, dollars } = use;
  const price =
    plan === "paid" ? `, $${dollars.toFixed(2)} this month at list prices, without requests and CPU` : "";
  return [
    `${plan === "paid" ? "Paid" : "Free"} plan on ${day}; a day's amounts return at ${minute(returnsAt)} UTC${price}`,
    ...RESOURCES.map(([resource, name]) => resourceLine(name, use[resource])),
    `  queries to the vector index: ${number(vectorQueries)} today`,
  ];
}
