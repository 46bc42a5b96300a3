import { run } from "./run.ts";
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

process.exitCode = await run(process.argv.slice(2), {
  terminal: nodeTerminal(),
  env: process.env,
  cwd: process.cwd(),
  interrupted: interruptSignal(),
});
