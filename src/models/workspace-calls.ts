import { nextUtcMidnight, utcDay } from "../text/dates/utc-day.ts";
import type { Decorator } from "./decorators.ts";
import { ModelError } from "./model-error.ts";

/** What a workspace has of its quota of model calls. */
export interface CallsOfDay {
  /** UTC. */
  readonly day: string;
  readonly used: number;
  /** 0: no limit. */
  readonly allowed: number;
}

/** Calls that it may still make. */
export const workspaceCallsLeft = ({ used, allowed }: CallsOfDay): number =>
  allowed === 0 ? Number.POSITIVE_INFINITY : Math.max(0, allowed - used);

/** `workspace_quota`: whose quota it is, and until when. */
export const callsUsedUp = ({ used, allowed }: CallsOfDay, nowMs: number): ModelError => {
  const number = new Intl.NumberFormat("en");
  const untilMs = nextUtcMidnight(nowMs);
  return new ModelError(
    "workspace_quota",
    `This workspace has made ${number.format(used)} of its ${number.format(allowed)} model calls a day: they return at 00:00 UTC; the server's owner sets more with recall workspace quotas`,
    {
      ...{ reason: "workspace_quota", retryAtMs: untilMs },
      details: { quota: "modelCalls", used, allowed, until: new Date(untilMs).toISOString() },
    },
  );
};

/** The calls of one workspace, as far as an isolate knows them. */
export type WorkspaceCalls = ReturnType<IsolateCalls["of"]>;

export type IsolateCalls = ReturnType<typeof createIsolateCalls>;

/**
 * What an isolate knows of the calls of each workspace: what the database said last, and its own calls since, which may
 * not be noted there yet. It never knows of more than were made.
 */
export function createIsolateCalls(now: () => number) {
  const known = new Map<number, CallsOfDay>();
  const today = (workspace: number): CallsOfDay => {
    const day = utcDay(now());
    const last = known.get(workspace);
    return last?.day === day ? last : { day, used: 0, allowed: last?.allowed ?? 0 };
  };
  return {
    /** For one request, whose own calls no count that it reads can have. */
    of(workspace: number) {
      let own = 0;
      const add = (calls: number): void => {
        const before = today(workspace);
        own += calls;
        known.set(workspace, { ...before, used: Math.max(0, before.used + calls) });
      };
      return {
        /** Takes what was read of a day; of yesterday only what is allowed counts. */
        learn({ day, used, allowed }: CallsOfDay): void {
          const before = today(workspace);
          known.set(workspace, {
            ...{ day: before.day, allowed },
            used: day === before.day ? Math.max(used + own, before.used) : before.used,
          });
        },
        add,
        /** Undefined: models may be called. */
        stop(): ModelError | undefined {
          const calls = today(workspace);
          return workspaceCallsLeft(calls) > 0 ? undefined : callsUsedUp(calls, now());
        },
      };
    },
  };
}

/** Refuses calls with `workspace_quota` beyond the workspace's quota. */
export const heldToQuota =
  (calls: Pick<WorkspaceCalls, "stop">): Decorator =>
  async (call) => {
    const stop = calls.stop();
    if (stop !== undefined) throw stop;
    return call();
  };

/** Counts the calls that go out; it stands inside of what may refuse or spare one. */
export const charged =
  (calls: Pick<WorkspaceCalls, "add">): Decorator =>
  (call) => {
    calls.add(1);
    return call();
  };
