import { readCalls, recordCalls } from "../../database/day-use.ts";
import { budgeted, createModelBudget } from "../../models/budget.ts";
import { decoratedGenerator, hopCounter, metered } from "../../models/decorators.ts";
import type { Generator } from "../../models/ports.ts";
import { charged, heldToQuota, type IsolateCalls } from "../../models/workspace-calls.ts";
import type { WorkspaceContext } from "../../workspaces/context.ts";

export interface GeneratorDeps {
  readonly generator: Generator;
  /** Model calls a day; undefined: no bound but the platform's. */
  readonly modelBudget: number | undefined;
  /** What is known of the workspaces' quotas: other calls of the same request may not be noted yet. */
  readonly calls: IsolateCalls;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/** A text model within the day's budget and the workspace's quota; `settle` writes down the calls that it took, once it is done with. */
export async function countedGenerator(
  { generator, modelBudget, calls: known, now }: GeneratorDeps,
  { session, workspace, meter, later }: WorkspaceContext,
): Promise<{ readonly model: Generator; readonly settle: () => void }> {
  const hops = hopCounter(meter);
  const budget = createModelBudget({ callsPerDay: modelBudget, now });
  const own = known.of(workspace);
  const read = await hops.during(() => readCalls(session, [workspace], now()));
  budget.learn(read.today);
  own.learn(read.of(workspace));
  const refusing = [budgeted(budget), heldToQuota(own)];
  const model = decoratedGenerator(
    generator,
    ...refusing,
    charged(own),
    metered(meter, hops, { port: "generator", model: generator.model }),
  );
  const before = meter.modelCalls;
  const settle = (): void => {
    const calls = meter.modelCalls - before;
    const stop = budget.stop();
    const pausedUntil = stop?.code === "quota" ? stop.untilMs : undefined;
    const charges = [{ workspace, calls }];
    if (calls > 0) later(() => recordCalls(session, now(), { calls, pausedUntil, charges }));
  };
  return { model, settle };
}
