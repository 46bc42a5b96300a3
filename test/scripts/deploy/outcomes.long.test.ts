import { describe, expect, it } from "vitest";
import { METADATA_FIELDS } from "../../../scripts/deploy/commands.ts";
import { writeInto } from "../../cli/temporary-folder.ts";
import { laggingDatabase } from "../../support/account/lagging-database.ts";
import { DEPLOYMENT, deployInProcess, undeployInProcess } from "./in-process.ts";
import { emptyDatabase, standInCloud } from "./stand-in-cloud.ts";

const INDEX = "edge-recall-bge-base-cls";
const lineOf = (lines: readonly string[], name: string): string =>
  lines.find((line) => line.includes(name)) ?? `no line on ${name}`;

/** Is the CLI let in with what was written for it? */
async function isLetIn(text = "{}"): Promise<readonly number[]> {
  const { url, token, ownerToken } = JSON.parse(text);
  const ask = async (path: string, bearer: string): Promise<number> =>
    (await fetch(`${url}${path}`, { headers: { authorization: `Bearer ${bearer}` } })).status;
  return [await ask("/v1/status", token), await ask("/v1/workspaces", ownerToken)];
}

describe("a deployment", () => {
  it("makes the metadata indexes before the Worker exists, and leaves settings that let the CLI in", async () => {
    const cloud = await standInCloud();
    expect((await deployInProcess(cloud)).isWell).toBe(true);
    const log = cloud.log();
    const at = (call: string): number => log.findIndex((line) => line.startsWith(`ok ${call}`));
    const lastField = log.findLastIndex((line) => line.includes("create-metadata-index"));
    expect(lastField).toBeGreaterThan(at("vectorize create "));
    expect(lastField).toBeLessThan(at("secret put"));
    expect(cloud.account().indexes).toEqual([{ name: INDEX, dimensions: 768, fields: [...METADATA_FIELDS] }]);
    expect(await isLetIn(cloud.settings("config.json"))).toEqual([200, 200]);
  });

  it("brings an older schema with a full index up to date, and says what the new metadata index does not cover", async () => {
    const cloud = await standInCloud();
    await deployInProcess(cloud);
    const { secrets } = cloud.account().worker ?? {};
    const settings = cloud.settings("config.json");
    const fields = METADATA_FIELDS.filter((field) => field !== "language");
    const triggers = cloud.database.prepare("SELECT name FROM sqlite_master WHERE type = 'trigger'");
    for (const { name } of (await triggers.all()).results)
      await cloud.database.prepare(`DROP TRIGGER ${name}`).run();
    for (const table of ["d1_migrations", "migration_steps"])
      await cloud.database.prepare(`DELETE FROM ${table} WHERE name = '0002_triggers.sql'`).run();
    cloud.change({
      vectors: 12_000,
      indexes: [{ name: INDEX, dimensions: 768, fields }],
    });
    cloud.log();
    const { isWell, lines } = await deployInProcess(cloud);
    expect(isWell).toBe(true);
    const log = cloud.log().filter((line) => /create|put|^ok deploy/.test(line));
    expect(log).toEqual([
      `ok vectorize create-metadata-index ${INDEX} --propertyName=language --type=string`,
      "ok deploy --env= --var=PLAN:paid",
    ]);
    const note = lineOf(lines, "metadata indexes");
    expect(note).toContain("12000 are older");
    expect(note).toContain("filter on language");
    expect(note).toContain("recall push <folder>");
    expect(lineOf(lines, "migrations")).toContain("0002_triggers.sql");
    expect([cloud.account().worker?.secrets, cloud.settings("config.json")]).toEqual([secrets, settings]);
  });

  it("finds what its trial pushed where the replica that answers is behind", async () => {
    const { database, catchUp } = laggingDatabase(await emptyDatabase(), await emptyDatabase());
    const cloud = await standInCloud({}, database);
    expect((await deployInProcess(cloud)).isWell).toBe(true);
    await catchUp();
    const { lines } = await deployInProcess(cloud);
    expect(lineOf(lines, "trial")).toBe("✓ trial: a document was pushed, found and deleted");
  });

  it("stops where the plan does not go on, says so, and goes on from there", async () => {
    const cloud = await standInCloud({ hasQueues: false });
    const { isWell, lines } = await deployInProcess(cloud);
    expect(isWell).toBe(false);
    expect(lines.at(-2)).toMatch(/^✗ queue edge-recall-index: .*Queues are unavailable on the free plan/);
    expect(lines.at(-1)).toContain("Workers Paid");
    cloud.change({ hasQueues: true });
    expect((await deployInProcess(cloud)).isWell).toBe(true);
  });

  it("refuses an index of other dimensions instead of filling it", async () => {
    const cloud = await standInCloud({ indexes: [{ name: INDEX, dimensions: 384, fields: [] }] });
    const { isWell, lines } = await deployInProcess(cloud);
    expect(isWell).toBe(false);
    expect(lines.at(-2)).toContain("has 384 dimensions");
    expect(cloud.log().filter((line) => line.includes("create-metadata"))).toEqual([]);
  });

  it("names the click that is left when the credential may not switch read replication on", async () => {
    const cloud = await standInCloud({ allowsReplication: false });
    const { isWell, lines } = await deployInProcess(cloud);
    expect(isWell).toBe(true);
    expect(lineOf(lines, "read replication")).toMatch(
      /^– .*https:\/\/dash\.cloudflare\.com\/acc1.*Enable Read Replication/,
    );
  });

  it("goes on after the Worker failed from any of its requests on", async () => {
    const whole = await standInCloud({ answersLeft: 1_000 });
    await deployInProcess(whole);
    const requests = 1_000 - (whole.account().answersLeft ?? 0);
    // A look at the tables, their parts, and the tokens.
    expect(requests).toBeGreaterThan(8);
    for (let answersLeft = 0; answersLeft < requests; answersLeft++) await failsFrom(answersLeft);
  });

  async function failsFrom(answersLeft: number): Promise<void> {
    const cloud = await standInCloud({ answersLeft });
    const first = await deployInProcess(cloud);
    expect(first.isWell).toBe(false);
    expect(first.lines.findLast((line) => line.startsWith("✗"))).toMatch(
      /^✗ (?:migrations|tokens and settings|trial)/,
    );
    const { secrets } = cloud.account().worker ?? {};
    cloud.change({ answersLeft: undefined });
    expect((await deployInProcess(cloud)).isWell).toBe(true);
    expect(cloud.account().worker?.secrets).toEqual(secrets);
    expect(await isLetIn(cloud.settings("config.json"))).toEqual([200, 200]);
  }

  it("sets the settings for another server aside instead of losing them", async () => {
    const cloud = await standInCloud();
    const other = { url: "https://recall.example.com", token: "a-token-of-another-server" };
    writeInto(cloud.folder, "config/edge-recall/config.json", JSON.stringify(other));
    const said: string[] = [];
    await deployInProcess(cloud, { say: (line) => void said.push(line) });
    expect(JSON.parse(cloud.settings("config.recall.example.com.json") ?? "")).toEqual(other);
    expect(said.join()).toContain("config.recall.example.com.json");
    expect(await isLetIn(cloud.settings("config.json"))).toEqual([200, 200]);
  });
});

