import { expect, it } from "vitest";
import { answering } from "../../answering.ts";
import { fakeServer } from "../../fake-server.ts";
import { runCli } from "../../run-cli.ts";
import { temporaryFolder } from "../../temporary-folder.ts";

const change = (path: string, more: object = {}) => ({
  ...{ kind: "file", change: "added", root: "notes", path, hash: "h", into: null },
  ...{ at: "2026-11-24T09:30:00.000Z", ...more },
});

it("prints every page of what changed, and where to go on", async () => {
  const server = await fakeServer();
  const env = { RECALL_URL: server.url, RECALL_TOKEN: "t" };
  const pages = () => {
    server.faults.push(
      answering({ changes: [change("a.md")], cursor: "c1", more: true }),
      answering({
        changes: [change("m1", { root: "memories", change: "merged", into: "m2" })],
        cursor: "c2",
        more: false,
      }),
    );
  };
  const changes = (...more: string[]) => runCli(["changes", ...more], { cwd: temporaryFolder(), env });
  pages();
  const told = await changes("--since", "c0");
  expect(told).toMatchObject({ code: 0, stderr: "To go on from here: recall changes --since c2\n" });
  expect(told.stdout).toBe(
    "2026-11-24T09:30:00.000Z  added       notes:a.md\n2026-11-24T09:30:00.000Z  merged      memories:m1 -> m2\n",
  );
  const asked = server.seen.filter(({ url }) => url.includes("/v1/changes")).map(({ url }) => url);
  expect(asked.map((url) => new URL(url, "http://x").searchParams.get("since"))).toEqual(["c0", "c1"]);
  pages();
  const { stdout } = await changes("--json");
  expect(JSON.parse(stdout)).toMatchObject({ changes: [{ path: "a.md" }, { path: "m1" }], cursor: "c2" });
});
