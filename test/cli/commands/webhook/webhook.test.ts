import { describe, expect, it } from "vitest";
import { answering, refusing } from "../../answering.ts";
import { fakeServer } from "../../fake-server.ts";
import { runCli } from "../../run-cli.ts";
import { temporaryFolder } from "../../temporary-folder.ts";

const ID = "019abc00-0000-7000-8000-000000000001";

const webhook = (more: object = {}) => ({
  ...{ id: ID, url: "https://hooks.example.com/recall", kinds: null, roots: null },
  ...{ disabledReason: null, disabledAt: null, attempts: 0, nextAt: null, lastStatus: null, lastError: null },
  ...{ lastAt: null, deliveredAt: null, createdAt: "2026-11-24T09:30:00.000Z", ...more },
});

async function desk() {
  const server = await fakeServer();
  const env = { RECALL_URL: server.url, RECALL_TOKEN: "t" };
  const run = (...args: string[]) => runCli(["webhook", ...args], { cwd: temporaryFolder(), env });
  const asked = () =>
    server.seen
      .filter(({ url }) => url.startsWith("/v1/webhooks"))
      .map(({ method, url, body }) => [method, url, body]);
  return { server, run, asked };
}

describe("recall webhook add", () => {
  it("prints the secret alone, and says that it is shown once", async () => {
    const { server, run, asked } = await desk();
    server.faults.push(answering({ ...webhook(), secret: "whsec_c2VjcmV0" }));
    const url = "https://hooks.example.com/recall";
    const told = await run(
      "add",
      url,
      "--kind",
      "file",
      "--kind",
      "memory",
      "--root",
      "notes",
      "--since",
      "2026-11-24",
    );
    expect(told).toEqual({
      ...{ code: 0, stdout: "whsec_c2VjcmV0\n" },
      stderr: `Shown once: it verifies what is posted. The webhook's id is ${ID}.\n`,
    });
    const body = { url, kinds: ["file", "memory"], roots: ["notes"], since: "2026-11-24" };
    expect(asked()).toEqual([["POST", "/v1/webhooks", body]]);
  });

  it("refuses a kind that there is not, and asks nobody", async () => {
    const { run, asked } = await desk();
    const { code, stderr } = await run("add", "https://hooks.example.com/", "--kind", "chunk");
    expect([code, asked()]).toEqual([2, []]);
    expect(stderr).toContain("--kind is one of: file, memory, entity");
  });
});

it("lists what became of each, with what a line has no room for below it", async () => {
  const { server, run } = await desk();
  const failing = { attempts: 2, nextAt: "2026-11-24T10:00:00.000Z", lastError: "It answered 503" };
  const webhooks = [
    webhook({ deliveredAt: "2026-11-24T09:31:00.000Z" }),
    webhook({ kinds: ["file"], roots: ["notes"], ...failing }),
    webhook({ disabledReason: "secret_lost" }),
    webhook(),
  ];
  server.faults.push(answering({ webhooks }), answering({ webhooks: [] }));
  const { stdout } = await run("list");
  const lines = stdout.split("\n").map((line) => line.split("recall  ").at(-1)?.trim());
  expect(lines.slice(1)).toEqual([
    ...["posted 2026-11-24 09:31", "failing, again 2026-11-24 10:00"],
    ...["kinds file; roots notes; It answered 503", "secret lost", "nothing posted yet", ""],
  ]);
  expect((await run("list")).stdout).toBe("There is no webhook: recall webhook add <url> makes one.\n");
});

it.each([
  ["pause", "PATCH", { paused: true }, `${ID} is paused; its place in the changes is kept.\n`],
  ["resume", "PATCH", { paused: false }, `${ID} goes on where it was.\n`],
  ["remove", "DELETE", undefined, `Removed ${ID}.\n`],
])(
  "%ss one, and says how to find those there are where it is not there",
  async (name, method, body, stdout) => {
    const { server, run, asked } = await desk();
    server.faults.push(
      answering(name === "remove" ? { deleted: true } : webhook()),
      refusing(404, "not_found"),
    );
    expect(await run(name, ID)).toMatchObject({ code: 0, stdout });
    const [[seenMethod, url, seenBody] = []] = asked();
    expect([seenMethod, url]).toEqual([method, `/v1/webhooks/${ID}`]);
    if (body !== undefined) expect(seenBody).toEqual(body);
    const missing = await run(name, ID);
    expect([missing.code, missing.stderr]).toEqual([1, expect.stringContaining("recall webhook list shows")]);
  },
);

it.each([
  [{ delivered: true, status: 204, error: null, ms: 12 }, 0, "It answered 204 after 12 ms.\n"],
  [
    { delivered: false, status: null, error: "It cannot be reached", ms: 3 },
    ...([1, "Not taken after 3 ms: It cannot be reached.\n"] as const),
  ],
] as const)("tests one, and fails where it takes nothing", async (answer, code, stdout) => {
  const { server, run } = await desk();
  server.faults.push(answering(answer));
  expect(await run("test", ID)).toMatchObject({ code, stdout });
});
