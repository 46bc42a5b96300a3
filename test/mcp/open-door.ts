import type { Env } from "../../src/env.ts";
import worker from "../../src/worker.ts";
import { inAccount } from "../support/account/account.ts";
import { testEnv } from "../support/client.ts";
import type { World } from "../support/worlds/world.ts";
import type { Door } from "./connect.ts";

/** The Worker's own handler on a world's database, and what it left for later. */
export function openDoor(
  { database, ai, vectorize }: World,
  more: Partial<Env> = {},
  { fetch }: Pick<ExportedHandler<Env>, "fetch"> = worker as never,
) {
  const bindings = { PLATFORM: "cloudflare", AI: ai, VECTORIZE: vectorize, ...more };
  const { env, begin } = inAccount(testEnv(database, bindings));
  const left: Promise<unknown>[] = [];
  const context = {
    waitUntil: (work: Promise<unknown>) => left.push(work),
    passThroughOnException: () => undefined,
    props: {},
  };
  const door: Door = async (request) => {
    begin();
    return fetch?.(request as never, env, context as unknown as ExecutionContext) as Promise<Response>;
  };
  return {
    door,
    /** Until everything that answers left for later is done. */
    settle: async () => void (await Promise.all(left.splice(0))),
  };
}
