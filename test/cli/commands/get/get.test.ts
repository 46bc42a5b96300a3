import { expect, it } from "vitest";
import { parsePlace } from "../../../../src/text/places/place.ts";
import { fakeServer } from "../../fake-server.ts";
import { runCli } from "../../run-cli.ts";
import { temporaryFolder } from "../../temporary-folder.ts";

it.each([
  ["a/b.md", { path: "a/b.md" }],
  ["./a/b.md", { path: "a/b.md" }],
  ["a/b.md:10-40", { path: "a/b.md", lines: "10-40" }],
  ["a/b.md:10", { path: "a/b.md", lines: "10" }],
  ["a/b.md:10-", { path: "a/b.md", lines: "10-" }],
  ["a/b.md#L3-L9", { path: "a/b.md", lines: "3-9" }],
  ["a/b.md#L3", { path: "a/b.md", lines: "3-3" }],
  ["a/b.md#L3C5-L3C90", { path: "a/b.md", lines: "3-3", startColumn: 5, endColumn: 90 }],
  ["a/b.md#L3C5", { path: "a/b.md", lines: "3-3", startColumn: 5 }],
  ["notes:a/b.md", { root: "notes", path: "a/b.md" }],
  ["my notes:a/b.md#L3-L9", { root: "my notes", path: "a/b.md", lines: "3-9" }],
  ["notes:a.md:2-3", { root: "notes", path: "a.md", lines: "2-3" }],
  ["c#sharp.md", { path: "c#sharp.md" }],
])("reads %s", (text, place) => {
  expect(parsePlace(text)).toEqual(place);
});

it("prints exactly the columns of a citation, and cites them in JSON", async () => {
  const server = await fakeServer();
  const line = { path: "one.json", startLine: 1, endLine: 1, citation: "one.json#L1", text: "[1,2,3,4]\n" };
  server.answers.set("GET /v1/documents/one.json?lines=1-1", line);
  const options = {
    cwd: temporaryFolder(),
    env: { RECALL_URL: server.url, RECALL_TOKEN: "er_token" },
  };
  const cited = "one.json#L1C2-L1C4";
  expect(await runCli(["get", cited], options)).toEqual({ code: 0, stdout: "1,2", stderr: "" });
  const json = await runCli(["get", cited, "--json"], options);
  expect(JSON.parse(json.stdout)).toEqual({ ...line, citation: cited, text: "1,2" });
  server.answers.set("GET /v1/documents/one.json?lines=1-1", { ...line, citation: "notes:one.json#L1" });
  const rooted = await runCli(["get", cited, "--json"], options);
  expect(JSON.parse(rooted.stdout)).toMatchObject({ citation: `notes:${cited}` });
});

it("ends the lines of a range as lines end, so that one range may follow another", async () => {
  const server = await fakeServer();
  const range = { path: "a.txt", startLine: 1, endLine: 2, citation: "a.txt#L1-L2", text: "one\r\ntwo\r" };
  server.answers.set("GET /v1/documents/a.txt?lines=1-2", range);
  const env = { RECALL_URL: server.url, RECALL_TOKEN: "er_token" };
  const got = await runCli(["get", "a.txt:1-2"], { cwd: temporaryFolder(), env });
  expect(got).toEqual({ code: 0, stdout: "one\r\ntwo\r\n", stderr: "" });
  // The last of these lines is empty.
  server.answers.set("GET /v1/documents/a.txt?lines=1-2", { ...range, text: "one\n" });
  expect((await runCli(["get", "a.txt:1-2"], { cwd: temporaryFolder(), env })).stdout).toBe("one\n\n");
});

const ID = "3f9a2c1b".repeat(4);

/** Runs `recall get` against a server that knows these answers by path. */
async function getFrom(answers: Readonly<Record<string, unknown>>, ...args: readonly string[]) {
  const server = await fakeServer();
  for (const [path, answer] of Object.entries(answers)) server.answers.set(`GET ${path}`, answer);
  const env = { RECALL_URL: server.url, RECALL_TOKEN: "er_token" };
  const run = await runCli(["get", ...args], { cwd: temporaryFolder(), env });
  return { ...run, urls: server.seen.map(({ url }) => url) };
}

const document = (path: string, text: string, root = "notes") => ({
  root,
  path,
  startLine: 1,
  endLine: 1,
  citation: path,
  text,
});

it("prints a chunk by the start of its id, and a file of that name where it says ./ or there is no such chunk", async () => {
  const chunk = { id: ID, ...document("a.md", "chunk"), citation: "a.md#L1" };
  const file = document("3f9a2c1b", "file\n");
  const both = { "/v1/chunks/3f9a2c1b": chunk, "/v1/documents/3f9a2c1b": file };
  expect(await getFrom(both, "3f9a2c1b")).toMatchObject({ code: 0, stdout: "chunk" });
  expect(await getFrom(both, "./3f9a2c1b")).toMatchObject({ code: 0, stdout: "file\n" });
  expect(await getFrom({ "/v1/documents/3f9a2c1b": file }, "3f9a2c1b")).toMatchObject({ stdout: "file\n" });
});

it("says how long an id is to whoever gives a shorter one", async () => {
  const { code, stderr } = await getFrom({}, "3f9a2c1");
  expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringContaining("at least 8 characters") });
});

