import { expect, it } from "vitest";
import { hookSettings, setHooks } from "./claude-hooks.ts";

const PROGRAM = "/opt/own-recall";
const OURS = `${PROGRAM} hook prompt`;

/** The commands at a prompt, once ours are written beside this one. */
function beside(command: string): readonly string[] {
  const text = JSON.stringify({ hooks: { UserPromptSubmit: [{ hooks: [{ type: "command", command }] }] } });
  const { hooks } = JSON.parse(setHooks(text, PROGRAM)) as {
    hooks: { UserPromptSubmit: readonly { hooks: readonly { command: string }[] }[] };
  };
  return hooks.UserPromptSubmit.flatMap((group) => group.hooks.map((hook) => hook.command));
}

it.each([
  ["the launcher of a checkout", "recall.js hook prompt"],
  ["the program of a checkout", "node src/cli/main.ts hook prompt"],
  ["the same by its path", "/usr/bin/node /work/src/cli/main.ts hook prompt"],
  ["Node on Windows", "node.exe '\\tools\\recall.js' hook prompt"],
  ["Node by a path of Windows", "'C:\\Node\\node.exe' recall hook prompt"],
  ["npx by its path", "/usr/bin/npx recall hook prompt"],
  ["a path in double quotes", '"/my tools/recall" hook prompt'],
  ["a double quote within those", '"/my \\"tools\\"/recall" hook prompt'],
  ["a blank behind a backslash", "/my\\ tools/recall hook prompt"],
  ["a backslash within double quotes", '"/my\\\\tools/recall" hook prompt'],
  ["several quotes within a word", "'/my tools'/re'call' hook prompt"],
  ["quotes within a word", "/my' tools'/recall hook prompt"],
  ["a home before it", "RECALL_HOME=/h recall hook prompt"],
  ["a home before npx", 'RECALL_HOME="/my home" npx recall hook prompt'],
  ["a flag of it without a value", "recall --json hook prompt"],
  ["a flag of it with a value", "recall --at work hook prompt"],
  ["several flags of it", "recall --at 'my work' --url https://a.example --json hook prompt"],
  ["more blanks", "  recall \t hook prompt"],
])("takes for ours %s", (_, command) => {
  expect(beside(command)).toEqual([OURS]);
});

it.each([
  ["a longer name", "myrecall hook prompt"],
  ["another ending", "recall.sh hook prompt"],
  ["a longer ending", "recall.jsx hook prompt"],
  ["any character for the dot", "recallxjs hook prompt"],
  ["a name that begins so", "recall-all hook prompt"],
  ["another source", "node src/cli/main.tsx hook prompt"],
  ["a folder whose name ends so", "node mysrc/cli/main.ts hook prompt"],
  ["another starter", "deno recall.js hook prompt"],
  ["a starter whose name ends so", "mynode recall.js hook prompt"],
  ["a starter whose name begins so", "nodemon recall.js hook prompt"],
  ["any character for the starter's dot", "nodexexe recall.js hook prompt"],
  ["another variable", "HOME=/h recall hook prompt"],
  ["a variable whose name ends so", "MY_RECALL_HOME=/h recall hook prompt"],
  ["two variables", "A=b RECALL_HOME=/h recall hook prompt"],
  ["a starter alone", "node hook prompt"],
  ["the program alone", "recall"],
  ["no hook's name", "recall hook"],
  ["another moment's hook", "recall hook session-end"],
  ["another word than hook", "recall hooks prompt"],
  ["the words the other way round", "recall prompt hook"],
  ["an end of the command between", "recall; hook prompt"],
  ["a pipe between", "recall | hook prompt"],
  ["two commands in a row", "recall & hook prompt"],
  ["an output between", "recall > hook prompt"],
  ["a subshell", "(recall hook prompt)"],
  ["a substitution", "`recall hook prompt`"],
  ["nothing", ""],
])("takes for somebody else's %s", (_, command) => {
  expect(beside(command)).toEqual([OURS, command]);
});

it.each([
  ["the flags behind it", "recall hook prompt --budget 400", " --budget 400"],
  ["what comes after it, to the byte", "recall hook prompt  2>/dev/null || true", "  2>/dev/null || true"],
])("keeps of ours %s", (_, command, rest) => {
  expect(beside(command)).toEqual([OURS + rest]);
});

it("knows the program that it is set up with, whatever its name, and only from its first word", () => {
  expect(beside(`${OURS} --verbose`)).toEqual([`${OURS} --verbose`]);
  expect(beside(`sudo ${OURS}`)).toEqual([OURS, `sudo ${OURS}`]);
});

const group = (event: "UserPromptSubmit" | "SessionStart" | "SessionEnd") =>
  JSON.stringify(hookSettings(PROGRAM).hooks[event]?.[0]);

it.each([
  ["an empty list", "[]", `[\n      ${group("SessionEnd")}\n    ]`],
  ["a list of blanks", "[ \n]", `[\n      ${group("SessionEnd")}\n     \n]`],
  ["a list of a comment", "[/* a */]", `[\n      ${group("SessionEnd")}\n    /* a */]`],
  ["a list of two comments", "[/* a */ /* b */]", `[\n      ${group("SessionEnd")}\n    /* a */ /* b */]`],
  ["a list of a line's comment", "[// a\n]", `[\n      ${group("SessionEnd")}\n    // a\n]`],
  ["a list with a group", "[{}]", `[\n      ${group("SessionEnd")},{}]`],
])("writes into %s", (_, list, written) => {
  const settings = setHooks(`{"hooks":{"SessionEnd":${list}}}`, PROGRAM);
  expect(settings).toContain(`"SessionEnd":${written}`);
});

it.each([
  ["a line's comment", '[// "command": "recall hook session-end"\n]'],
  ["a comment of several lines", '[/* \n"command": "recall hook session-end" */]'],
  ["a text", '[{"note":"\\"command\\": \\"recall hook session-end\\""}]'],
  ["another field", '[{"commands":"recall hook session-end"}]'],
  ["a value", '[["command"],["recall hook session-end"]]'],
])("takes nothing in %s for a command", (_, list) => {
  const settings = setHooks(`{"hooks":{"SessionEnd":${list}}}`, PROGRAM);
  expect(settings).toContain(list.slice(1, -1));
  expect(settings).toContain(group("SessionEnd"));
});

it("finds a command behind any blanks, and in JSON's own spelling", () => {
  const settings = setHooks(
    '{"hooks":{"SessionEnd":[{"hooks":[{"command"\n: "\\u0072ecall hook session-end -v"}]}]}}',
    PROGRAM,
  );
  expect(settings).toContain(`{"command"\n: "${PROGRAM} hook session-end -v"}`);
  expect(settings).not.toContain(group("SessionEnd"));
});

it.each(["see // here", "see /* here"])("finds a command behind the text %j", (note) => {
  const list = [{ note, hooks: [{ command: "recall hook session-end -v" }] }];
  const settings = setHooks(JSON.stringify({ hooks: { SessionEnd: list } }), PROGRAM);
  expect(settings).toContain(`"command":"${PROGRAM} hook session-end -v"`);
  expect(settings).not.toContain(group("SessionEnd"));
});

it("takes blanks alone for settings that have nothing", () => {
  expect(JSON.parse(setHooks(" \n", PROGRAM))).toEqual(hookSettings(PROGRAM));
});

it("names the list of an event that is none", () => {
  expect(() => setHooks('{"hooks":{"SessionStart":"x"}}', PROGRAM)).toThrow(
    '"hooks.SessionStart" is no list',
  );
});
