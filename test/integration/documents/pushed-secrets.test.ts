import { afterAll, beforeAll, expect, it } from "vitest";
import { runCli } from "../../cli/run-cli.ts";
import { temporaryFolder, writeInto } from "../../cli/temporary-folder.ts";
import { samples } from "../../redaction/samples/sentences.ts";
import { serveClient } from "../../support/serve-client.ts";
import { createSimulatedWorld, type SimulatedWorld } from "../../support/worlds/world.ts";

let world: SimulatedWorld;
let server: Awaited<ReturnType<typeof serveClient>>;
let env: Record<string, string>;

beforeAll(async () => {
  world = await createSimulatedWorld(0);
  server = await serveClient(world.client);
  env = { RECALL_URL: server.url, RECALL_TOKEN: await world.client.workspace("default") };
});
afterAll(async () => {
  server.close();
  await world.dispose();
});

/** One secret of each kind, a paragraph each. */
const SOME = samples().filter((_, at) => at % 10 === 1);
const NOTE = SOME.map(
  ({ kind, before, secret, after }, at) => `## Case ${at}\n\n${kind}. ${before}${secret}${after}\n`,
).join("\n");

it("gives back what a push has sent, to the line and without its secrets, and calls nothing stale", async () => {
  const cwd = temporaryFolder({ "n/cases.md": `${NOTE}\n## Last\n\nThe heron nests at the mill.\n` });
  const run = (...args: readonly string[]) => runCli(args, { cwd, env });
  const pushed = JSON.parse((await run("push", "n", "--json")).stdout);
  expect(pushed).toMatchObject({ uploaded: 1, failed: [] });
  expect(pushed.redacted.length).toBeGreaterThanOrEqual(SOME.length * 0.95);
  expect(JSON.parse((await run("push", "n", "--json")).stdout)).toMatchObject({ uploaded: 0, unchanged: 1 });
  const whole = (await run("get", "n:cases.md")).stdout;
  const found = SOME.filter(({ secret }) => !whole.includes(secret));
  expect(found.length).toBeGreaterThanOrEqual(SOME.length * 0.95);
  expect(whole.split("\n").length).toBe(
    `${NOTE}\n## Last\n\nThe heron nests at the mill.\n`.split("\n").length,
  );
  const hit = JSON.parse((await run("search", "heron nests mill", "--json")).stdout).hits[0];
  const last = NOTE.split("\n").length + 1;
  expect(hit).toMatchObject({ path: "cases.md" });
  expect(hit.endLine).toBeGreaterThanOrEqual(last);
  expect(hit).not.toHaveProperty("stale");
  // Saved again as it is, it is still what was indexed; with another word it is not.
  writeInto(cwd, "n/cases.md", `${NOTE}\n## Last\n\nThe heron nests at the mill.\n`);
  const again = JSON.parse((await run("search", "heron nests mill", "--json")).stdout).hits[0];
  expect(again).not.toHaveProperty("stale");
  writeInto(cwd, "n/cases.md", `${NOTE}\n## Last\n\nThe heron nests at the old mill.\n`);
  const changed = JSON.parse((await run("search", "heron nests mill", "--json")).stdout).hits[0];
  expect(changed).toMatchObject({ stale: true });
});