describe("a Worker whose secret nobody here knows", () => {
  const SECRET = "the secret that the person typed into the page";
  const deployed = { secrets: { SIGNING_SECRET: SECRET }, isDeployed: true };

  it("keeps it: the run says how to go on", async () => {
    const cloud = await standInCloud({ worker: deployed });
    const { isWell, lines } = await deployInProcess(cloud);
    expect(isWell).toBe(false);
    expect(lines.at(-1)).toContain("npm run deploy -- --new-secret");
    expect(cloud.account().worker?.secrets).toEqual(deployed.secrets);
    expect(cloud.settings("config.json")).toBe(undefined);
  });

  it("is reached with a secret that the person gives, which is not set again", async () => {
    const cloud = await standInCloud({ worker: deployed });
    const env = { ...cloud.env, SIGNING_SECRET: SECRET };
    expect((await deployInProcess(cloud, { env })).isWell).toBe(true);
    expect(cloud.log().filter((line) => line.includes("secret put"))).toEqual([]);
    expect(await isLetIn(cloud.settings("config.json"))).toEqual([200, 200]);
  });

  it("gets a new one when that is asked for, and the tokens made with the old one end", async () => {
    const cloud = await standInCloud();
    await deployInProcess(cloud);
    const before = cloud.settings("config.json");
    expect((await deployInProcess(cloud, { wantsNewSecret: true })).isWell).toBe(true);
    expect(await isLetIn(before)).toEqual([401, 401]);
    expect(await isLetIn(cloud.settings("config.json"))).toEqual([200, 200]);
  });
});

