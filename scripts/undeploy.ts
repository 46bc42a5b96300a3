/** `npm run undeploy [-- --yes <name>]`: removes all that `npm run deploy` made, after the Worker's name was given. */
import { join } from "node:path";
import { askText } from "../src/cli/terminal/ask.ts";
import type { Context } from "./deploy/context.ts";
import { openContext } from "./deploy/open-context.ts";
import { runSteps } from "./deploy/steps/run-steps.ts";
import { remaining, undeploySteps } from "./deploy/steps/undeploy-steps.ts";
import { USAGE_EXIT, wishOf } from "./deploy/wish.ts";

const FAILED_EXIT = 1;

const say = (line: string): void => void process.stdout.write(`${line}\n`);

const USAGE = `npm run undeploy                    asks for the Worker's name, then deletes all that npm run deploy made
npm run undeploy -- --yes <name>   does not ask`;

const OPTIONS = { yes: { type: "string" }, help: { type: "boolean" } } as const;

async function isConfirmed({ deployment, canAsk }: Context, yes: string | undefined): Promise<boolean> {
  const { worker, databases, indexes } = deployment;
  const names = indexes.map(({ name }) => name).join(" and ");
  say(
    `\nThis deletes the Worker ${worker}, the database ${databases.map(({ name }) => name).join(" and ")} with every document and memory in it,`,
  );
  say(`the vector index ${names} and the queues. Nothing of it can be brought back.`);
  const given = yes ?? (canAsk ? await askText("The Worker's name, to go on:", worker) : undefined);
  if (given === worker) return true;
  say(
    given === undefined
      ? `\nNothing was deleted. Give the name: npm run undeploy -- --yes ${worker}`
      : "\nThat is another name: nothing was deleted.",
  );
  return false;
}

async function undeploy(): Promise<number> {
  const { env, stdin, stdout } = process;
  const { CI } = env;
  const wish = wishOf(OPTIONS, USAGE, say);
  if (typeof wish === "number") return wish;
  const root = join(import.meta.dirname, "..");
  const canAsk = stdin.isTTY === true && stdout.isTTY === true && !CI;
  const context = await openContext({ root, env, canAsk, wantsNewSecret: false }, say);
  if (context === undefined) return FAILED_EXIT;
  if (!(await isConfirmed(context, wish.yes))) return USAGE_EXIT;
  const steps = undeploySteps(context);
  if (!(await runSteps(steps, say))) {
    say("\nStopped there. Running it again goes on from there.");
    return FAILED_EXIT;
  }
  const left = await remaining(steps);
  const { bucket } = context.deployment;
  if (bucket !== undefined)
    say(
      `\nThe bucket ${bucket} stays, with the backups in it. Its page in the dashboard empties and deletes it.`,
    );
  say(left.length === 0 ? "\nNothing of it is left in the account." : `\nStill there: ${left.join(", ")}`);
  return left.length === 0 ? 0 : FAILED_EXIT;
}

process.exitCode = await undeploy();
