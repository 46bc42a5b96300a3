import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { CALIBRATION } from "../../../../src/local-models/speed/calibration.ts";
import { readManifest } from "../../../../src/local-models/manifest.ts";
import { TINY, tinyModels } from "../../../local-models/tiny-models.ts";
import { runCli } from "../../run-cli.ts";
import { temporaryFolder } from "../../temporary-folder.ts";

const NAMES = ["bge-base-en-v1.5", "bge-small-en-v1.5"] as const;

/** A mirror of both English models, tiny ones of their names. */
async function mirror() {
  const { models } = tinyModels(...NAMES.map((name) => ({ name, shape: TINY })));
  const server = createServer((request, response) => {
    const file = join(models, request.url ?? "");
    if (existsSync(file)) response.end(readFileSync(file));
    else response.writeHead(404).end();
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

it("proposes a model after a trial, and downloads none unasked", async () => {
  const cwd = temporaryFolder();
  const models = join(cwd, "models");
  const env = { RECALL_MODELS: models, RECALL_MODELS_URL: await mirror() };
  const unasked = await runCli(["models", "install"], { cwd, env });
  expect(unasked.code).toBe(2);
  const proposed = /proposed is (bge-\w+-en-v1\.5)\n/.exec(unasked.stderr)?.[1] ?? "";
  expect(NAMES).toContain(proposed);
  expect(unasked.stderr).toContain(`${proposed}: `);
  expect(unasked.stderr).toMatch(/Nothing is downloaded unasked/);
  expect(existsSync(models)).toBe(false);
  const agreed = await runCli(["models", "install", "--yes"], { cwd, env });
  expect(agreed.code).toBe(0);
  const installed = /(bge-\S+) is installed/.exec(agreed.stdout)?.[1] ?? "";
  expect(readManifest(join(models, installed)).name).toBe(installed);
  // It was measured on a machine that was busy.
  const file = join(models, installed, CALIBRATION);
  const { measuredOn, speed } = JSON.parse(readFileSync(file, "utf8"));
  writeFileSync(file, JSON.stringify({ measuredOn, speed: { ...speed, passageMs: 1e6 } }));
  const checked = await runCli(["models", "check"], { cwd, env });
  expect([checked.code, checked.stdout]).toEqual([0, "1 model is whole, and can be used.\n"]);
  expect(checked.stderr).toMatch(/1,000 passages take about /);
  expect(JSON.parse(readFileSync(file, "utf8")).speed.passageMs).toBeLessThan(1e6);
});
