import { expect, it } from "vitest";
import { type FakeServer, fakeServer } from "../../fake-server.ts";
import { runCli } from "../../run-cli.ts";
import { temporaryFolder } from "../../temporary-folder.ts";

const reach = ({ url }: FakeServer) => ({ RECALL_URL: url, RECALL_TOKEN: "er_secret-token" });

const GUIDE = "# Otter\n\nThe otter is a pump.\n\n## Care\n\nClean it each spring.\n";

it("switches contexts and names on and off only when told to", async () => {
  const server = await fakeServer();
  const options = { cwd: temporaryFolder({ "n/a.md": GUIDE }), env: reach(server) };
  for (const flags of [[], ["--contextualize", "--no-entities"], ["--no-contextualize", "--entities"]])
    expect((await runCli(["push", "n", ...flags], options)).code).toBe(0);
  const manifests = server.seen.filter(({ url }) => url.endsWith("/manifest"));
  const bodies = manifests.map(({ body }) => body as { contextualize?: boolean; entities?: boolean });
  expect(bodies.map(({ contextualize, entities }) => [contextualize, entities])).toEqual([
    [undefined, undefined],
    [true, false],
    [false, true],
  ]);
});

it("says what follows, when it is switched on", async () => {
  const server = await fakeServer();
  const options = { cwd: temporaryFolder({ "n/a.md": GUIDE }), env: reach(server) };
  const contexts = /^Contexts are written in the background: recall status counts what is left\.$/m;
  const names = /^A text model finds names in the background: recall status/m;
  const both = (await runCli(["push", "n", "--contextualize", "--entities"], options)).stdout;
  expect(both).toMatch(contexts);
  expect(both).toMatch(names);
  const none = (await runCli(["push", "n", "--no-contextualize", "--no-entities"], options)).stdout;
  expect(none).not.toContain("in the background");
});

it("refuses both flags together, in any order", async () => {
  const [contexts, names] = [
    ["--contextualize", "--no-contextualize"],
    ["--entities", "--no-entities"],
  ];
  for (const flags of [contexts, contexts.toReversed(), names, names.toReversed()]) {
    const run = await runCli(["push", ".", ...flags], { cwd: temporaryFolder() });
    expect(run).toMatchObject({ code: 2, stdout: "" });
    expect(run.stderr).toContain("cannot be used with");
  }
});

it("rehearses what the server refuses with its refusal", async () => {
  const server = await fakeServer();
  server.faults.push((_, response) => {
    response.writeHead(400, { "content-type": "application/json" });
    response.end(
      JSON.stringify({ error: { code: "invalid_input", message: "contextualize needs a model" } }),
    );
    return true;
  });
  const options = { cwd: temporaryFolder({ "n/a.md": GUIDE }), env: reach(server) };
  const run = await runCli(["push", "n", "--contextualize", "--dry-run"], options);
  expect(run).toEqual({ code: 2, stdout: "", stderr: "recall: contextualize needs a model\n" });
});

it("rehearses contexts: chunks, tokens and the price of the server's text model", async () => {
  const server = await fakeServer();
  const limits = { ...server.limits, maxManifestFiles: 10_000, maxPathChars: 512 };
  const answer = { missing: ["a.md"], gone: [], refused: [], documents: 2, push: 1, limits };
  const answerWith = (more: object) =>
    server.faults.push((_, response) => {
      response.writeHead(200, { "content-type": "application/json" });
      response.end(JSON.stringify({ ...answer, contextualized: false, ...more }));
      return true;
    });
  const cwd = temporaryFolder({ "n/a.md": GUIDE, "n/b.md": GUIDE, "n/one.md": "One line.\n" });
  const rehearse = async (...more: string[]) =>
    (await runCli(["push", "n", "--contextualize", "--dry-run", ...more], { cwd, env: reach(server) }))
      .stdout;
  answerWith({ generator: "@cf/zai-org/glm-4.7-flash" });
  expect(await rehearse()).toMatch(
    /^Contexts for 4 passages: about [\d,]+ tokens in and 180 out, less than \$0\.01, \d+ neurons \(0\.00 free days\) with @cf\/zai-org\/glm-4\.7-flash\.$/m,
  );
  answerWith({ generator: "@cf/zai-org/glm-4.7-flash" });
  const { contexts, names } = JSON.parse(await rehearse("--entities", "--json"));
  expect(contexts).toMatchObject({ chunks: 4, tokensOut: 180, model: "@cf/zai-org/glm-4.7-flash" });
  // A document of one chunk names things, too.
  expect(names).toMatchObject({ chunks: 5, tokensOut: 800, model: "@cf/zai-org/glm-4.7-flash" });
  // Switched on already: only what is new needs any. Names are not.
  answerWith({ contextualized: true, entities: false, generator: "qwen3" });
  const told = await rehearse("--entities");
  expect(told).toMatch(/^Contexts for 2 passages: .* at a price not known here with qwen3\.$/m);
  expect(told).toMatch(/^Names of 5 passages: about [\d,]+ tokens in and 800 out, at a price not/m);
  server.answers.set("GET /v1/status", { index: { embedder: "embedded:hashed-grams" } });
  const plain = await runCli(["push", "n", "--dry-run"], { cwd, env: reach(server) });
  expect(plain.stdout).not.toContain("Contexts");
  expect(plain.stdout).toMatch(/^About 3 passages and \d+ tokens for embedded:hashed-grams\.$/m);
});
