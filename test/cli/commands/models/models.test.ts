import { join } from "node:path";
import { expect, it } from "vitest";
import { runCli } from "../../run-cli.ts";
import { temporaryFolder } from "../../temporary-folder.ts";

it("a check of no models at all says what brings one", async () => {
  const cwd = temporaryFolder();
  const env = { RECALL_MODELS: join(cwd, "models") };
  const { code, stdout } = await runCli(["models", "check"], { cwd, env });
  expect([code, stdout]).toEqual([0, "No model is installed; recall models install brings one.\n"]);
});