it("prints every document that a glob matches under its name, page by page", async () => {
  const answers = {
    "/v1/documents?glob=*.md": {
      documents: [{ root: "notes", path: "a.md" }],
      nextCursor: '["notes","a.md"]',
    },
    "/v1/documents?glob=*.md&cursor=%5B%22notes%22%2C%22a.md%22%5D": {
      documents: [{ root: "docs", path: "b.md" }],
      nextCursor: null,
    },
    "/v1/documents/a.md?root=notes": document("a.md", "one\n"),
    "/v1/documents/b.md?root=docs": document("b.md", "two", "docs"),
  };
  const { stdout, code } = await getFrom(answers, "*.md");
  expect({ stdout, code }).toEqual({
    stdout: "==> notes:a.md <==\none\n\n==> docs:b.md <==\ntwo\n",
    code: 0,
  });
});

it("prints the others of a glob where one of them has no such lines, and says which has not", async () => {
  const documents = ["a.md", "short.md"].map((path) => ({ root: "notes", path }));
  const { stdout, stderr, code } = await getFrom(
    {
      "/v1/documents?glob=*.md": { documents, nextCursor: null },
      "/v1/documents/a.md?root=notes&lines=5-6": document("a.md", "five\nsix\n"),
    },
    "*.md:5-6",
  );
  expect({ stdout, stderr, code }).toEqual({
    stdout: "==> a.md <==\nfive\nsix\n",
    stderr: expect.stringMatching(/^recall: .+\n$/),
    code: 1,
  });
});

it("takes a file whose name looks like a glob for that file", async () => {
  const { stdout, urls } = await getFrom(
    { "/v1/documents/%5Bid%5D.ts": document("[id].ts", "id\n") },
    "[id].ts",
  );
  expect({ stdout, urls }).toEqual({ stdout: "id\n", urls: ["/v1/documents/%5Bid%5D.ts"] });
});

it("prints what there is of several places, and says what is not there", async () => {
  const answers = {
    "/v1/documents/a.md?lines=1": { ...document("a.md", "one"), citation: "a.md#L1" },
    [`/v1/chunks/${ID}`]: { id: ID, ...document("b.md", "two"), citation: "b.md#L3-L4" },
  };
  const places = ["a.md:1", "gone.md", ID];
  const { code, stdout, stderr } = await getFrom(answers, ...places);
  expect(code).toBe(1);
  expect(stdout).toBe("==> a.md#L1 <==\none\n\n==> b.md#L3-L4 <==\ntwo\n");
  expect(stderr).toMatch(/^recall: Nothing at .*gone\.md/);
  const json = JSON.parse((await getFrom(answers, "--json", ...places)).stdout);
  expect(json.passages.map(({ text }: { text: string }) => text)).toEqual(["one", "two"]);
  expect(json.failed).toEqual([{ place: "gone.md", code: "not_found", message: expect.any(String) }]);
});

it("lists the candidates of an ambiguous place and prints nothing", async () => {
  const server = await fakeServer();
  const message = '"3f9a2c1b" begins several ids: 3f9a2c1b1 (notes:a.md#L1), 3f9a2c1b2 (docs:b.md#L2)';
  server.faults.push((_, response) => {
    const error = { code: "ambiguous", message };
    response.writeHead(409, { "content-type": "application/json" }).end(JSON.stringify({ error }));
    return true;
  });
  const env = { RECALL_URL: server.url, RECALL_TOKEN: "er_token" };
  const run = await runCli(["get", "3f9a2c1b"], { cwd: temporaryFolder(), env });
  expect(run).toMatchObject({ code: 2, stdout: "", stderr: expect.stringContaining(message) });
});

it("prints what a glob matches in the root before it, or that --root names, or both", async () => {
  const listed = { documents: [{ root: "notes", path: "src/a.ts" }], nextCursor: null };
  const answers = {
    "/v1/documents?root=notes&glob=src%2F*.ts": listed,
    "/v1/documents/src/a.ts?root=notes": document("src/a.ts", "one\n"),
  };
  const rooted = ["notes:src/*.ts"];
  for (const args of [rooted, ["src/*.ts", "--root", "notes"], [...rooted, "--root", "notes"]]) {
    const { urls, ...run } = await getFrom(answers, ...args);
    expect(run).toMatchObject({ code: 0, stdout: "==> src/a.ts <==\none\n" });
    expect(urls).not.toContain("/v1/documents/notes%3Asrc/a.ts?root=notes");
  }
});

it("takes a citation with its root where --root names the same one, unless a path is written so", async () => {
  const line = { "/v1/documents/a.md?root=notes&lines=5-5": document("a.md", "five\n") };
  const odd = { "/v1/documents/notes%3Aa.md?root=notes&lines=5-5": document("notes:a.md", "odd\n") };
  const args = ["notes:a.md#L5", "--root", "notes"];
  expect(await getFrom(line, ...args)).toMatchObject({ code: 0, stdout: "five\n" });
  expect(await getFrom({ ...line, ...odd }, ...args)).toMatchObject({ stdout: "odd\n" });
});

it("says that nothing matches a glob", async () => {
  const { code, stderr } = await getFrom(
    { "/v1/documents?glob=*.zzz": { documents: [], nextCursor: null } },
    "*.zzz",
  );
  expect(code).toBe(1);
  expect(stderr).toMatch(
    /^recall: No document is named "\*\.zzz", and none matches it as a pattern: recall search /,
  );
});
