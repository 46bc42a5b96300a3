import type { Session } from "../../src/database/session.ts";
import { statement } from "../../src/database/statement.ts";
import { contentOf, type MoveWorld } from "./move-world.ts";

/** Which calls are made to fail: every so many, from the first of so many on. */
interface FaultPart {
  readonly every: number;
  /** From 0. */
  readonly first: number;
}

export interface MoveFaults {
  /** Calls to the databases that a move makes. */
  readonly calls: number;
  readonly tried: number;
  readonly failures: readonly string[];
}

/** The call is never made, or its answer is lost. */
const MODES = ["throw", "lose"] as const;
type Mode = (typeof MODES)[number];

/** A call to a database, which may fail. */
type Meet = (call: () => Promise<unknown>) => Promise<unknown>;

/** A session whose calls are met. */
function failing(session: Session, meet: Meet): Session {
  const over = <Arguments extends unknown[], Answer>(call: (...all: Arguments) => Promise<Answer>) =>
    ((...all: Arguments) => meet(() => call(...all))) as (...all: Arguments) => Promise<Answer>;
  return {
    ...session,
    all: over(session.all) as Session["all"],
    first: over(session.first) as Session["first"],
    batch: over(session.batch) as Session["batch"],
  };
}

/** Counts calls; the one of that number, from 1, fails. */
function failingAt(at: number, mode: Mode) {
  let calls = 0;
  const meet: Meet = async (call) => {
    calls += 1;
    if (calls !== at) return call();
    if (mode === "lose") await call();
    throw new Error("D1_ERROR: Network connection lost.");
  };
  return { meet, calls: () => calls };
}

const LEFT = (workspace: number) =>
  statement<{ readonly left: number }>(`SELECT (SELECT count(*) FROM outbox WHERE workspace = ${workspace})
    + (SELECT count(*) FROM chunks WHERE workspace = ${workspace}) AS left`);

/** A workspace with texts, work and a change during its copying moves, one of its calls failing. Answers what is wrong then. */
async function moveFailing(world: MoveWorld, at: number, mode: Mode) {
  const { db, there, places, clock } = world;
  const { client } = world.world;
  const { meet, calls } = failingAt(at, mode);
  const first = failing(db, meet);
  const over = { ...places, source: first, target: failing(there, meet), first };
  const moved = await world.mover(`${mode}-${at}`);
  const changed = "Otters sleep by the weir of Anna Bergström.";
  await client.upload(moved.token, { "a.md": "# Kiln\n\nAnna Bergström fires it.", "b.md": "Otters sleep." });
  await client.sweep();
  await moved.start();
  await client.upload(moved.token, { "b.md": changed });
  await client.sweep();
  const problems: string[] = [];
  const check = (isRight: boolean, problem: string) => {
    if (!isRight) problems.push(`${mode} at ${at}: ${problem}`);
  };
  for (const phase of ["copy", "catch_up", "switch"] as const) await moved.whilePhase(phase, { over });
  const [left, arrived] = [await contentOf(db, moved.workspace), await contentOf(there, moved.workspace)];
  check(JSON.stringify(left) === JSON.stringify(arrived), "another content");
  await moved.whilePhase("verify", { over });
  for (let slice = 0; slice < 12; slice++) await moved.advance(over).catch(() => undefined);
  clock.advance(3_600_000);
  await moved.whilePhase("empty", { over });
  check((await moved.phase()) === undefined, "it has no end");
  check((await db.first(LEFT(moved.workspace)))?.left === 0, "something is left");
  return { calls: calls(), problems };
}

/** Moves a workspace once for each call of the part and each way to fail. */
export async function runMoveFaults(world: MoveWorld, { every, first }: FaultPart): Promise<MoveFaults> {
  const failures: string[] = [];
  let [calls, tried] = [0, 0];
  for (const mode of MODES)
    for (let at = first + 1; ; at += every) {
      const trial = await moveFailing(world, at, mode);
      calls = Math.max(calls, trial.calls);
      // It had fewer calls: none failed.
      if (trial.calls < at) break;
      tried += 1;
      failures.push(...trial.problems);
    }
  return { calls, tried, failures };
}
