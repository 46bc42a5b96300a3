import { askChoice } from "../../../src/cli/terminal/ask.ts";
import type { Plan } from "../../../src/config.ts";
import type { Context } from "../context.ts";
import { failure } from "../failure.ts";
import type { Step } from "./run-steps.ts";
import { readDeployed, writeDeployed } from "../state.ts";

/** The plan that PLAN of the environment names. Throws AppError for another word. */
function planOfEnvironment({ PLAN }: Context["env"]): Plan | undefined {
  if (PLAN === undefined || PLAN === "" || PLAN === "paid" || PLAN === "free") return PLAN || undefined;
  throw failure(`PLAN is paid or free, not ${PLAN}`, "Unset it, or give one of the two.");
}

/** The account's plan of Workers as far as it is known: said now, in wrangler.toml, or at an earlier run. */
export async function planOf({ env, deployment, state }: Context): Promise<Plan | undefined> {
  const { plan } = await readDeployed(state);
  return planOfEnvironment(env) ?? (deployment.plan === "free" ? "free" : plan);
}

const WORDS: Readonly<Record<Plan, string>> = {
  paid: "paid",
  free: "free: for some 6,500 passages in files of at most 15 KB; pieces of work are small (docs/operations.md)",
};

async function remember({ state }: Context, plan: Plan): Promise<string> {
  await writeDeployed(state, { ...(await readDeployed(state)), plan });
  return WORDS[plan];
}

async function ask(context: Context): Promise<string> {
  const answer = await askChoice("Which plan of Workers has this account?", {
    paid: "Workers Paid, $5 a month: what edge-recall is made for",
    free: "Workers Free: for some 6,500 passages, in files of at most 15 KB",
  });
  if (answer === undefined) throw failure("No plan was chosen, and nothing was made.", "");
  return remember(context, answer);
}

async function settle(context: Context): Promise<string> {
  const said = planOfEnvironment(context.env);
  if (said !== undefined) return remember(context, said);
  if (context.canAsk) return ask(context);
  return `${WORDS[context.deployment.plan]}, as wrangler.toml says; PLAN=free npm run deploy for the other`;
}

/**
 * What the account can carry is asked once and remembered, as is what PLAN says: no permission of a deployment shows it, and
 * a Worker that takes the free plan for the paid one is ended in the middle of its work.
 */
export const planStep = (context: Context): Step => ({
  name: "plan",
  isDone: async () => {
    const said = planOfEnvironment(context.env);
    if (said !== undefined && said !== (await readDeployed(context.state)).plan) return undefined;
    const plan = await planOf(context);
    return plan && WORDS[plan];
  },
  run: () => settle(context),
});
