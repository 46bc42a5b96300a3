import { chmodSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, it } from "vitest";
import { runCli } from "../../../run-cli.ts";
import { temporaryFolder, writeInto } from "../../../temporary-folder.ts";
import {
  openCodePlugin,
  setOpenCodePlugin,
} from "../../../../../src/cli/commands/hook/install/opencode-plugin.ts";

const PLUGIN = ".config/opencode/plugins/edge-recall.js";

/** The plugin, loaded, over a program that writes down what it is called with and prints its first argument. */
async function world(messages: readonly object[] = [], session: object = {}) {
  const cwd = temporaryFolder({
    "program.sh":
      '#!/bin/sh\ncat > "$(dirname "$0")/$2.json"\n[ "$2" = session-end ] || printf "told by %s" "$2"\n',
  });
  const program = join(cwd, "program.sh");
  chmodSync(program, 0o755);
  writeInto(cwd, "plugin.mjs", openCodePlugin({ command: program, auto: true }));
  const { EdgeRecall } = await import(pathToFileURL(join(cwd, "plugin.mjs")).href);
  const client = {
    session: {
      get: async () => ({ data: session }),
      messages: async () => ({ data: messages }),
    },
  };
  const hooks = await EdgeRecall({ client, directory: cwd });
  const handed = (hook: string) => JSON.parse(readFileSync(join(cwd, `${hook}.json`), "utf8"));
  return { cwd, hooks, handed };
}

it("puts what the hooks print beside the prompt, at the first one with the memories", async () => {
  const { cwd, hooks, handed } = await world();
  const parts: { type: string; text: string; synthetic?: boolean }[] = [
    { type: "text", text: "when do we deploy" },
  ];
  await hooks["chat.message"]({ sessionID: "s-1" }, { message: { id: "m-1" }, parts });
  expect(parts).toHaveLength(2);
  expect(parts[1]).toMatchObject({
    sessionID: "s-1",
    messageID: "m-1",
    type: "text",
    synthetic: true,
    text: "told by session-start\ntold by prompt",
  });
  expect(handed("prompt")).toEqual({
    hook_event_name: "chat.message",
    session_id: "s-1",
    cwd,
    prompt: "when do we deploy",
  });
  const later = [{ type: "text", text: "and then" }];
  await hooks["chat.message"]({ sessionID: "s-1" }, { message: { id: "m-2" }, parts: later });
  expect(later[1]).toMatchObject({ text: "told by prompt" });
});

it("hands over what both said when the agent is idle, without what plugins and tools put in", async () => {
  const messages = [
    {
      info: { role: "user" },
      parts: [
        { type: "text", text: "We decided on X." },
        { type: "text", text: "put in", synthetic: true },
      ],
    },
    {
      info: { role: "assistant" },
      parts: [
        { type: "tool", text: "output" },
        { type: "text", text: "Noted." },
      ],
    },
  ];
  const { hooks, handed } = await world(messages);
  await hooks.event({ event: { type: "session.idle", properties: { sessionID: "s-1" } } });
  expect(handed("session-end").turns).toEqual([
    { by: "person", text: "We decided on X." },
    { by: "agent", text: "Noted." },
  ]);
});

it("leaves subagents and other events alone", async () => {
  const { hooks, handed } = await world([], { parentID: "s-0" });
  await hooks.event({ event: { type: "session.idle", properties: { sessionID: "s-1" } } });
  await hooks.event({ event: { type: "file.edited", properties: {} } });
  expect(() => handed("session-end")).toThrow(/ENOENT/);
});

it("is written whole, replaces an older one of ours, and nobody else's", async () => {
  const cwd = temporaryFolder({
    ".user-config/edge-recall/config.json": JSON.stringify({ url: "https://recall.example", token: "t" }),
  });
  const env = { XDG_CONFIG_HOME: "" };
  const home = { RECALL_HOME: join(cwd, ".user-config/edge-recall"), ...env };
  const run = () => runCli(["hook", "install", "opencode", "--write"], { cwd, env: home });
  expect((await run()).stdout).toBe(`Written: ${join(cwd, PLUGIN)}\n`);
  expect((await run()).stdout).toBe(`Already there: ${join(cwd, PLUGIN)}\n`);
  const program = { command: "recall", auto: false };
  expect(setOpenCodePlugin(openCodePlugin({ ...program, auto: true }), program)).toBe(
    openCodePlugin(program),
  );
  writeInto(cwd, PLUGIN, "export const Other = 1;\n");
  expect(await run()).toMatchObject({ code: 1, stderr: expect.stringContaining("another plugin") });
});