describe("the plan of the account", () => {
  it("is what the environment says, then what wrangler.toml says, then what was said before", async () => {
    const cloud = await standInCloud();
    const deployed = () => cloud.log().filter((line) => line.startsWith("ok deploy"));
    const { lines } = await deployInProcess(cloud, { env: { ...cloud.env, PLAN: "free" } });
    expect([deployed(), lineOf(lines, "plan")]).toEqual([
      ["ok deploy --env= --var=PLAN:free"],
      expect.stringMatching(/^✓ plan: free: for some 6,500 passages/),
    ]);
    await deployInProcess(cloud, { deployment: { ...DEPLOYMENT, plan: "free" } });
    expect(deployed()).toEqual(["ok deploy --env= --var=PLAN:free"]);
    const again = await deployInProcess(cloud);
    expect([deployed(), lineOf(again.lines, "plan")]).toEqual([
      ["ok deploy --env= --var=PLAN:free"],
      expect.stringMatching(/^– plan: free/),
    ]);
    await deployInProcess(cloud, { env: { ...cloud.env, PLAN: "paid" } });
    const paid = await deployInProcess(cloud);
    expect([deployed(), lineOf(paid.lines, "plan")]).toEqual([
      ["ok deploy --env= --var=PLAN:paid", "ok deploy --env= --var=PLAN:paid"],
      "– plan: paid",
    ]);
  });

  it("is what wrangler.toml says where nobody has said more", async () => {
    const { lines } = await deployInProcess(await standInCloud());
    expect(lineOf(lines, "plan")).toContain("as wrangler.toml says; PLAN=free npm run deploy");
  });

  it("is refused when it is neither, before anything is made", async () => {
    const cloud = await standInCloud();
    const { isWell, lines } = await deployInProcess(cloud, { env: { ...cloud.env, PLAN: "gold" } });
    expect([isWell, lines[0], cloud.account().databases]).toEqual([
      false,
      "✗ plan: PLAN is paid or free, not gold",
      [],
    ]);
  });
});

describe("a second vector index", () => {
  const next = { name: "edge-recall-next", dimensions: 1_024 };
  const deployment = { ...DEPLOYMENT, indexes: [...DEPLOYMENT.indexes, next] };

  it("is made with its own dimensions and all metadata indexes, and goes with the rest", async () => {
    const cloud = await standInCloud();
    expect((await deployInProcess(cloud)).isWell).toBe(true);
    const { isWell, lines } = await deployInProcess(cloud, { deployment });
    expect(isWell).toBe(true);
    expect(lineOf(lines, "vector index edge-recall-next")).toMatch(/created, 1024 dimensions/);
    expect(cloud.account().indexes).toEqual([
      { name: INDEX, dimensions: 768, fields: [...METADATA_FIELDS] },
      { ...next, fields: [...METADATA_FIELDS] },
    ]);
    await undeployInProcess(cloud, { deployment });
    expect(cloud.account().indexes).toEqual([]);
  });
});

describe("an index of other dimensions than the model's", () => {
  it("is refused before the Worker is touched, with what to do, and is left as it is", async () => {
    const cloud = await standInCloud();
    await deployInProcess(cloud);
    cloud.log();
    const deployment = { ...DEPLOYMENT, indexes: [{ name: INDEX, dimensions: 1_024 }] };
    const { isWell, lines } = await deployInProcess(cloud, { deployment });
    const said = lines.join("\n");
    expect(isWell).toBe(false);
    expect(said).toContain("has 768 dimensions and metric cosine; needed are 1024 and cosine");
    expect(said).toContain("bind a new one as VECTORIZE_NEXT");
    expect(cloud.log().filter((line) => /create|delete|put|^ok deploy/.test(line))).toEqual([]);
    expect(cloud.account().indexes).toEqual([{ name: INDEX, dimensions: 768, fields: [...METADATA_FIELDS] }]);
  });
});

describe("undeploy", () => {
  it("leaves nothing, in the account or on the machine, and a second run finds nothing to do", async () => {
    const cloud = await standInCloud();
    await deployInProcess(cloud);
    const first = await undeployInProcess(cloud);
    expect(first).toMatchObject({ isWell: true, left: [] });
    const { databases, indexes, queues, worker } = cloud.account();
    expect([databases, indexes, queues, worker]).toEqual([[], [], {}, undefined]);
    expect([cloud.settings("config.json"), JSON.parse(cloud.settings("deploy.json") ?? "")]).toEqual([
      undefined,
      {},
    ]);
    cloud.log();
    const second = await undeployInProcess(cloud);
    expect(second).toMatchObject({ isWell: true, left: [] });
    expect(cloud.log().filter((line) => / delete | remove /.test(line))).toEqual([]);
  });
});
