import { createHash } from "node:crypto";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { found, hit } from "../../../support/found.ts";
import { fakeServer } from "../../fake-server.ts";
import { runCli } from "../../run-cli.ts";
import { temporaryFolder, writeInto } from "../../temporary-folder.ts";

const hashOf = (text: string): string => createHash("sha256").update(text).digest("hex").slice(0, 32);

const hitOf = (path: string) => hit({ root: "n", path, citation: `${path}#L1`, documentHash: hashOf(path) });

/** A pushed folder of which two files are found. */
async function world() {
  const server = await fakeServer();
  const cwd = temporaryFolder({ "n/a.md": "a.md", "n/b.md": "b.md", "n/c.md": "c.md" });
  /** What a command prints, with the folder as `n`. */
  const run = async (...args: readonly string[]) => {
    const ran = await runCli(args, { cwd, env: { RECALL_URL: server.url, RECALL_TOKEN: "er_secret-token" } });
    return { ...ran, stderr: ran.stderr.replaceAll(join(cwd, "n"), "n") };
  };
  await run("push", "n");
  server.answers.set("POST /v1/search", found([hitOf("b.md"), hitOf("c.md")]));
  return { server, cwd, run };
}

const warning = (names: string, it = "it"): string =>
  `recall: gone here, still indexed: ${names} (recall push --mirror n removes ${it})\n`;

it("goes on telling what is gone after a push, until the file is there again or indexed no more", async () => {
  const { cwd, run } = await world();
  for (const name of ["b.md", "c.md"]) rmSync(join(cwd, `n/${name}`));
  for (let pushes = 0; pushes < 2; pushes++) await run("push", "n");
  expect((await run("search", "q")).stderr).toBe(warning("b.md, c.md", "them"));
  expect((await run("search", "q", "--sync")).stderr).toBe(warning("b.md, c.md", "them"));
  const { stdout } = await run("search", "q", "--json");
  const { hits } = JSON.parse(stdout) as { hits: { stale?: true; gone?: true }[] };
  expect(hits).toMatchObject([
    { stale: true, gone: true },
    { stale: true, gone: true },
  ]);
  writeInto(cwd, "n/b.md", "b.md");
  expect((await run("search", "q")).stderr).toBe(warning("c.md"));
  await run("push", "n", "--mirror");
  expect((await run("search", "q")).stderr).toBe("");
});

it("tells so of a document that is printed", async () => {
  const { server, cwd, run } = await world();
  const document = { root: "n", path: "b.md", hash: hashOf("b.md"), citation: "b.md", text: "b.md" };
  server.answers.set("GET /v1/documents/b.md", document);
  rmSync(join(cwd, "n/b.md"));
  await run("push", "n");
  expect(await run("get", "b.md")).toMatchObject({ stdout: "b.md", stderr: warning("b.md") });
  const { stdout } = await run("get", "b.md", "--json");
  expect(JSON.parse(stdout)).toEqual({ ...document, stale: true, gone: true });
});

it("does not call a file gone that a rule leaves out", async () => {
  const { cwd, run } = await world();
  writeInto(cwd, "n/.recallignore", "b.md\n");
  expect((await run("push", "n")).stdout).toContain("1 document gone");
  expect((await run("search", "q")).stderr).toBe("");
});
