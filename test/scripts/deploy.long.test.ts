import { statSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { MIN_SECRET_CHARS } from "../../src/workspaces/token.ts";
import { deployInProcess } from "./deploy/in-process.ts";
import { runScript } from "./deploy/run-script.ts";
import { standInCloud } from "./deploy/stand-in-cloud.ts";

const DEPLOY = ["scripts/deploy.ts"] as const;
const UNDEPLOY = ["scripts/undeploy.ts"] as const;
const PRIVATE = 0o600;
const MODE_BITS = 0o777;

describe("npm run deploy", () => {
  it("deploys, shows no secret, and writes the settings for their owner only", async () => {
    const cloud = await standInCloud();
    const { code, output } = await runScript(cloud, DEPLOY);
    expect([code, output]).toEqual([0, expect.stringContaining("✓ database edge-recall: created")]);
    // Before anything is made it says what.
    expect(output.indexOf("the D1 database edge-recall")).toBeLessThan(output.indexOf("✓ database"));
    expect(output).toContain("✓ trial: a document was pushed, found and deleted");
    expect(output).toContain(`The page: ${cloud.account().url}/\n`);
    expect(output).toMatch(
      /Next, .*\n {2}\S.* push .*\n {2}.* search .*\n {2}.* mcp install claude-code --write/,
    );
    const secret = cloud.account().worker?.secrets.SIGNING_SECRET ?? "";
    expect(secret.length).toBeGreaterThanOrEqual(MIN_SECRET_CHARS);
    const { token, ownerToken } = JSON.parse(cloud.settings("config.json") ?? "{}");
    for (const hidden of [secret, token, ownerToken, "credential-of-the-login"])
      expect(output).not.toContain(hidden);
    for (const name of ["config.json", "deploy.json"])
      expect(statSync(join(cloud.folder, "config/edge-recall", name)).mode & MODE_BITS).toBe(PRIVATE);
  });

  it("makes nothing when it runs again", async () => {
    const cloud = await standInCloud();
    await deployInProcess(cloud);
    const config = cloud.settings("config.json");
    cloud.log();
    const { code, output } = await runScript(cloud, DEPLOY);
    expect([code, output]).toEqual([0, expect.stringContaining("– database edge-recall: there already")]);
    expect(cloud.log().filter((line) => /create|apply|put/.test(line))).toEqual([]);
    expect(cloud.settings("config.json")).toBe(config);
  });

  it("says how to log in where nobody can be asked, and asks nothing", async () => {
    const cloud = await standInCloud({ accounts: [] });
    const { code, output } = await runScript(cloud, DEPLOY);
    expect(code).toBe(1);
    expect(output).toContain("npx wrangler login");
    expect(output).toContain("CLOUDFLARE_API_TOKEN");
    expect(cloud.log()).toEqual(["refused whoami --json"]);
  });

  it("says which accounts there are when the login sees several", async () => {
    const accounts = [
      { id: "acc1", name: "Dev" },
      { id: "acc2", name: "Work" },
    ];
    const cloud = await standInCloud({ accounts });
    const { code, output } = await runScript(cloud, DEPLOY);
    expect([code, output]).toEqual([1, expect.stringContaining("CLOUDFLARE_ACCOUNT_ID=acc2 (Work)")]);
    expect(cloud.log()).toEqual(["ok whoami --json"]);
  });

  it("killed right after the secret was sent, it goes on with the same secret", async () => {
    const whole = await standInCloud();
    await deployInProcess(whole);
    // The script asks whose account it is first; then come the steps.
    const call = 2 + whole.log().findIndex((line) => line.startsWith("ok secret put"));
    const cloud = await standInCloud({ killAt: { call, when: "after" } });
    expect((await runScript(cloud, DEPLOY)).code).toBe(null);
    const { secrets } = cloud.account().worker ?? {};
    expect(cloud.settings("config.json")).toBe(undefined);
    const again = await runScript(cloud, DEPLOY);
    expect(again.code, again.output).toBe(0);
    expect(cloud.account().worker?.secrets).toEqual(secrets);
    expect(cloud.settings("deploy.json")).not.toContain("secret");
  });
});

describe("npm run undeploy", () => {
  it("deletes nothing without the Worker's name", async () => {
    const cloud = await standInCloud();
    await deployInProcess(cloud);
    const before = cloud.account();
    const unnamed = await runScript(cloud, UNDEPLOY);
    expect([unnamed.code, unnamed.output]).toEqual([2, expect.stringContaining("--yes edge-recall")]);
    const misnamed = await runScript(cloud, [...UNDEPLOY, "--yes", "edge"]);
    expect([misnamed.code, misnamed.output]).toEqual([2, expect.stringContaining("another name")]);
    expect({ ...cloud.account(), calls: before.calls }).toEqual(before);
  });

  it("removes everything when the name is given", async () => {
    const cloud = await standInCloud();
    await deployInProcess(cloud);
    const { code, output } = await runScript(cloud, [...UNDEPLOY, "--yes", "edge-recall"]);
    expect([code, output]).toEqual([0, expect.stringContaining("Nothing of it is left")]);
    expect(cloud.account()).toMatchObject({ databases: [], indexes: [], queues: {} });
    expect(cloud.account().worker).toBe(undefined);
  });
});
