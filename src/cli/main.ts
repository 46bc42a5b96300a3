import { run } from "./run.ts";
import type { Reach, ReachLight } from "./session/reach.ts";
import { nodeTerminal } from "./terminal/terminal.ts";

/** A signal that the first Ctrl-C ends; the second then has Node's own effect. */
function interruptSignal(): () => AbortSignal {
  let controller: AbortController | undefined;
  return () => {
    if (controller === undefined) {
      const created = new AbortController();
      process.once("SIGINT", () => created.abort());
      controller = created;
    }
    return controller.signal;
  };
}

// Loaded with the first request: what asks no server starts without it.
const ways = () => import("./session/reach.ts");

const reach: Reach = (place) => {
  let way: Promise<typeof fetch> | undefined;
  return async (input, init) => {
    way ??= ways().then((loaded) => loaded.reach(place));
    return (await way)(input, init);
  };
};

const reachLight: ReachLight = (place) => {
  let way: Promise<ReturnType<ReachLight>> | undefined;
  return async (url, init) => {
    way ??= ways().then((loaded) => loaded.reachLight(place));
    return (await way)(url, init);
  };
};

process.exitCode = await run(process.argv.slice(2), {
  terminal: nodeTerminal(),
  env: process.env,
  cwd: process.cwd(),
  reach,
  reachLight,
  interrupted: interruptSignal(),
});
