import { join } from "node:path";
import { expect, it } from "vitest";
import { some } from "../../../redaction/secret-samples.ts";
import { fakeServer } from "../../fake-server.ts";
import { runCli } from "../../run-cli.ts";
import { temporaryFolder, writeInto } from "../../temporary-folder.ts";

const SILENT = { code: 0, stdout: "", stderr: "" };
const said = (text: string) => JSON.stringify({ type: "user", message: { role: "user", content: text } });
const REMEMBERED = { memory: {}, action: "created" };

async function world(...lines: readonly string[]) {
  const server = await fakeServer();
  const cwd = temporaryFolder({ "t.jsonl": lines.join("\n") });
  const env = { RECALL_URL: server.url, RECALL_TOKEN: "t" };
  const run = (args: readonly string[], input = "") => runCli(args, { cwd, env, input });
  const input = {
    hook_event_name: "SessionEnd",
    session_id: "s-1",
    cwd,
    transcript_path: join(cwd, "t.jsonl"),
  };
  const end = (flags: readonly string[] = ["--no-model"], more: object = {}) =>
    run(["hook", "session-end", "--foreground", ...flags], JSON.stringify({ ...input, ...more }));
  const waiting = async () => JSON.parse((await run(["memories", "review", "--json"])).stdout).waiting;
  return { server, cwd, run, end, waiting };
}

it("puts down what was said, with where it was said, and sends nothing", async () => {
  const { server, cwd, end, waiting } = await world(
    said("Thanks!"),
    said("We decided to deploy on Thursdays."),
  );
  expect(await end()).toEqual(SILENT);
  expect(await waiting()).toEqual([
    {
      id: expect.stringMatching(/^[0-9a-f]{12}$/),
      text: "We decided to deploy on Thursdays.",
      type: "decision",
      source: "claude-code, session s-1, line 2, said by the person",
      session: "s-1",
      tags: [`project:${cwd.split("/").at(-1)}`],
      at: expect.any(String),
    },
  ]);
  expect(server.seen).toEqual([]);
});

it("follows a session that goes on: what is taken back goes, what was dropped stays away", async () => {
  const { cwd, run, end, waiting } = await world(
    said("We decided on Redis for queues."),
    said("We decided on Postfix for mail."),
  );
  await end();
  const [first] = await waiting();
  await run(["memories", "review", "--drop", first.id]);
  writeInto(
    cwd,
    "t.jsonl",
    [
      said("We decided on Redis for queues."),
      said("We decided on Postfix for mail."),
      said("Forget what I said about mail."),
    ].join("\n"),
  );
  await end();
  expect(await waiting()).toEqual([]);
});

it("lets the server's text model choose among statements, and the rules where it cannot", async () => {
  const { server, end, waiting } = await world(
    said("We decided on Redis for queues."),
    said("The bastion is called alder."),
    said("```\nWe decided on code.\n```"),
  );
  await end([]);
  expect((await waiting()).map(({ text }: { text: string }) => text)).toEqual([
    "We decided on Redis for queues.",
  ]);
  server.seen.length = 0;
  server.answers.set("POST /v1/memories/worth", { kept: [{ statement: 1, type: "fact" }], model: "m" });
  await end([]);
  expect(server.seen.map(({ url, body }) => [url, body])).toEqual([
    [
      "/v1/memories/worth",
      {
        statements: [
          { by: "person", text: "We decided on Redis for queues." },
          { by: "person", text: "The bastion is called alder." },
        ],
      },
    ],
  ]);
  expect(await waiting()).toMatchObject([{ text: "The bastion is called alder.", type: "fact" }]);
});

it("remembers at once with --auto what it took with it, and leaves it waiting while the server is away", async () => {
  const { server, end, waiting } = await world(said("We decided on Redis for queues."));
  expect(await end(["--no-model", "--auto"])).toEqual(SILENT);
  expect(await waiting()).toHaveLength(1);
  server.answers.set("POST /v1/memories/batch", { answers: [REMEMBERED], created: 1, merged: 0, failed: 0 });
  server.seen.length = 0;
  await end(["--no-model", "--auto"]);
  expect(server.seen.map(({ body }) => body)).toEqual([
    {
      memories: [
        {
          text: "We decided on Redis for queues.",
          type: "decision",
          source: "claude-code, session s-1, line 1, said by the person",
          session: "s-1",
          tags: [expect.stringMatching(/^project:/), "to-review"],
        },
      ],
    },
  ]);
  expect(await waiting()).toEqual([]);
});

it("reads the conversation that a plugin hands over", async () => {
  const { end, waiting } = await world();
  const turns = [
    { by: "person", text: "We decided on Redis for queues." },
    { by: "tool", text: "We decided on Postfix for mail." },
  ];
  await end(["--no-model"], { turns });
  expect(await waiting()).toMatchObject([{ source: "opencode, session s-1, said by the person" }]);
});

it("keeps the name of a session that holds a secret to itself", async () => {
  const { end, waiting } = await world(said("We decided on Redis for queues."));
  const secret = ["gh", "p_", some(36)].join("");
  await end(["--no-model"], { session_id: `s ${secret}` });
  const [only] = await waiting();
  expect(JSON.stringify(only)).not.toContain(secret);
  expect(only.session).toBeUndefined();
});

it("is silent and exits with 0 without a transcript, without a server, with anything else", async () => {
  const { cwd, run, end, waiting } = await world(said("We decided on Redis for queues."));
  for (const transcript_path of ["/nowhere/t.jsonl", cwd, "relative"])
    expect(await end(["--no-model"], { transcript_path })).toEqual(SILENT);
  expect(await run(["hook", "session-end", "--foreground"], "plain text")).toEqual(SILENT);
  expect(await waiting()).toEqual([]);
  const input = JSON.stringify({ hook_event_name: "SessionEnd", transcript_path: join(cwd, "t.jsonl") });
  expect(await runCli(["hook", "session-end", "--foreground"], { cwd, input })).toEqual(SILENT);
});
