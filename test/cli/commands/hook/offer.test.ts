import { join } from "node:path";
import { expect, it } from "vitest";
import { readHookInput } from "../../../../src/cli/commands/hook/hook-input.ts";
import { offerFor } from "../../../../src/cli/commands/hook/offer.ts";
import { worthKeeping } from "../../../../src/cli/commands/hook/worth-keeping.ts";
import { temporaryFolder } from "../../temporary-folder.ts";

const entry = (type: string, content: unknown) => JSON.stringify({ type, message: { content } });
const SAID = entry("user", "We decided on Postgres.");
const calling = (name: string, input: object = {}) => entry("assistant", [{ type: "tool_use", name, input }]);

async function offered(...lines: readonly string[]) {
  const folder = temporaryFolder({ "t.jsonl": lines.join("\n") });
  const input = {
    hook_event_name: "Stop",
    transcript_path: join(folder, "t.jsonl"),
    prompt: "We decided on B.",
  };
  return (await offerFor(readHookInput(JSON.stringify(input))))?.suggestions.map(({ text }) => text);
}

it.each([
  ["a tool of that name", calling("remember"), undefined],
  ["the same tool of a server", calling("mcp__notes__remember"), undefined],
  ["a tool whose name only ends so", calling("misremember"), ["We decided on Postgres."]],
  ["a tool whose name only begins so", calling("remember_me"), ["We decided on Postgres."]],
  ["the command", calling("Bash", { command: "npx recall --at work remember 'x'" }), undefined],
  ["a tool of a name with one underline", calling("mcp_remember"), ["We decided on Postgres."]],
  ["the command in several", calling("Bash", { command: "cd x && recall remember y" }), undefined],
  ["a longer command", calling("Bash", { command: "recalls remember" }), ["We decided on Postgres."]],
  [
    "a command that only ends so",
    calling("Bash", { command: "xrecall remember" }),
    ["We decided on Postgres."],
  ],
  [
    "a longer word behind it",
    calling("Bash", { command: "recall misremember" }),
    ["We decided on Postgres."],
  ],
  ["the words in two lines", calling("Bash", { command: "recall\nremember" }), ["We decided on Postgres."]],
  [
    "the words the other way round",
    calling("Bash", { command: "remember recall" }),
    ["We decided on Postgres."],
  ],
  ["a call without a command", calling("Bash", { command: undefined }), ["We decided on Postgres."]],
  [
    "a command that is no call",
    entry("assistant", [{ type: "text", input: { command: "recall remember" } }]),
    ["We decided on Postgres."],
  ],
  ["another command", calling("Bash", { command: "recall search remembering" }), ["We decided on Postgres."]],
  ["a text about it", entry("assistant", [{ type: "text", name: "remember" }]), ["We decided on Postgres."]],
])("takes what was said for kept or not after %s", async (_, after, expected) => {
  expect(await offered(SAID, after)).toEqual(expected);
  expect(await offered(after, SAID)).toEqual(["We decided on Postgres."]);
});

it("reads what a person said in blocks of text, and not what tools or agents say", async () => {
  const blocks = [
    { type: "text", text: "We decided on A." },
    null,
    { type: "text", text: "I prefer tabs here." },
  ];
  expect(await offered(entry("user", blocks))).toEqual(["We decided on A.", "I prefer tabs here."]);
  expect(await offered(SAID, entry("assistant", "We decided on C."))).toEqual(["We decided on Postgres."]);
  expect(await offered(SAID, entry("user", [{ type: "image", text: "We decided on C." }]))).toEqual([
    "We decided on Postgres.",
  ]);
});

it("takes the conversation for what was said where there is one, else the prompt", async () => {
  const said = { hook_event_name: "Stop", prompt: "We decided on B now.", session_id: "it's" };
  const offer = await offerFor(readHookInput(JSON.stringify(said)));
  expect(offer?.reason.split("\n")).toEqual([
    "Before you stop: the user said what later sessions may want to know.",
    "Keep what lasts beyond this task, in words that stand alone, unless it is known already:",
    "  recall remember --type decision --session 'it'\\''s' -- 'We decided on B now.'",
    "Then end your turn, whether or not you kept anything.",
  ]);
  const empty = { ...said, transcript_path: join(temporaryFolder(), "none.jsonl") };
  expect(await offerFor(readHookInput(JSON.stringify(empty)))).toBeUndefined();
});

