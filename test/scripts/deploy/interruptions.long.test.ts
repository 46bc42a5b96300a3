import { describe, expect, it } from "vitest";
import { METADATA_FIELDS } from "../../../scripts/deploy/commands.ts";
import { deployInProcess, undeployInProcess } from "./in-process.ts";
import type { StandInAccount } from "./stand-in-account.ts";
import { type StandInCloud, standInCloud } from "./stand-in-cloud.ts";

/** What must happen once and not again, and once only: all that makes something. */
const MAKES = /^ok (?:d1 create|vectorize create|vectorize create-metadata-index|queues create)/;

const made = (log: readonly string[]): readonly string[] => log.filter((line) => MAKES.test(line)).sort();

/** The account without what differs from run to run. */
const essence = ({ url: _url, calls: _calls, killAt: _killAt, worker, ...rest }: StandInAccount) => ({
  ...rest,
  secrets: Object.keys(worker?.secrets ?? {}),
  isDeployed: worker?.isDeployed,
});

async function reference(): Promise<{
  readonly cloud: StandInCloud;
  readonly calls: number;
  readonly log: readonly string[];
}> {
  const cloud = await standInCloud();
  expect(await deployInProcess(cloud)).toMatchObject({ isWell: true });
  return { cloud, calls: cloud.account().calls, log: cloud.log() };
}

describe("a deployment that is killed", () => {
  it.each(["before", "after"] as const)(
    "%s a call of wrangler has its effect makes nothing twice and leaves nothing out when it is run again",
    async (when) => {
      const whole = await reference();
      // One database, one index with its fields, two queues.
      expect(made(whole.log)).toHaveLength(4 + METADATA_FIELDS.length);
      for (let call = 1; call <= whole.calls; call++) {
        const cloud = await standInCloud({ killAt: { call, when } });
        const first = await deployInProcess(cloud);
        expect([call, first.isWell]).toEqual([call, false]);
        const sent = cloud.account().worker?.secrets.SIGNING_SECRET;
        const second = await deployInProcess(cloud);
        expect([call, second]).toMatchObject([call, { isWell: true }]);
        expect([call, essence(cloud.account())]).toEqual([call, essence(whole.cloud.account())]);
        expect([call, made(cloud.log())]).toEqual([call, made(whole.log)]);
        if (sent !== undefined) expect(cloud.account().worker?.secrets.SIGNING_SECRET).toBe(sent);
        expect(cloud.settings("deploy.json")).not.toContain("secret");
      }
    },
  );
});

describe("a removal that is killed", () => {
  it.each(["before", "after"] as const)(
    "%s a call has its effect goes on and leaves nothing",
    async (when) => {
      const whole = await reference();
      await undeployInProcess(whole.cloud);
      const calls = whole.cloud.account().calls - whole.calls;
      // One whole deployment, then only its account again and again.
      const deployed = await reference();
      for (let call = 1; call <= calls; call++) {
        const cloud = await standInCloud(deployed.cloud.account());
        cloud.change({ calls: 0, killAt: { call, when } });
        await undeployInProcess(cloud);
        const second = await undeployInProcess(cloud);
        expect([call, second]).toMatchObject([call, { isWell: true, left: [] }]);
        const { databases, indexes, queues, worker } = cloud.account();
        expect([databases, indexes, queues, worker]).toEqual([[], [], {}, undefined]);
      }
    },
  );
});
