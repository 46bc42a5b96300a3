import { expect, it } from "vitest";
import { fakeServer } from "../../fake-server.ts";
import { runCli } from "../../run-cli.ts";
import { temporaryFolder } from "../../temporary-folder.ts";

async function names(...words: readonly string[]) {
  const server = await fakeServer();
  server.answers.set("GET /v1/status", { roots: [{ root: "notes" }, { root: "nöte s" }, { root: "docs" }] });
  const documents = ["guides/keys.md", "guides/keys.md", "guides/a\nb.md"].map((path) => ({ path }));
  server.answers.set("GET /v1/documents?limit=50", { documents });
  server.answers.set("GET /v1/documents?prefix=guides%2F&limit=50", { documents });
  server.answers.set("GET /v1/entities?prefix=kes&limit=50", { entities: [{ slug: "kestrel-labs" }] });
  const env = { RECALL_URL: server.url, RECALL_TOKEN: "er_token" };
  const done = await runCli(["completion", "names", ...words], { cwd: temporaryFolder(), env });
  return { ...done, asked: server.seen.map(({ url }) => url) };
}

it.each([
  [["roots", "n"], "notes\nnöte s\n", "/v1/status"],
  [["roots", "--", "-"], "", "/v1/status"],
  [["documents", "guides/"], "guides/keys.md\n", "/v1/documents?prefix=guides%2F&limit=50"],
  [["documents"], "guides/keys.md\n", "/v1/documents?limit=50"],
  [["entities", "kes"], "kestrel-labs\n", "/v1/entities?prefix=kes&limit=50"],
])("lists of %j what begins so, a name a line", async (words, stdout, asked) => {
  expect(await names(...words)).toMatchObject({ code: 0, stdout, stderr: "", asked: [asked] });
});

it("says nothing where no server answers, and where none is known", async () => {
  const cwd = temporaryFolder();
  const nowhere = { RECALL_URL: "http://127.0.0.1:9", RECALL_TOKEN: "er_token" };
  for (const env of [nowhere, {}])
    expect(await runCli(["completion", "names", "roots"], { cwd, env })).toEqual({
      ...{ code: 0, stdout: "", stderr: "" },
    });
});
