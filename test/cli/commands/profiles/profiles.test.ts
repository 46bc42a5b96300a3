import { describe, expect, it } from "vitest";
import { columnsOf } from "../../../../src/cli/terminal/columns.ts";
import { ProfileAnswer, ProfileList } from "../../../../src/search/contract/profiles.ts";
import { listProfiles } from "../../../../src/search/profiles/profile-service.ts";
import { fakeServer } from "../../fake-server.ts";
import { runCli } from "../../run-cli.ts";
import { temporaryFolder } from "../../temporary-folder.ts";

const SET = { "recencyBoost.weight": 0.3 };
const LIST = listProfiles({ settings: JSON.stringify({ profiles: { edge: SET } }) });
const EDGE = LIST.profiles.find(({ name }) => name === "edge");

/** A server with a workspace that has set one thing of edge. */
async function world(columns = "80") {
  const server = await fakeServer();
  server.answers.set("GET /v1/profiles", LIST);
  server.answers.set("PUT /v1/profiles/edge", EDGE);
  server.answers.set("DELETE /v1/profiles/edge", listProfiles({ settings: "{}" }).profiles[0]);
  const env = { RECALL_URL: server.url, RECALL_TOKEN: "er_token", COLUMNS: columns };
  const run = (...args: string[]) => runCli(args, { cwd: temporaryFolder(), env });
  return { server, run };
}

describe("recall profiles", () => {
  it("answers as the contract says", () => {
    expect(ProfileList.parse(LIST)).toEqual(LIST);
    expect(ProfileAnswer.parse(EDGE)).toEqual(EDGE);
  });

  it("lists every profile in 80 columns, with what this workspace sets", async () => {
    const { run } = await world();
    const { code, stdout } = await run("profiles");
    expect(code).toBe(0);
    expect(Math.max(...stdout.split("\n").map(columnsOf))).toBeLessThanOrEqual(80);
    for (const { name } of LIST.profiles) expect(stdout).toMatch(new RegExp(`^${name}( |$)`, "m"));
    expect(stdout).toContain("  set by this workspace: recencyBoost.weight\n");
  });

  it("lists one with every setting in 80 columns: value, range, meaning, and what is set here", async () => {
    const { run } = await world();
    const { stdout } = await run("profiles", "edge");
    expect(Math.max(...stdout.split("\n").map(columnsOf))).toBeLessThanOrEqual(80);
    for (const { name } of LIST.settings)
      expect(stdout).toMatch(new RegExp(`^  ${name.split(".")[1]} `, "m"));
    const words = stdout.replace(/\s+/g, " ");
    expect(words).toContain("weight 0.3 * what a document of this hour gains (0 to 1; the profile's own 0)");
    expect(words).toContain("k 60 rrf: how little a rank tells; greater is flatter (1 to 1,000)");
    expect(words).toContain("mmr (off): puts what repeats");
    expect(words).toContain("enabled false whether it runs (true or false)");
    expect(stdout).toContain("* set by this workspace");
  });

  it("prints one profile's data for programs", async () => {
    const { run } = await world();
    const { stdout } = await run("profiles", "edge", "--json");
    expect(JSON.parse(stdout)).toEqual({ ...LIST, profiles: [EDGE] });
  });

  it("sets beside what is set, or with --reset instead of it", async () => {
    const { server, run } = await world();
    const set = ["--set", "result.limit=3", "--set", "mmr.enabled=true"];
    const { stdout } = await run("profiles", "edge", ...set);
    expect(stdout).toBe("edge: recencyBoost.weight is 0.3 here; the profile's own: 0\n");
    await run("profiles", "edge", "--reset", ...set);
    const bodies = server.seen.filter(({ method }) => method === "PUT").map(({ body }) => body);
    expect(bodies).toEqual([
      { settings: { ...SET, "result.limit": 3, "mmr.enabled": true } },
      { settings: { "result.limit": 3, "mmr.enabled": true } },
    ]);
    expect((await run("profiles", "edge", "--reset")).stdout).toBe("edge: the profile's own settings\n");
  });

  it.each([
    [["profiles", "--reset"], "recall profiles edge"],
    [["profiles", "nope"], "code-memory"],
    [["profiles", "edge", "--set", "nonsense"], "recencyBoost.weight=0.3"],
  ])("refuses %j as wrong usage", async (args, said) => {
    const { run } = await world();
    const { code, stderr } = await run(...args);
    expect([code, stderr]).toEqual([2, expect.stringContaining(said)]);
  });

  it("shows what the server says of an unknown setting", async () => {
    const { server, run } = await world();
    const message = "There is no setting fusion.q; did you mean fusion.k?";
    server.faults.push(({ method }, response) => {
      if (method === "GET") return false;
      response.writeHead(400).end(JSON.stringify({ error: { code: "invalid_input", message } }));
      return true;
    });
    const { code, stderr } = await run("profiles", "edge", "--set", "fusion.q=1");
    expect([code, stderr]).toEqual([2, `recall: ${message}\n`]);
  });
});

describe("recall explain", () => {
  const answer = {
    chunk: null,
    reason: "not_in_workspace",
    message: "This workspace has no such chunk.",
    ranks: { keyword: null, vector: null },
    steps: [],
    outcome: "found",
    degraded: [],
    index: { pendingChunks: 0, pendingSkipped: 0, failedDocuments: 0, embedder: "m", reranker: "m" },
    use: { repaired: [] },
  };

  it("asks what a search asks, and ends with 1 where the passage is no hit", async () => {
    const { server, run } = await world();
    server.answers.set("POST /v1/explain", answer);
    const flags = ["--profile", "openclaw", "-n", "3", "--set", "mmr.enabled=true", "--glob", "*.md"];
    const missing = await run("explain", "rotate keys", "notes:a.md#L3", ...flags);
    expect(missing).toEqual({
      code: 1,
      stdout: "Not a hit (not_in_workspace): This workspace has no such chunk.\n",
      stderr: "",
    });
    expect(server.seen[0]?.body).toEqual({
      query: "rotate keys",
      id: "notes:a.md#L3",
      profile: "openclaw",
      limit: 3,
      settings: { "mmr.enabled": true },
      filters: { glob: "*.md" },
    });
    for (const line of ["a.md:3", "a.md:3-9"]) await run("explain", "rotate keys", line);
    expect(server.seen.slice(1).map(({ body }) => (body as { id: string }).id)).toEqual([
      "a.md#L3",
      "a.md#L3",
    ]);
    server.answers.set("POST /v1/explain", { ...answer, reason: "shown" });
    expect((await run("explain", "rotate keys", "12345678", "--json")).code).toBe(0);
  });
});
