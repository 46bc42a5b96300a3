import { expect, it } from "vitest";
import { run } from "../../../../src/cli/run.ts";
import { refusing } from "../../answering.ts";
import { type Fault, fakeServer } from "../../fake-server.ts";
import { capturedTerminal } from "../../run-cli.ts";
import { temporaryFolder } from "../../temporary-folder.ts";

const LATIN = Buffer.from("caf\u00e9", "latin1");

/** What a watch prints until its first push is done; the times before its lines are left out. */
async function watched(
  files: Readonly<Record<string, string | Uint8Array>>,
  flags: readonly string[] = [],
  indexed: readonly string[] = [],
  fault?: Fault,
) {
  const server = await fakeServer();
  if (fault !== undefined) server.faults.push(fault);
  server.roots.set("n", new Map(indexed.map((path) => [path, "0".repeat(32)])));
  const cwd = temporaryFolder(
    Object.fromEntries(Object.entries(files).map(([path, text]) => [`n/${path}`, text])),
  );
  const env = {
    HOME: cwd,
    XDG_CONFIG_HOME: `${cwd}/.user`,
    RECALL_URL: server.url,
    RECALL_TOKEN: "er_token",
  };
  const { terminal, written } = capturedTerminal(env);
  const stop = new AbortController();
  const out = (text: string): void => {
    terminal.out(text);
    if (text.includes("watching") || flags.includes("--json")) stop.abort();
  };
  const surroundings = { terminal: { ...terminal, out }, env, cwd, interrupted: () => stop.signal };
  const code = await run(["watch", "n", ...flags], surroundings);
  return {
    code,
    stdout: written.stdout.replace(/^\d\d:\d\d:\d\d {2}/gm, ""),
    stderr: written.stderr,
    server,
  };
}

it("tells a push in a line, and that it goes on watching", async () => {
  const { code, stdout, server } = await watched({ "a.md": "one", "b.md": "three", ".c.md": "" });
  expect([code, stdout]).toEqual([0, "n: 2 sent (8 bytes), 2 chunks\nwatching; Ctrl-C ends it\n"]);
  expect([...(server.roots.get("n")?.keys() ?? [])]).toEqual(["a.md", "b.md"]);
});

it("names the first file that is not pushed, safe to show, and what is gone", async () => {
  const { stdout } = await watched({ "\u001b.txt": LATIN, "z.txt": LATIN }, [], ["old.md"]);
  expect(stdout).toBe(
    "n: 0 sent, 2 not pushed (␛.txt: the text is not UTF-8: convert it first), 1 gone, still indexed (--mirror)\n" +
      "watching; Ctrl-C ends it\n",
  );
});

it("deletes what is gone with --mirror, but not most of a root without --yes", async () => {
  const many = Array.from({ length: 25 }, (_, at) => `old-${at}.md`);
  const push = async (...flags: readonly string[]) =>
    (await watched({ ".a.md": "one" }, ["--mirror", "--include-hidden", ...flags], many)).stdout.split(
      "\n",
    )[0];
  expect(await push()).toBe("n: 1 sent (3 bytes), 1 chunk, not deleted: That is most of the root");
  expect(await push("--yes")).toBe("n: 1 sent (3 bytes), 25 deleted, 1 chunk");
});

it("prints an object a push for programs, and nothing else", async () => {
  const { code, stdout, stderr } = await watched({ "a.md": "one" }, ["--json", "--root", "other"]);
  expect([code, stderr]).toEqual([0, ""]);
  expect(JSON.parse(stdout)).toMatchObject({
    at: expect.stringMatching(/^\d{4}-/),
    root: "other",
    uploaded: 1,
  });
});

it("ends with what no later try mends", async () => {
  const fault = refusing(403, "forbidden", "This token may not write: ask");
  expect(await watched({ "a.md": "one" }, [], [], fault)).toMatchObject({ code: 3, stdout: "" });
});
