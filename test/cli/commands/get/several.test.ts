import { expect, it } from "vitest";
import { type FakeServer, failOnce, fakeServer } from "../../fake-server.ts";
import { runCli } from "../../run-cli.ts";
import { temporaryFolder, writeInto } from "../../temporary-folder.ts";

const document = (path: string, text: string, root = "notes") => ({
  ...{ root, path, startLine: 1, endLine: 1, citation: path, hash: "0".repeat(32), text },
});

async function served(...documents: readonly ReturnType<typeof document>[]): Promise<FakeServer> {
  const server = await fakeServer();
  for (const one of documents) server.answers.set(`GET /v1/documents/${encodeURIComponent(one.path)}`, one);
  return server;
}

const reach = ({ url }: FakeServer) => ({ RECALL_URL: url, RECALL_TOKEN: "t" });

it("prints nothing of several places where the server refuses more than one of them", async () => {
  const server = await served(document("a.md", "one\n"));
  server.faults.push(failOnce(403));
  const got = await runCli(["get", "b.md", "a.md"], { cwd: temporaryFolder(), env: reach(server) });
  expect(got).toMatchObject({ code: 3, stdout: "" });
});

it("prints the others where one place is written wrongly, and one alone is an error of its own", async () => {
  const server = await served(document("a.md", "one"), document("c.md", "three\n"));
  const options = { cwd: temporaryFolder(), env: reach(server) };
  const got = await runCli(["get", "a.md", "../b.md", "c.md"], options);
  expect(got).toMatchObject({
    code: 1,
    stdout: "==> a.md <==\none\n\n==> c.md <==\nthree\n",
    stderr: expect.stringMatching(/^recall: .*relative to its root/),
  });
  const json = JSON.parse((await runCli(["get", "a.md", "../b.md", "--json"], options)).stdout);
  expect(json.failed).toEqual([{ place: "../b.md", code: "invalid_input", message: expect.any(String) }]);
  expect(await runCli(["get", "../b.md", "--json"], options)).toMatchObject({ code: 2 });
});

it("prints the others where an id begins several passages", async () => {
  const server = await served(document("a.md", "one\n"));
  server.faults.push((seen, response) => {
    if (!seen.url.includes("/chunks/")) return false;
    response.writeHead(409).end(JSON.stringify({ error: { code: "ambiguous", message: "Several" } }));
    return true;
  });
  const options = { cwd: temporaryFolder(), env: reach(server) };
  const got = await runCli(["get", "abcdef12", "a.md", "--json"], options);
  expect(got.code).toBe(1);
  expect(JSON.parse(got.stdout)).toMatchObject({
    passages: [{ path: "a.md" }],
    failed: [{ place: "abcdef12", code: "ambiguous" }],
  });
});

/** What a terminal gets of `recall get a.md`. */
async function onTerminal(text: string): Promise<string> {
  const env = reach(await served(document("a.md", text)));
  const terminal = { outIsTerminal: true };
  return (await runCli(["get", "a.md"], { cwd: temporaryFolder(), env, terminal })).stdout;
}

it("ends what a terminal shows with a line's end, and leaves out what that would obey", async () => {
  expect(await onTerminal("\ufeffone\u001b[2J")).toBe("one␛[2J\n");
  expect(await onTerminal("one\ttwo\n")).toBe("one\ttwo\n");
});

it("says of each document that its file here is another by now, or gone", async () => {
  const server = await fakeServer();
  const cwd = temporaryFolder({ "notes/a.md": "one", "notes/b.md": "two", "notes/c.md": "three" });
  const env = reach(server);
  await runCli(["push", "notes"], { cwd, env });
  const hashes = server.roots.get("notes");
  for (const path of ["a.md", "b.md", "c.md"])
    server.answers.set(`GET /v1/documents/${path}`, { ...document(path, "x\n"), hash: hashes?.get(path) });
  writeInto(cwd, "notes/b.md", "changed");
  const got = await runCli(["get", "a.md", "b.md", "--json"], { cwd, env });
  const { passages } = JSON.parse(got.stdout) as { passages: readonly { path: string; stale?: boolean }[] };
  expect(passages.map(({ path, stale }) => [path, stale])).toEqual([
    ["a.md", undefined],
    ["b.md", true],
  ]);
  expect(got.stderr).toBe("");
  const told = await runCli(["get", "b.md"], { cwd, env });
  expect(told).toMatchObject({
    code: 0,
    stdout: "x\n",
    stderr: expect.stringContaining("changed here since indexed: b.md"),
  });
});

it("says of a passage that the file of its document is another by now, and of a glob's each", async () => {
  const server = await fakeServer();
  const cwd = temporaryFolder({ "notes/a.md": "one", "notes/b.md": "two" });
  const env = reach(server);
  await runCli(["push", "notes"], { cwd, env });
  const hash = server.roots.get("notes")?.get("a.md");
  const { hash: _, ...passage } = document("a.md", "x\n");
  const id = "3f9a2c1b".repeat(4);
  server.answers.set(`GET /v1/chunks/${id}`, { ...passage, id, documentHash: hash });
  expect((await runCli(["get", id], { cwd, env })).stderr).toBe("");
  server.answers.set(`GET /v1/chunks/${id}`, { ...passage, id, documentHash: "0".repeat(32) });
  expect((await runCli(["get", id], { cwd, env })).stderr).toContain("changed here since indexed: a.md");
  expect(JSON.parse((await runCli(["get", id, "--json"], { cwd, env })).stdout).stale).toBe(true);
  // The server has the document from elsewhere by now.
  server.answers.set("GET /v1/documents/b.md", document("b.md", "y\n"));
  expect((await runCli(["get", "b.md"], { cwd, env })).stderr).toContain("changed here since indexed: b.md");
});

it("puts each of several on lines of its own on a terminal, whatever it ends with", async () => {
  const env = reach(await served(document("a.md", "\ufeffone\u0007"), document("b.md", "two\n")));
  const got = await runCli(["get", "a.md", "b.md"], {
    ...{ cwd: temporaryFolder(), env },
    terminal: { outIsTerminal: true },
  });
  expect(got.stdout).toBe("==> a.md <==\none␇\n\n==> b.md <==\ntwo\n");
});

it("names roots of several places only where they are of several roots", async () => {
  const heads = async (root: string) => {
    const env = reach(await served(document("a.md", "1\n"), document("b\u001b.md", "2\n", root)));
    const { stdout } = await runCli(["get", "a.md", "b\u001b.md"], { cwd: temporaryFolder(), env });
    return stdout.split("\n").filter((line) => line.startsWith("==>"));
  };
  expect(await heads("notes")).toEqual(["==> a.md <==", "==> b␛.md <=="]);
  expect(await heads("docs")).toEqual(["==> notes:a.md <==", "==> docs:b␛.md <=="]);
});