it.each([
  ["12 characters", "from now on!", 1],
  ["11 characters", "from now on", 0],
  ["300 characters", `We decided ${"x".repeat(289)}`, 1],
  ["301 characters", `We decided ${"x".repeat(290)}`, 0],
  ["a question in quotes", 'Who said "we decided on tabs?"', 0],
  ["a point of a list", "- We decided on tabs.", 1],
  ["text between tildes", "~~~\nWe decided on tabs.\n~~~", 0],
  ["text after what is fenced", "```\ncode\n```\nWe decided on tabs.", 1],
  ["a row of a table", "| We decided on tabs |", 0],
  ["a prompt of a shell", "$ echo we decided on tabs", 0],
  ["a heading", "# We decided on tabs", 0],
  ["a line of a log", "2026-01-01 we decided on tabs", 0],
  ["a line of a stack", "  at weDecided: we decided on tabs", 0],
  ["two sentences in a line", "We decided on tabs. I prefer short names!  Fix it.", 2],
])("finds in %s so much to keep", (_, prompt, count) => {
  expect(worthKeeping(prompt)).toHaveLength(count);
});

it("takes of a list's point the words", () => {
  expect(worthKeeping("* We decided on tabs.")).toEqual([{ text: "We decided on tabs.", type: "decision" }]);
});

it("looks at all of 8,000 characters, and of more at both ends", () => {
  const prompt = (length: number) => {
    const start = `${"\n".repeat(3_990)}We decided on A now.`;
    return start + "\n".repeat(length - start.length);
  };
  expect(worthKeeping(prompt(8_000))).toHaveLength(1);
  expect(worthKeeping(prompt(8_001))).toHaveLength(0);
});

it.each([
  ["128 characters", "s".repeat(128), true],
  ["129 characters", "s".repeat(129), false],
  ["half of a pair", "s\ud800", false],
  ["no text", "", false],
])("takes a session of %s: %s", (_, session_id, isTaken) => {
  const { session } = readHookInput(JSON.stringify({ prompt: "x", session_id }));
  expect(session).toBe(isTaken ? session_id : undefined);
});

it("takes an agent's event without a prompt for one, and only true for asked already", () => {
  const read = (fields: object) => readHookInput(JSON.stringify(fields));
  const there = { prompt: "", event: "Stop", isJson: true, isAskedAlready: false };
  expect(read({ hook_event_name: "Stop", transcript_path: "/t.jsonl" })).toEqual({
    ...there,
    transcript: "/t.jsonl",
  });
  expect(read({ hook_event_name: "Stop", stop_hook_active: true })).toEqual({
    ...there,
    isAskedAlready: true,
  });
  expect(read({ hook_event_name: "", session_id: "s" }).isJson).toBe(false);
});

const reading = async (transcript_path: string) =>
  offerFor(
    readHookInput(JSON.stringify({ hook_event_name: "Stop", transcript_path, prompt: "We decided on B." })),
  );

it("offers nothing where the conversation is no file that can be read", async () => {
  const folder = temporaryFolder({ "t.jsonl": SAID });
  expect(await reading(join(folder, "t.jsonl"))).toBeDefined();
  for (const path of ["", "none.jsonl", "t.jsonl/below"])
    expect(await reading(join(folder, path)), path).toBeUndefined();
});

it("reads the last million bytes of a conversation, not the line that they begin within", async () => {
  const line = `${SAID}\n`;
  const fill = (bytes: number) => `${" ".repeat(bytes - 1)}\n`;
  const offers = async (after: number) => {
    const folder = temporaryFolder({ "t.jsonl": line + fill(after) });
    return (await reading(join(folder, "t.jsonl"))) !== undefined;
  };
  expect(await offers(1_000_000 - line.length)).toBe(true);
  expect(await offers(1_000_001 - line.length)).toBe(false);
});

it("passes over entries that say nothing, and takes what was said in the last that does", async () => {
  const empty = [entry("user", []), entry("user", 7), JSON.stringify({ type: "user" }), "[]", "null", "7"];
  expect(await offered(SAID, ...empty)).toEqual(["We decided on Postgres."]);
  expect(await offered(SAID, entry("user", ""))).toBeUndefined();
  expect(await offered(SAID, entry("user", [{ type: "text", text: 7 }]))).toEqual([
    "We decided on Postgres.",
  ]);
  expect(
    await offered(
      entry("user", [
        { type: "text", text: "We decided on A." },
        { type: "text", text: "I see" },
      ]),
    ),
  ).toEqual(["We decided on A."]);
});

it("quotes what was said for a shell, in one line", async () => {
  const offer = await offerFor({
    prompt: "We decided on\u0007 `x` here.",
    isAskedAlready: false,
    isJson: false,
  });
  expect(offer?.reason).toContain("\n  recall remember --type decision -- 'We decided on␇ `x` here.'\n");
});
