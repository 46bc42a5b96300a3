import { AppError } from "../../errors.ts";
import type { CommandContext } from "../command.ts";
import { askChoice, askText } from "../terminal/ask.ts";
import { safeLine } from "../terminal/terminal-safe.ts";
import { assertRootName } from "./origin.ts";
import type { PushPlan } from "./push-folder.ts";

/** The failure that tells what a person can do about a root that another machine or folder pushed. */
export const rootTaken = (root: string): AppError =>
  new AppError(
    "root_exists",
    `Another machine or folder pushed “${root}”: --join shares it, --root NAME makes another`,
  );

/** What to do about a root that another machine or folder pushed; asked on a terminal, an error elsewhere. */
async function settle(plan: PushPlan, context: CommandContext): Promise<Pick<PushPlan, "root" | "join">> {
  if (!context.terminal.canAsk || context.flags.json === true) throw rootTaken(plan.root);
  const choice = await askChoice(`Another machine or folder pushed “${safeLine(plan.root)}”.`, {
    other: "Give this folder another name",
    join: "Share it: both push into one root",
    stop: "Stop",
  });
  if (choice === "join") return { root: plan.root, join: true };
  const name = choice === "other" ? await askText("Name of the root", `${plan.root}-2`) : undefined;
  if (name === undefined) throw new AppError("root_exists", "Nothing was pushed");
  return { root: assertRootName(name), join: false };
}

/** Runs a push, again under the name or the sharing that a person chose when the root was taken. */
export async function pushSettled<T>(
  plan: PushPlan,
  context: CommandContext,
  push: (plan: PushPlan) => Promise<T>,
): Promise<T> {
  try {
    return await push(plan);
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== "root_exists") throw error;
    return pushSettled({ ...plan, ...(await settle(plan, context)) }, context, push);
  }
}
